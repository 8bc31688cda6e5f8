import type { Caps } from '../../src/contract/caps.js'
import { commitDecision, writeDurably } from '../core/commit.js'
import type { Decision } from '../core/decision.js'
import type { Organization } from '../core/organization.js'
import type { Service } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { idSource } from '../state/ids.js'
import type { State } from '../state/state.js'

/** What a step of the sign-in looks at: the state of one organisation, its time, and how much it keeps. */
export interface SignInContext {
  state: Readonly<State>
  now: number
  caps: Caps
}

/**
 * Lets a step decide on the state of an organisation; resolves with its answer when the facts are on disk. An answer that
 * refuses can come with facts, too: a code used twice ends its connection.
 */
export async function decideAndCommit<Answer>(
  organization: Organization,
  service: Service,
  operation: string,
  decide: (context: SignInContext) => Decision<Answer>,
): Promise<Answer> {
  await organization.reopenAfterFailure()
  return writeDurably(organization, async () => {
    const { state } = organization.store
    const now = timeOf(state.clock, service.clock.now())
    const decision = decide({ state, now, caps: organization.caps })
    await commitDecision(organization, decision, { operation, now, ids: idSource(state) })
    return decision.answer
  })
}
