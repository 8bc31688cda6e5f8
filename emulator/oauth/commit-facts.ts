import type { Caps } from '../../src/contract/caps.js'
import { commitDecision } from '../core/commit.js'
import type { Organization } from '../core/organization.js'
import type { Service } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import type { Change } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { State } from '../state/state.js'

/** What a step of the sign-in looks at: the state of one organisation, its time, and how much it keeps. */
export interface Scene {
  state: Readonly<State>
  now: number
  caps: Caps
}

/** What it decided. An answer can come with facts even where it is a refusal: a code used twice ends its connection. */
export interface Ruling<T> {
  answer: T
  summary: string
  changes: Change[]
}

/** Lets a step decide on the state of an organisation; resolves with its answer when the facts are on disk. */
export async function commitFacts<T>(
  organization: Organization,
  service: Service,
  operation: string,
  decide: (scene: Scene) => Ruling<T>,
): Promise<T> {
  await organization.reopenAfterFailure()
  const { answer, store } = await organization.runExclusive(async () => {
    const { store } = organization
    const { state } = store
    const now = timeOf(state.clock, service.clock.now())
    const ruling = decide({ state, now, caps: organization.caps })
    await commitDecision(organization, ruling, { operation, now, ids: idSource(state) })
    return { answer: ruling.answer, store }
  })
  await store.durable()
  return answer
}
