import type { ControlResultOf } from '../../src/contract/control/index.js'
import { FeedbackItem } from '../../src/contract/operations/feedback.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import { contextOf } from '../core/context.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Context } from '../core/decision.js'
import type { Organization } from '../core/organization.js'
import { invalid, notFound } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { getThemeVerbatims } from '../mcp/get-theme-verbatims.js'
import { readOperation } from '../mcp/read-operation.js'
import { searchFeedback } from '../mcp/search-feedback.js'
import { itemOnWire } from '../operations/list-feedback.js'

const listGroupSources: ControlHandler<'listGroupSources'> = {
  async act({ query }, service, organization) {
    const answer = await readOperation('listSources', { ...query }, readContext(organization, service))
    const { cursor, total, ...pagination } = answer.pagination as Record<string, unknown>
    return { items: answer.feedback_groups, pagination } as ControlResultOf<'listGroupSources'>
  },
}

/** Reads without holding up what writes: a search may look at many items. */
const listItems: ControlHandler<'listItems'> = {
  async act({ query: { text, theme_id, period_key, ...filter } }, service, organization) {
    const context = readContext(organization, service)
    if (theme_id !== undefined && filter.source_id === undefined) throw invalid({ theme_id: ['needs a source_id'] })
    if (period_key !== undefined && theme_id === undefined) throw invalid({ period_key: ['needs a theme_id'] })
    const answer =
      theme_id !== undefined
        ? await getThemeVerbatims({ ...filter, theme_id }, context, period_key)
        : text?.trim()
          ? await searchFeedback({ ...filter, query: text }, context)
          : await readOperation('listFeedback', filter, context)
    const { items, pagination } = answer
    return { items, pagination } as ControlResultOf<'listItems'>
  },
}

/** An item by its identifier, wherever it is: what an address of the dashboard names. */
const getItem: ControlHandler<'getItem'> = {
  async act({ params: { id = '' } }, service, organization) {
    const { items, state } = readContext(organization, service)
    const number = /^\d{1,15}$/.test(id) ? Number(id) : 0
    const sourceIds = Object.values(state.sources).map((source) => source.id)
    const [item] = number > 0 ? await items.select({ afterId: number - 1, limit: 1, sourceIds }) : []
    if (item?.id !== number) throw notFound('item', id.slice(0, 40))
    const { groupId } = state.sources[item.sourceId]!
    return toRecommended(FeedbackItem, itemOnWire(item, groupId)) as ControlResultOf<'getItem'>
  },
}

const getSourceAnalysis: ControlHandler<'getSourceAnalysis'> = {
  async act({ params, query }, service, organization) {
    const answer = await readOperation('getAnalysis', { ...query }, readContext(organization, service), {
      id: params.id!,
    })
    return answer as ControlResultOf<'getSourceAnalysis'>
  },
}

/** What a reading operation may look at, without a request and a key: in the dashboard a person reads, who may see everything. */
function readContext(organization: Organization, service: Service): Context {
  return contextOf(organization, service, {
    key: undefined,
    words: 'recommended',
    mount: '',
    idempotent: false,
    busy: false,
    taskDelayMs: 0,
    upload: undefined,
    hint: () => undefined,
  })
}

export const HANDLERS = { listGroupSources, listItems, getItem, getSourceAnalysis }
