import type { Organization } from '../core/organization.js'
import type { Backend } from '../core/service.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { timeOf } from '../rules/clock.js'
import type { State } from '../state/state.js'
import { type SnapshotInfo, snapshotSecret } from '../store/index.js'

/** The file of the seed state, which a reset goes back to; seeding saves it, and no one else sees it. */
export const SEED_SNAPSHOT = 'seed'

/**
 * Saves the present under a name, and the secrets it signs with beside the others. Runs in `runLong`. `begin` is given what takes the
 * present, so that it can do so at once after a commit.
 */
export async function keepSnapshot(
  organization: Organization,
  service: Backend,
  name: string,
  begin: <Begun>(capture: () => Begun) => Promise<Begun> = async (capture) => capture(),
): Promise<SnapshotInfo> {
  const before = await organization.store.snapshots.find(name)
  const { set, saved } = await begin(() => {
    const { store } = organization
    const saved = store.snapshots.save(name, timeOf(store.state.clock, service.clock.now()))
    // It may fail before someone waits for it.
    saved.catch(() => undefined)
    return { set: presentSecrets(store, name), saved }
  })
  const info = await saved
  await organization.runExclusive(async () => {
    // Where a write failed meanwhile this is another store; the snapshot is on the disk anyway, and needs its secrets.
    const { store } = organization
    const remove = before ? secretsOf(before.state, name, store).filter((id) => !Object.hasOwn(set, id)) : []
    const isNone = Object.keys(set).length + remove.length === 0
    const frame = frameOf(organization, service, 'saveSnapshot', `saved snapshot ${name}`)
    await store.commit({ ...frame, ...(isNone ? {} : { secrets: { set, remove } }) }).durable
  })
  return info
}

/** The secrets that sign now, under the names a snapshot keeps them by. */
function presentSecrets(store: Organization['store'], snapshot: string): Record<string, string> {
  const present = Object.keys(store.state.subscriptions).flatMap((each) => {
    const id = secretName(Number(each))
    const value = store.secret(id)
    return value === undefined ? [] : [[snapshotSecret(snapshot, id), value] as const]
  })
  return Object.fromEntries(present)
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
