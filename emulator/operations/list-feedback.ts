import type { FeedbackItem } from '../../src/contract/operations/feedback.js'
import { formatTime, parseTime } from '../../src/contract/times.js'
import type { Context, Handler } from '../core/decision.js'
import { invalid } from '../core/refusal.js'
import { listedMembers } from '../state/stored-item.js'
import type { StoredItem } from '../store/index.js'
import { countsAll, cursorOf, requireIntegerId, requirePage } from './paging.js'

/** Pushed items in order of arrival; the cursor keeps its place while items come and go (FBK-1 to FBK-5). */
export const listFeedback: Handler<'listFeedback'> = async ({ query }, context) => {
  const asked = requirePage('item', query, { contract: context.contract, id: 'listFeedback' })
  const { limit, afterId, skip } = asked
  const fieldId = requireIntegerId('field_id', query.question_id)
  const sourceIds = sourcesAsked(context.state, query.survey_series_id, query.survey_id)
  const filter = {
    sourceIds,
    fieldId: fieldId === undefined ? undefined : Number(fieldId),
    externalId: query.external_id,
    customerId: query.customer_id,
    occurredSince: requireTime('occurred_since', query.occurred_since),
    occurredUntil: requireTime('occurred_until', query.occurred_until),
  }
  const found = await context.items.select({ ...filter, afterId, limit: skip + limit + 1 })
  const page = found.slice(skip, skip + limit)
  const hasMore = found.length > skip + limit
  const next = hasMore ? cursorOf(asked, page.length, page.at(-1)!.id) : null
  const all = countsAll(context.contract, 'listFeedback')
    ? { total: (await context.items.select({ ...filter, afterId: 0, limit: Number.MAX_SAFE_INTEGER })).length }
    : {}
  const groupOf = (item: StoredItem) => context.state.sources[item.sourceId]!.groupId
  return {
    answer: {
      items: page.map((item) => itemOnWire(item, groupOf(item))),
      pagination: { limit, next_cursor: next, has_more: hasMore, ...all },
    },
  }
}

function sourcesAsked(
  state: Context['state'],
  groupText: string | undefined,
  sourceText: string | undefined,
): number[] {
  const groupId = requireIntegerId('feedback_group_id', groupText)
  const sourceId = requireIntegerId('source_id', sourceText)
  return Object.values(state.sources)
    .filter((source) => groupId === undefined || String(source.groupId) === groupId)
    .filter((source) => sourceId === undefined || String(source.id) === sourceId)
    .map((source) => source.id)
}

function requireTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = parseTime(text)
  if (at === undefined) throw invalid({ [name]: ['must be an ISO-8601 time with an offset or Z, or a plain date'] })
  return at
}

/** An item as the listing shows it, classic words. */
export function itemOnWire(item: StoredItem, groupId: number): FeedbackItem {
  return {
    item_id: String(item.id),
    survey_series_id: String(groupId),
    survey_id: String(item.sourceId),
    question_id: String(item.fieldId),
    ...listedMembers(item),
    created_at: formatTime(item.createdAt),
    source_reference: item.sourceReference,
  }
}
