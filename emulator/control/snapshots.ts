import { SNAPSHOT_NAME } from '../../src/contract/control/snapshots.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid, notFound } from '../core/refusal.js'
import { resetToInitial } from '../organizations/create-organization.js'
import { forgetMemory, restoreState } from '../organizations/restore-state.js'
import { requireSeed } from '../organizations/seed/apply-seed.js'
import { commitSeed } from '../organizations/seed/seed-organization.js'
import { frameOf, keepSnapshot, SEED_SNAPSHOT, secretsOf } from '../organizations/snapshots.js'
import type { SnapshotInfo } from '../store/index.js'
import { organizationOnWire } from './organizations.js'

const NAME = new RegExp(SNAPSHOT_NAME)

const listSnapshots: ControlHandler<'listSnapshots'> = {
  async act(_input, _service, organization) {
    const infos = await namedSnapshots(organization)
    return { items: infos.sort((a, b) => b.at - a.at).map(infoOnWire) }
  },
}

const getSnapshot: ControlHandler<'getSnapshot'> = {
  act: async ({ params }, _service, organization) =>
    infoOnWire((await requireSnapshot(organization, params.name)).info),
}

/** Saves everything under a name; an older snapshot of that name gives way. */
const saveSnapshot: ControlHandler<'saveSnapshot'> = {
  async act({ body }, service, organization) {
    if (!isName(body.name)) throw invalid({ name: ['is a reserved name; reset returns to the seed'] })
    return infoOnWire(await organization.runLong(() => keepSnapshot(organization, service, body.name)))
  },
}

const deleteSnapshot: ControlHandler<'deleteSnapshot'> = {
  act: ({ params }, service, organization) =>
    organization.runLong(async () => {
      const name = params.name ?? ''
      const found = await requireSnapshot(organization, name)
      await organization.runExclusive(async () => {
        const { store } = organization
        await store.snapshots.remove(name)
        const secrets = { remove: secretsOf(found.state, name, store) }
        const frame = frameOf(organization, service, 'deleteSnapshot', `deleted snapshot ${name}`)
        await store.commit({ ...frame, secrets }).durable
      })
      return undefined
    }),
}

/** Everything as it was: data, items, clock, and the webhook secrets of then. Undo can take it back. */
const restoreSnapshot: ControlHandler<'restoreSnapshot'> = {
  act: ({ params }, service, organization) =>
    organization.runLong(async () => {
      const name = params.name ?? ''
      const found = await requireSnapshot(organization, name)
      const frame = { operation: 'restoreSnapshot', summary: `restored snapshot ${name}` }
      const { newSecrets } = await restoreState(organization, service, found, frame)
      return { ...infoOnWire(found.info), new_secrets: newSecrets }
    }),
}

/**
 * Back to the seed, or to the initial state if there is none; the history goes, and the instance gets a new name, so that clients
 * can tell.
 */
const resetOrganization: ControlHandler<'resetOrganization'> = {
  async act(_input, service, organization) {
    const forgetRequests = async () => {
      organization.requests.clear()
      await organization.uploads.removeAllBut([])
    }
    await organization.runLong(async () => {
      const seed = await organization.store.snapshots.find(SEED_SNAPSHOT)
      if (seed) {
        await restoreState(
          organization,
          service,
          seed,
          { operation: 'reset', summary: 'reset to the seed' },
          async () => {
            await organization.store.eraseItems(
              [],
              frameOf(organization, service, 'forgetHistory', 'deleted the history before this reset'),
            )
            await forgetRequests()
          },
        )
        return
      }
      await organization.runExclusive(async () => {
        await resetToInitial(organization, service)
        forgetMemory(organization)
        await forgetRequests()
      })
    })
    return organizationOnWire(organization, service)
  },
}

/** Names come from paths here; what could leave the folder names no snapshot, and the seed state is none that has a name. */
export function isName(name: string): boolean {
  return NAME.test(name) && name !== SEED_SNAPSHOT
}

/** Adds what a seed document describes, all or nothing; from now on a reset goes back to the result. */
const seedOrganization: ControlHandler<'seedOrganization'> = {
  async act({ body }, service, organization) {
    await commitSeed(organization, service, requireSeed(body))
    return organizationOnWire(organization, service)
  },
}

/** The snapshot of this name; 404, with the nearest name, if there is none. */
export async function requireSnapshot(organization: Organization, name = '') {
  const found = isName(name) ? await organization.store.snapshots.find(name) : undefined
  if (found) return found
  const names = (await namedSnapshots(organization)).map((each) => each.name)
  throw notFound('snapshot', JSON.stringify(name.slice(0, 64)), names)
}

async function namedSnapshots({ store }: Organization): Promise<SnapshotInfo[]> {
  return (await store.snapshots.list()).filter(({ name }) => name !== SEED_SNAPSHOT)
}

function infoOnWire({ name, at, items }: SnapshotInfo) {
  return { name, created_at: formatTime(at), items }
}

export const HANDLERS = {
  resetOrganization,
  seedOrganization,
  listSnapshots,
  getSnapshot,
  saveSnapshot,
  deleteSnapshot,
  restoreSnapshot,
}
