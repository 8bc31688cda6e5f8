import { type Change, set } from './change.js'
import type { State } from './state.js'

export type Kind =
  | 'group'
  | 'source'
  | 'field'
  | 'item'
  | 'task'
  | 'subscription'
  | 'event'
  | 'delivery'
  | 'analysis'
  | 'member'
  | 'fault'
  | 'invite'
  | 'recipient'
  | 'monitor'
  | 'report'
  | 'reportSubscription'

export interface IdSource {
  /** The next number of a kind: positive, per organisation, never reused (contract.md section 3). */
  next(kind: Kind): number
  /** `count` numbers in a row; the first is returned. */
  take(kind: Kind, count: number): number
  /** Gives out every number up to `last`, which the caller chose from. */
  reserve(kind: Kind, last: number): void
  /** The fact that these numbers are used up. */
  changes(): Change[]
}

/** Numbers that a decision gives out; they are used up only when the decision is committed. */
export function idSource(state: State): IdSource {
  const counters = { ...state.counters }
  let used = false
  const take = (kind: Kind, count: number) => {
    const first = (counters[kind] ?? 0) + 1
    counters[kind] = first + count - 1
    used = true
    return first
  }
  return {
    next: (kind) => take(kind, 1),
    take,
    reserve(kind, last) {
      counters[kind] = Math.max(counters[kind] ?? 0, last)
      used = true
    },
    changes: () => (used ? [set('counters', counters)] : []),
  }
}

/** The same numbers, but the next of this kind is `id` where it is given. */
export function startingWith(ids: IdSource, kind: Kind, id: number | undefined): IdSource {
  let given = id
  return {
    ...ids,
    next(wanted) {
      if (wanted !== kind || given === undefined) return ids.next(wanted)
      const first = given
      given = undefined
      return first
    },
  }
}
