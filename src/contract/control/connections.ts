import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

/** An AI assistant that signed in, or asks to (contract.md section 10). */
export const ConnectionRecord = Type.Object({
  id: Type.String(),
  request_id: Nullable(Type.String()),
  client_name: Type.String(),
  member_id: Nullable(Type.String()),
  state: Words(['requested', 'approved', 'revoked']),
  created_at: Time,
})
export type ConnectionRecord = Static<typeof ConnectionRecord>

const listConnections = controlRow({
  id: 'listConnections',
  noun: 'connections',
  summary: 'The AI assistants that signed in or wait for approval',
  method: 'GET',
  path: '/orgs/{org_id}/connections',
  query: Closed(PAGES),
  result: ListOf(ConnectionRecord),
  status: 200,
  perOrganization: true,
})

const getConnection = controlRow({
  id: 'getConnection',
  noun: 'connections',
  summary: 'One AI assistant that signed in or waits for approval',
  method: 'GET',
  path: '/orgs/{org_id}/connections/{id}',
  result: ConnectionRecord,
  status: 200,
  perOrganization: true,
})

const approveConnection = controlRow({
  id: 'approveConnection',
  noun: 'connections',
  summary: 'Approves a sign-in on behalf of a member, without a browser',
  method: 'POST',
  path: '/orgs/{org_id}/connections',
  body: Closed({ request_id: Type.String({ minLength: 1 }), member_id: Type.String({ minLength: 1 }) }),
  result: Type.Object({ ...ConnectionRecord.properties, redirect_to: Type.String() }),
  status: 200,
  perOrganization: true,
})

const revokeConnection = controlRow({
  id: 'revokeConnection',
  noun: 'connections',
  summary: 'Revokes a connection and its tokens immediately',
  method: 'DELETE',
  path: '/orgs/{org_id}/connections/{id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

export const ROWS = { listConnections, getConnection, approveConnection, revokeConnection }
