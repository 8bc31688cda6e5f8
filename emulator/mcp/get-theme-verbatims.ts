import { FeedbackItem } from '../../src/contract/operations/feedback.js'
import { parsePeriodKey } from '../../src/contract/periods.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import type { Days } from '../analysis/index.js'
import type { Context } from '../core/decision.js'
import { notFound } from '../core/refusal.js'
import { itemOnWire } from '../operations/list-feedback.js'
import { cursorAfter, requireCursor, requireLimit } from '../operations/paging.js'
import { daysOf } from '../rules/days.js'
import type { StoredItem } from '../store/index.js'
import { readOperation, type WirePayload } from './read-operation.js'

/** The items of a theme, word for word, those of a period where one is given; 404 for a source or theme there is not. */
export async function getThemeVerbatims(
  input: WirePayload,
  context: Context,
  periodKey?: string,
): Promise<WirePayload> {
  const sourceId = String(input.source_id)
  const themeId = String(input.theme_id)
  const asked = input.limit === undefined ? undefined : String(input.limit)
  const limit = requireLimit(asked, context.values['paging-clamp'])
  const afterId = requireCursor('item', input.cursor as string | undefined)
  const analysis = await readOperation('getAnalysis', {}, context, { id: sourceId })
  const theme = (analysis.themes as WirePayload[]).find(({ theme_id }) => theme_id === themeId)
  if (!theme) throw notFound(`theme in source ${sourceId}:`, themeId.slice(0, 40))
  const days = periodKey === undefined ? undefined : await requireDays(sourceId, periodKey, context)
  const ids = await context.itemsOfTheme(Number(sourceId), { themeId, afterId, limit: limit + 1, days })
  const items = await readItems(ids.slice(0, limit), Number(sourceId), context)
  const hasMore = ids.length > limit
  const next = hasMore ? cursorAfter('item', ids[limit - 1]!) : null
  const { feedback_group_id, source_id } = analysis
  return { feedback_group_id, source_id, theme, items, pagination: { limit, next_cursor: next, has_more: hasMore } }
}

/** The days of a period; refused as reading the analysis of that period would be. */
async function requireDays(sourceId: string, periodKey: string, context: Context): Promise<Days> {
  await readOperation('getAnalysis', { period_key: periodKey }, context, { id: sourceId })
  return daysOf(parsePeriodKey(periodKey)!)
}

/** Items by their identifiers; one that was erased meanwhile is left out. */
async function readItems(ids: readonly number[], sourceId: number, { items, state }: Context): Promise<WirePayload[]> {
  const found: StoredItem[] = []
  for (const id of ids) {
    const [item] = await items.select({ afterId: id - 1, limit: 1, sourceIds: [sourceId] })
    if (item?.id === id) found.push(item)
  }
  const { groupId } = state.sources[sourceId]!
  return found.map((item) => toRecommended(FeedbackItem, itemOnWire(item, groupId)) as WirePayload)
}
