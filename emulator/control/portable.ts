import { count } from '../../src/base/count.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import {
  beginExport,
  findPortableFaults,
  type Portable,
  snapshotOfPortable,
  writeExport,
} from '../organizations/portable.js'
import { restoreState } from '../organizations/restore-state.js'
import { frameOf } from '../organizations/snapshots.js'
import { organizationOnWire } from './organizations.js'

export const EXPORT_OPERATION = 'exportOrganization'

/** One portable file. The log keeps that it was made, for no later erase reaches it. */
const exportOrganization: ControlHandler<'exportOrganization'> = {
  async write(_input, service, organization) {
    const frame = () =>
      frameOf(organization, service, EXPORT_OPERATION, 'exported everything; later erases do not affect that file')
    return organization.runLong(async () => {
      const begun = await organization.runExclusive(() => beginExport(organization.store, formatTime(frame().at)))
      const document = await writeExport(begun)
      await organization.runExclusive(() => organization.store.commit(frame()).durable)
      return document
    })
  },
}

/** Takes the place of everything there is. Undo can take it back; webhook secrets are new. */
const importOrganization: ControlHandler<'importOrganization'> = {
  async act({ body }, service, organization) {
    const document = await requirePortable(body)
    const newSecrets = await organization.runLong(() => takeIn(document, service, organization))
    return { ...organizationOnWire(organization, service), new_secrets: newSecrets }
  },
}

/** A file that fits the format in every value; 400 naming those that don't. */
async function requirePortable(body: Record<string, unknown>): Promise<Portable> {
  const faults = await findPortableFaults(body)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const sound: object = body
  return sound as Portable
}

/** Returns the subscriptions whose webhook secret is a new one. */
async function takeIn(document: Portable, service: Service, organization: Organization): Promise<string[]> {
  const isTaken = (keyId: string): boolean => {
    const holder = service.organizations.holderOfKey(keyId)
    return holder !== undefined && holder !== organization.id
  }
  const { snapshot, leftOut } = snapshotOfPortable(document, organization.store.state, isTaken)
  const without = leftOut.length > 0 ? `, without ${count(leftOut.length, 'key')} that other organisations have` : ''
  const frame = { operation: 'importOrganization', summary: `imported a file${without}` }
  return (await restoreState(organization, service, snapshot, frame)).newSecrets
}

export const HANDLERS = { exportOrganization, importOrganization }
