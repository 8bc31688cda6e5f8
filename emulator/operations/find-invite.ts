import { notFound } from '../core/refusal.js'
import type { Invite, Recipient } from '../state/invite.js'
import type { State } from '../state/state.js'
import { rowOfId } from './find.js'

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
