import type { WireWords } from '../../src/contract/operation.js'
import { notFound } from '../core/refusal.js'
import type { Group, Source, State } from '../state/state.js'

const GROUP = { classic: 'survey_series', recommended: 'feedback_group' }
const SOURCE = { classic: 'survey', recommended: 'source' }

/** The group of an identifier; 404 where this organisation has none of it. */
export function requireGroup(state: State, id: string, words: WireWords): Group {
  const group = rowOfId(state.groups, id)
  if (!group) throw notFound(GROUP[words], quoted(id))
  return group
}

/** The source of an identifier, in the group named where one is named; 404 otherwise. */
export function requireSource(state: State, id: string, groupId: string | undefined, words: WireWords): Source {
  if (groupId !== undefined) requireGroup(state, groupId, words)
  const source = rowOfId(state.sources, id)
  if (!source || (groupId !== undefined && String(source.groupId) !== groupId)) {
    throw notFound(
      SOURCE[words],
      groupId === undefined ? quoted(id) : `${quoted(id)} in ${GROUP[words]} ${quoted(groupId)}`,
    )
  }
  return source
}

/** A row by an identifier from outside: only what the table itself holds. */
export function rowOfId<Row>(table: Record<string, Row>, id: string): Row | undefined {
  return Object.hasOwn(table, id) ? table[id] : undefined
}

function quoted(id: string): string {
  return id.length > 40 ? `${id.slice(0, 40)}…` : id
}
