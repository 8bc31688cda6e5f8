import { emptyCounters, type Organization } from '../core/organization.js'
import { newSecret, randomnessOf } from '../core/randomness-of.js'
import type { Backend } from '../core/service.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { timeOf } from '../rules/clock.js'
import { changesBetween } from '../state/difference.js'
import { forgetJobOrder } from '../state/job-order.js'
import type { State } from '../state/state.js'
import type { Snapshot } from '../store/index.js'
import { newInstance } from './create-organization.js'

export interface RestoreFrame {
  operation: string
  summary: string
}

/**
 * Makes the organisation what it was at another time: state, items, clock. It gets a new name, so that clients can tell, and
 * its windows start again. Runs in `runLong`. Webhook secrets are those of then, too. `after` runs before anything else is decided.
 * Returns the subscriptions that got a new secret, theirs being in no file.
 */
export async function restoreState(
  organization: Organization,
  service: Backend,
  snapshot: Snapshot<State>,
  frame: RestoreFrame,
  after: () => Promise<void> = async () => {},
): Promise<{ newSecrets: string[] }> {
  const { store } = organization
  const record = {
    ...snapshot.state.organization,
    instance: newInstance(organization.id, randomnessOf(organization, service)),
  }
  const target: State = { ...snapshot.state, organization: record }
  const kept = snapshot.blobs
  let newSecrets: string[] = []
  const build = () => {
    const { made, ...secrets } = secretsOf(organization, service, { ...snapshot, state: target })
    const gone = kept ? store.blobNames().filter((name) => !Object.hasOwn(kept, name)) : []
    newSecrets = made
    return {
      at: timeOf(store.state.clock, service.clock.now()),
      operation: frame.operation,
      summary: frame.summary,
      changes: changesBetween(store.state, target),
      ...(isEmpty(secrets) ? {} : { secrets }),
      ...(kept ? { blobs: { put: kept, remove: gone } } : {}),
    }
  }
  await store.restore(snapshot.items, build, (commit) =>
    organization.runExclusive(async () => {
      if (!(await commit())) return false
      forgetMemory(organization)
      await after()
      return true
    }),
  )
  return { newSecrets }
}

/** Forgets what only memory knows of the state before: what still runs must not hold up work of the same name. */
export function forgetMemory(organization: Organization): void {
  organization.running.clear()
  forgetJobOrder(organization.store.state)
  organization.analysis.clear()
  organization.counters = emptyCounters()
}

interface Secrets {
  set: Record<string, string>
  remove: string[]
  /** Subscriptions whose secret is a new one. */
  made: string[]
}

function isEmpty({ set, remove }: Pick<Secrets, 'set' | 'remove'>): boolean {
  return Object.keys(set).length + remove.length === 0
}

function secretsOf(organization: Organization, service: Backend, then: Snapshot<State>): Secrets {
  const { store } = organization
  const now = store.state.subscriptions
  const gone = Object.keys(now).filter((id) => !Object.hasOwn(then.state.subscriptions, id))
  const secrets: Secrets = { set: {}, remove: gone.map((id) => secretName(Number(id))), made: [] }
  for (const [each, { createdAt }] of Object.entries(then.state.subscriptions)) {
    const id = secretName(Number(each))
    const present = store.secret(id)
    // Without a secret of then: that of the same subscription, if it is still there.
    const known = then.secret?.(id) ?? (now[each]?.createdAt === createdAt ? present : undefined)
    if (known === undefined) secrets.made.push(each)
    if (known === undefined || known !== present)
      secrets.set[id] = known ?? newSecret(randomnessOf(organization, service))
  }
  return secrets
}
