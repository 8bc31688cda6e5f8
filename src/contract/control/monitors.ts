import { Nullable, type Static, Time, Type } from '../schema.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

const name = Type.String({ minLength: 1, maxLength: 255 })
const query = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 100 })
const threshold = Type.Integer({ minimum: 1 })

export const MonitorRecord = Type.Object({
  id: Type.String(),
  name,
  query,
  threshold,
  source_id: Nullable(Type.String()),
  alerts: Type.Boolean(),
  match_count: Type.Integer({ minimum: 0 }),
  created_at: Time,
})
export type MonitorRecord = Static<typeof MonitorRecord>

const listMonitors = controlRow({
  id: 'listMonitors',
  noun: 'monitors',
  summary: 'The monitors of an organisation with their match counts',
  method: 'GET',
  path: '/orgs/{org_id}/monitors',
  query: Closed(PAGES),
  result: ListOf(MonitorRecord),
  status: 200,
  perOrganization: true,
})

export const createMonitor = controlRow({
  id: 'createMonitor',
  noun: 'monitors',
  summary: 'Creates a monitor for words or "phrases" in one source or in all',
  method: 'POST',
  path: '/orgs/{org_id}/monitors',
  body: Closed({
    name,
    query,
    threshold,
    source_id: Type.Optional(Nullable(Type.String({ minLength: 1 }))),
    alerts: Type.Boolean(),
  }),
  result: MonitorRecord,
  status: 200,
  perOrganization: true,
})

const getMonitor = controlRow({
  id: 'getMonitor',
  noun: 'monitors',
  summary: 'One monitor',
  method: 'GET',
  path: '/orgs/{org_id}/monitors/{id}',
  result: MonitorRecord,
  status: 200,
  perOrganization: true,
})

const updateMonitor = controlRow({
  id: 'updateMonitor',
  noun: 'monitors',
  summary: 'Changes a monitor',
  method: 'PATCH',
  path: '/orgs/{org_id}/monitors/{id}',
  body: Closed({
    name: Type.Optional(name),
    query: Type.Optional(query),
    threshold: Type.Optional(threshold),
    source_id: Type.Optional(Nullable(Type.String({ minLength: 1 }))),
    alerts: Type.Optional(Type.Boolean()),
  }),
  result: MonitorRecord,
  status: 200,
  perOrganization: true,
})

const deleteMonitor = controlRow({
  id: 'deleteMonitor',
  noun: 'monitors',
  summary: 'Deletes a monitor',
  method: 'DELETE',
  path: '/orgs/{org_id}/monitors/{id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

export const ROWS = { listMonitors, createMonitor, getMonitor, updateMonitor, deleteMonitor }
