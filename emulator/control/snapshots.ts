import { SNAPSHOT_NAME } from '../../src/contract/control/snapshots.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { World } from '../core/organization.js'
import { invalid, notFound } from '../core/refusal.js'
import { resetToBirth } from '../organizations/create-organization.js'
import { forgetPresent, rewindWorld } from '../organizations/restore-state.js'
import { frameOf, keepSnapshot, SEED_SNAPSHOT, secretsOf } from '../organizations/snapshots.js'
import type { SnapshotInfo } from '../store/index.js'
import { organizationOnWire } from './organizations.js'

const NAME = new RegExp(SNAPSHOT_NAME)

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
      const secrets = { remove: secretsOf(found.state, name, store) }
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
