import { SNAPSHOT_NAME } from '../../src/contract/control/snapshots.js'
import { formatTime } from '../../src/contract/times.js'
import { resetToBirth } from '../birth.js'
import { invalid, notFound } from '../http/refusal.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { forgetPresent, rewindWorld } from '../rewind-world.js'
import { timeOf } from '../rules/clock.js'
import type { Service } from '../service.js'
import { type SnapshotInfo, snapshotSecret } from '../store/index.js'
import type { World } from '../world.js'
import type { ControlHandler } from './handler.js'
import { organizationOnWire } from './organizations.js'

const NAME = new RegExp(SNAPSHOT_NAME)

/** The file of the seed state, which a reset goes back to; seeding saves it, and nobody else sees it. */
export const SEED_SNAPSHOT = 'seed'

export const listSnapshots: ControlHandler<'listSnapshots'> = {
  async act(_input, _service, world) {
    const infos = await world!.store.snapshots.list()
    return {
      items: infos
        .filter(({ name }) => name !== SEED_SNAPSHOT)
        .sort((a, b) => b.at - a.at)
        .map(infoOnWire),
    }
  },
}

export const getSnapshot: ControlHandler<'getSnapshot'> = {
  act: async ({ params }, _service, world) => infoOnWire((await requireSnapshot(world!, params.name)).info),
}

/** Saves everything under a name; an older snapshot of that name gives way. */
export const saveSnapshot: ControlHandler<'saveSnapshot'> = {
  async act({ body }, service, world) {
    if (!isName(body.name))
      throw invalid({ name: ['must not be seed: the seed state is kept apart, and a reset returns to it'] })
    return world!.exclusively(async () => infoOnWire(await keepSnapshot(world!, service, body.name)))
  },
}

export const deleteSnapshot: ControlHandler<'deleteSnapshot'> = {
  act: ({ params }, service, world) =>
    world!.exclusively(async () => {
      const { store } = world!
      const name = params.name ?? ''
      const found = await requireSnapshot(world!, name)
      await store.snapshots.remove(name)
      const ids = Object.keys(found.state.subscriptions).map((id) => snapshotSecret(name, secretName(Number(id))))
      const secrets = { remove: ids.filter((id) => store.secret(id) !== undefined) }
      await store.commit({ ...frameOf(world!, service, 'deleteSnapshot', `deleted snapshot ${name}`), secrets }).durable
      return undefined
    }),
}

/** Everything as it was: data, items, clock, and the webhook secrets of then. Undo can take it back. */
export const restoreSnapshot: ControlHandler<'restoreSnapshot'> = {
  act: ({ params }, service, world) =>
    world!.exclusively(async () => {
      const name = params.name ?? ''
      const found = await requireSnapshot(world!, name)
      const frame = { operation: 'restoreSnapshot', summary: `restored snapshot ${name}` }
      const { newSecrets } = await rewindWorld(world!, service, found, frame)
      return { ...infoOnWire(found.info), new_secrets: newSecrets }
    }),
}

/** Back to the seed, or to birth where there is none; the history goes, and the world gets a new name, so that clients can tell. */
export const resetOrganization: ControlHandler<'resetOrganization'> = {
  async act(_input, service, world) {
    await world!.exclusively(async () => {
      const seed = await world!.store.snapshots.find(SEED_SNAPSHOT)
      if (seed) {
        const frame = { operation: 'reset', summary: 'reset to the seed' }
        await rewindWorld(world!, service, seed, frame)
        await world!.store.eraseItems([], frameOf(world!, service, 'forgetHistory', 'the history before is gone'))
      } else {
        await resetToBirth(world!, service)
        forgetPresent(world!)
      }
      world!.requests.clear()
      await world!.uploads.removeAllBut([])
    })
    return organizationOnWire(world!, service)
  },
}

/** Saves the present under a name, and the secrets it signs with beside the others. Runs alone in its world. */
export async function keepSnapshot(world: World, service: Service, name: string): Promise<SnapshotInfo> {
  const { store } = world
  const ids = Object.keys(store.state.subscriptions).map((id) => secretName(Number(id)))
  const secrets = ids.flatMap((id) => {
    const value = store.secret(id)
    return value === undefined ? [] : [[snapshotSecret(name, id), value] as const]
  })
  const frame = frameOf(world, service, 'saveSnapshot', `saved snapshot ${name}`)
  const info = await store.snapshots.save(name, frame.at)
  await store.commit({ ...frame, ...(secrets.length > 0 ? { secrets: { set: Object.fromEntries(secrets) } } : {}) })
    .durable
  return info
}

/** A record of something that changes no row. */
export function frameOf(world: World, service: Service, operation: string, summary: string) {
  return { at: timeOf(world.store.state.clock, service.clock.now()), operation, summary, changes: [] }
}

/** Names come from paths here; what could leave the folder names no snapshot, and the seed state is none that has a name. */
export function isName(name: string): boolean {
  return NAME.test(name) && name !== SEED_SNAPSHOT
}

async function requireSnapshot({ store }: World, name = '') {
  const found = isName(name) ? await store.snapshots.find(name) : undefined
  if (!found) throw notFound('snapshot', name.slice(0, 64))
  return found
}

function infoOnWire({ name, at, items }: SnapshotInfo) {
  return { name, created_at: formatTime(at), items }
}
