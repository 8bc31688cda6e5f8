import type { Organization } from '../core/organization.js'
import type { Backend } from '../core/service.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { timeOf } from '../rules/clock.js'
import type { State } from '../state/state.js'
import { type SnapshotInfo, snapshotSecret } from '../store/index.js'

/** The file of the seed state, which a reset goes back to; seeding saves it, and nobody else sees it. */
export const SEED_SNAPSHOT = 'seed'

/** Saves the present under a name, and the secrets it signs with beside the others. Runs alone in its world. */
export async function keepSnapshot(organization: Organization, service: Backend, name: string): Promise<SnapshotInfo> {
  const { store } = organization
  const ids = Object.keys(store.state.subscriptions).map((id) => secretName(Number(id)))
  const present = ids.flatMap((id) => {
    const value = store.secret(id)
    return value === undefined ? [] : [[snapshotSecret(name, id), value] as const]
  })
  const set = Object.fromEntries(present)
  const before = await store.snapshots.find(name)
  const remove = before ? secretsOf(before.state, name, store).filter((id) => !Object.hasOwn(set, id)) : []
  const frame = frameOf(organization, service, 'saveSnapshot', `saved snapshot ${name}`)
  const info = await store.snapshots.save(name, frame.at)
  await store.commit({ ...frame, ...(present.length + remove.length > 0 ? { secrets: { set, remove } } : {}) }).durable
  return info
}

/** Names of the secrets that are kept for a snapshot. */
export function secretsOf(
  { subscriptions }: Readonly<State>,
  snapshot: string,
  { secret }: Organization['store'],
): string[] {
  const names = Object.keys(subscriptions).map((id) => snapshotSecret(snapshot, secretName(Number(id))))
  return names.filter((name) => secret(name) !== undefined)
}

/** A record of something that changes no row. */
export function frameOf(organization: Organization, service: Backend, operation: string, summary: string) {
  return { at: timeOf(organization.store.state.clock, service.clock.now()), operation, summary, changes: [] }
}
