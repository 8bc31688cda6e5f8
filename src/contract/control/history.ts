import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { AnyObject, Closed, controlRow, ListOf, NewSecrets, PAGES } from './control-row.js'
import { OrganizationRecord } from './organizations.js'

export const ChangeRecord = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: Time,
  operation: Type.String(),
  kind: Type.String(),
  summary: Type.String(),
})
export type ChangeRecord = Static<typeof ChangeRecord>

const listChanges = controlRow({
  id: 'listChanges',
  noun: 'log',
  summary: 'What changed, newest first; the last 10,000 changes',
  method: 'GET',
  path: '/orgs/{org_id}/log',
  query: Closed(PAGES),
  result: ListOf(ChangeRecord),
  status: 200,
  perOrganization: true,
})

const getChange = controlRow({
  id: 'getChange',
  noun: 'log',
  summary: 'One change of the log',
  method: 'GET',
  path: '/orgs/{org_id}/log/{seq}',
  result: ChangeRecord,
  status: 200,
  perOrganization: true,
})

const undoChanges = controlRow({
  id: 'undoChanges',
  noun: 'log',
  summary: 'Undoes every change after `to`, but never past an erase (409 HISTORY_ERASED)',
  method: 'POST',
  path: '/orgs/{org_id}/undo',
  body: Closed({ to: Type.Integer({ minimum: 0 }) }),
  result: Type.Object({ to: Type.Integer(), undone: Type.Integer({ minimum: 0 }), new_secrets: NewSecrets }),
  status: 200,
  perOrganization: true,
})

/** A row of a table, or a single value, that is not what it was. */
export const DifferenceRecord = Type.Object({
  table: Type.String(),
  id: Nullable(Type.String()),
  kind: Words(['added', 'removed', 'changed']),
  before: Nullable(Type.Unknown()),
  after: Nullable(Type.Unknown()),
})
export type DifferenceRecord = Static<typeof DifferenceRecord>

/** Items are counted, for there may be a million of them. */
export const ItemDifference = Type.Object({
  source_id: Type.String(),
  added: Type.Integer({ minimum: 0 }),
  removed: Type.Integer({ minimum: 0 }),
})
export type ItemDifference = Static<typeof ItemDifference>

const diffOrganization = controlRow({
  id: 'diffOrganization',
  noun: 'log',
  summary:
    'What changed since a change (`since`) or a snapshot (`snapshot`), not both; otherwise since the seed, or since the oldest change kept',
  method: 'GET',
  path: '/orgs/{org_id}/diff',
  query: Closed({ since: Type.Optional(Type.String()), snapshot: Type.Optional(Type.String()) }),
  result: Type.Object({
    since: Nullable(Type.Integer()),
    snapshot: Nullable(Type.String()),
    to: Type.Integer(),
    changes: Type.Array(DifferenceRecord),
    items: Type.Array(ItemDifference),
  }),
  status: 200,
  perOrganization: true,
})

const exportOrganization = controlRow({
  id: 'exportOrganization',
  noun: 'state',
  summary: 'One portable file, without secrets; later erases do not affect it',
  method: 'GET',
  path: '/orgs/{org_id}/export',
  result: AnyObject,
  status: 200,
  perOrganization: true,
})

const importOrganization = controlRow({
  id: 'importOrganization',
  noun: 'state',
  summary: 'Replaces the state with that of a portable file',
  method: 'POST',
  path: '/orgs/{org_id}/import',
  body: AnyObject,
  result: Type.Object({ ...OrganizationRecord.properties, new_secrets: NewSecrets }),
  status: 200,
  perOrganization: true,
})

export const ROWS = { listChanges, getChange, undoChanges, diffOrganization, exportOrganization, importOrganization }
