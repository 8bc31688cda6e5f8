import type { WireWords } from '../../src/contract/operation.js'
import { notFound } from '../core/refusal.js'
import type { Invite, Recipient } from '../state/invite.js'
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

/** The identifier of a distribution on the wire. */
export function inviteName(id: number): string {
  return `inv_${id}`
}

/** The distribution of an identifier; 404 where this organisation has none of it. */
export function requireInvite(state: Readonly<State>, name = ''): Invite {
  const invite = name.startsWith('inv_') ? rowOfId(state.invites, name.slice('inv_'.length)) : undefined
  if (!invite) throw notFound('invite', name.slice(0, 40))
  return invite
}

/** The recipients of a distribution, in the order they were named. */
export function recipientsOf(state: Readonly<State>, inviteId: number): Recipient[] {
  return Object.values(state.recipients)
    .filter((each) => each.inviteId === inviteId)
    .sort((a, b) => a.id - b.id)
}
