import { newInstance } from './birth.js'
import { secretName } from './jobs/deliver-webhook.js'
import { newSecret } from './new-secret.js'
import { timeOf } from './rules/clock.js'
import type { Service } from './service.js'
import { changesBetween } from './state/difference.js'
import type { State } from './state/state.js'
import { type Moment, snapshotSecret } from './store/index.js'
import { emptyMeter, type World } from './world.js'

export interface RewindFrame {
  operation: string
  summary: string
  /** The snapshot whose webhook secrets come back with it. */
  snapshot?: string
}

/**
 * Makes the world what it was at another moment: state, items, clock. It gets a new name, so that clients can tell, and
 * its windows start anew. Runs alone in its world. Returns the subscriptions that got a new secret, theirs being gone.
 */
export async function rewindWorld(
  world: World,
  service: Service,
  moment: Moment<State>,
  frame: RewindFrame,
): Promise<{ newSecrets: string[] }> {
  const { store } = world
  const organization = { ...moment.state.organization, instance: newInstance(world.id, service) }
  const target: State = { ...moment.state, organization }
  const secrets = secretsOf(world, service, target, frame.snapshot)
  const kept = moment.blobs
  const gone = kept ? store.blobNames().filter((name) => !Object.hasOwn(kept, name)) : []
  await store.rewind(moment.items, () => ({
    at: timeOf(store.state.clock, service.clock.now()),
    operation: frame.operation,
    summary: frame.summary,
    changes: changesBetween(store.state, target),
    ...(Object.keys(secrets.set).length > 0 ? { secrets: { set: secrets.set } } : {}),
    ...(kept ? { blobs: { put: kept, remove: gone } } : {}),
  }))
  forgetPresent(world)
  return { newSecrets: secrets.made }
}

/** What only memory knows of the world before: what still runs must not hold up work of the same name. */
export function forgetPresent(world: World): void {
  world.running.clear()
  world.analysis.clear()
  world.meter = emptyMeter()
}

function secretsOf({ store }: World, service: Service, target: State, snapshot: string | undefined) {
  const set: Record<string, string> = {}
  const made: string[] = []
  for (const each of Object.keys(target.subscriptions)) {
    const id = secretName(Number(each))
    const saved = snapshot === undefined ? undefined : store.secret(snapshotSecret(snapshot, id))
    if (saved !== undefined) set[id] = saved
    else if (store.secret(id) === undefined) {
      set[id] = newSecret(service)
      made.push(each)
    }
  }
  return { set, made }
}
