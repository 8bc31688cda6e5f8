import { timeOf } from '../rules/clock.js'
import type { Service } from '../service.js'
import { apply } from '../state/apply.js'
import type { Change } from '../state/change.js'
import { type IdSource, idSource } from '../state/ids.js'
import type { State } from '../state/state.js'
import type { StoredItem } from '../store/index.js'
import type { World } from '../world.js'

/** A copy of the state on which many decisions follow one another before all of them are one record. */
export interface Draft {
  readonly world: World
  readonly service: Service
  readonly state: State
  readonly ids: IdSource
  readonly changes: Change[]
  readonly items: StoredItem[]
  readonly secrets: Record<string, string>
  /** On the draft's own clock. */
  now(): number
}

/** A draft of a world as it is. */
export function draftOf(world: World, service: Service): Draft {
  const state = structuredClone(world.store.state)
  return {
    ...{ world, service, state, ids: idSource(state), changes: [], items: [], secrets: {} },
    now: () => timeOf(state.clock, service.clock.now()),
  }
}

/** Takes facts into the draft. */
export function take(draft: Draft, changes: readonly Change[]): void {
  for (const change of changes) apply(draft.state, change)
  draft.changes.push(...changes)
}
