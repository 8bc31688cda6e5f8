import { Shaped, type Static, Time, Type } from '../schema.js'
import { AnyObject, Closed, controlRow, ListOf, NewSecrets, NOTHING, PAGES } from './control-row.js'
import { OrganizationRecord } from './organizations.js'

/** A name is a file's name, too; Windows opens a device under some of them, whatever follows after a dot. */
export const SNAPSHOT_NAME =
  '^(?!([Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|([Cc][Oo][Mm]|[Ll][Pp][Tt])[0-9])$)[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'

const SnapshotName = Shaped(
  SNAPSHOT_NAME,
  'must be 1 to 64 letters, digits, - and _, start with a letter or digit, and not be a Windows device name such as CON',
)

export const SnapshotRecord = Type.Object({ name: Type.String(), created_at: Time, items: Type.Integer() })
export type SnapshotRecord = Static<typeof SnapshotRecord>

const resetOrganization = controlRow({
  id: 'resetOrganization',
  noun: 'state',
  summary: 'Resets to the seed',
  method: 'POST',
  path: '/orgs/{org_id}/reset',
  result: OrganizationRecord,
  status: 200,
  perOrganization: true,
})

const seedOrganization = controlRow({
  id: 'seedOrganization',
  noun: 'state',
  summary: 'Adds the contents of a seed document',
  method: 'POST',
  path: '/orgs/{org_id}/seed',
  body: AnyObject,
  result: OrganizationRecord,
  status: 200,
  perOrganization: true,
})

const listSnapshots = controlRow({
  id: 'listSnapshots',
  noun: 'snapshots',
  summary: 'The saved snapshots',
  method: 'GET',
  path: '/orgs/{org_id}/snapshots',
  query: Closed(PAGES),
  result: ListOf(SnapshotRecord),
  status: 200,
  perOrganization: true,
})

const getSnapshot = controlRow({
  id: 'getSnapshot',
  noun: 'snapshots',
  summary: 'One saved snapshot',
  method: 'GET',
  path: '/orgs/{org_id}/snapshots/{name}',
  result: SnapshotRecord,
  status: 200,
  perOrganization: true,
})

const saveSnapshot = controlRow({
  id: 'saveSnapshot',
  noun: 'snapshots',
  summary: 'Saves the whole state under a name',
  method: 'POST',
  path: '/orgs/{org_id}/snapshots',
  body: Closed({ name: SnapshotName }),
  result: SnapshotRecord,
  status: 200,
  perOrganization: true,
})

const deleteSnapshot = controlRow({
  id: 'deleteSnapshot',
  noun: 'snapshots',
  summary: 'Deletes a snapshot',
  method: 'DELETE',
  path: '/orgs/{org_id}/snapshots/{name}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

const restoreSnapshot = controlRow({
  id: 'restoreSnapshot',
  noun: 'snapshots',
  summary: 'Restores a snapshot',
  method: 'POST',
  path: '/orgs/{org_id}/snapshots/{name}/restore',
  result: Type.Object({ ...SnapshotRecord.properties, new_secrets: NewSecrets }),
  status: 200,
  perOrganization: true,
})

export const ROWS = {
  resetOrganization,
  seedOrganization,
  listSnapshots,
  getSnapshot,
  saveSnapshot,
  deleteSnapshot,
  restoreSnapshot,
}
