import type { Context, Handler } from '../core/decision.js'
import type { Group, Source, State } from '../state/state.js'
import { rowOfId } from './find-rows.js'
import { type AskedPage, cursorOf, requireIntegerId, requirePage } from './paging.js'
import { groupOnWire, sourceOnWire } from './records-on-wire.js'

/** Pages of groups, oldest first, each with its sources (LST-1 to LST-12). */
export const listSources: Handler<'listSources'> = ({ query }, context) => {
  const asked = requirePage('group', query, { contract: context.contract, id: 'listSources' })
  const groupId = requireIntegerId('survey_series_id', query.survey_series_id, context.words)
  const sourceId = requireIntegerId('survey_id', query.survey_id, context.words)
  const groups = groupsOf(context.state, groupId, sourceId)
  const rest = groupsAfter(asked, groups, context.values['pages-of-groups'].rule === 'newest-first')
  const page = rest.slice(0, asked.limit)
  const sources = sourcesByGroup(context.state, sourceId)
  const hasMore = rest.length > page.length
  return {
    answer: {
      survey_series: page.map((group) => ({
        ...groupOnWire(group),
        surveys: (sources.get(group.id) ?? []).map(sourceOnWire),
      })),
      pagination: {
        limit: asked.limit,
        cursor: query.cursor ?? null,
        next_cursor: hasMore ? cursorOf(asked, page.length, page.at(-1)!.id) : null,
        has_more: hasMore,
        total: groups.length,
      },
    },
  }
}

/** The groups of a page and of all that follow it. */
function groupsAfter({ afterId, skip }: AskedPage, groups: Group[], isNewestFirst: boolean): Group[] {
  if (!isNewestFirst) return groups.filter(({ id }) => id > afterId).slice(skip)
  return groups
    .filter(({ id }) => afterId === 0 || id < afterId)
    .reverse()
    .slice(skip)
}

function groupsOf(state: Context['state'], groupId: string | undefined, sourceId: string | undefined): Group[] {
  const source = sourceId === undefined ? undefined : rowOfId(state.sources, sourceId)
  if (sourceId !== undefined && !source) return []
  return Object.values(state.groups)
    .filter((group) => groupId === undefined || String(group.id) === groupId)
    .filter((group) => source === undefined || group.id === source.groupId)
}

function sourcesByGroup(state: State, sourceId: string | undefined): Map<number, Source[]> {
  const byGroup = new Map<number, Source[]>()
  for (const source of Object.values(state.sources)) {
    if (sourceId !== undefined && String(source.id) !== sourceId) continue
    const list = byGroup.get(source.groupId)
    if (list) list.push(source)
    else byGroup.set(source.groupId, [source])
  }
  return byGroup
}
