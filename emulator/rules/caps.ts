import type { Caps } from '../../src/contract/caps.js'
import { roomFor } from '../../src/contract/caps.js'
import { type Change, remove } from '../state/change.js'
import type { Invite } from '../state/invite.js'
import type { State } from '../state/state.js'
import { initialKeys } from './initial-changes.js'

/** The oldest of some rows beyond those that are kept. */
export function oldestBeyond<Row>(rows: readonly Row[], most: number, ageOf: (row: Row) => number): Row[] {
  if (rows.length <= most) return []
  return rows.toSorted((a, b) => ageOf(a) - ageOf(b)).slice(0, rows.length - most)
}

/** The oldest revoked keys once there is room for one more; the initial ones stay, for a reset goes back to them. */
export function dropRevokedKeys(state: Readonly<State>, { revokedKeys }: Caps): Change[] {
  const initial = new Set(initialKeys(state).values())
  const revoked = Object.values(state.keys).filter((key) => key.state === 'revoked' && !initial.has(key))
  return oldestBeyond(revoked, revokedKeys - 1, ({ createdAt }) => createdAt).map(({ id }) => remove('keys', id))
}

/** The oldest faults that do nothing any more, once there is room for one more. */
export function dropSpentFaults({ faults }: Readonly<State>, { spentFaults }: Caps): Change[] {
  const spent = Object.values(faults).filter(({ hits, times }) => hits >= times)
  return oldestBeyond(spent, spentFaults - 1, ({ id }) => Number(id)).map(({ id }) => remove('faults', id))
}

/** The oldest addresses of those nothing is sent to. */
export function dropSuppressions({ suppressions }: Readonly<State>, { suppressions: most }: Caps): Change[] {
  const rows = Object.entries(suppressions)
  if (rows.length < roomFor(most)) return []
  return oldestBeyond(rows, most, ([, { at }]) => at).map(([address]) => remove('suppressions', address))
}

/** The oldest completed distributions, with their recipients, where one more to this many recipients is too much. */
export function dropInvites(
  { invites, recipients }: Readonly<State>,
  { invites: most, recipients: mostRecipients }: Caps,
  more: number,
): Change[] {
  let excess = Object.keys(recipients).length + more - mostRecipients
  const over = Object.values(invites)
    .filter(isOver)
    .toSorted((a, b) => a.id - b.id)
  const gone = new Set<number>()
  for (const { id, counts } of over) {
    if (over.length - gone.size < most && excess <= 0) break
    gone.add(id)
    excess -= counts.total
  }
  if (gone.size === 0) return []
  return [
    ...[...gone].map((id) => remove('invites', id)),
    ...Object.values(recipients)
      .filter(({ inviteId }) => gone.has(inviteId))
      .map(({ id }) => remove('recipients', id)),
  ]
}

function isOver({ status, relay }: Invite): boolean {
  return status === 'completed' && relay?.state !== 'pending'
}
