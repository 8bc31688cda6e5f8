import { LIMITS } from '../limits.js'
import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { ENVIRONMENTS, SCOPES } from '../scopes.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

const label = Type.String({ minLength: 1, maxLength: 255 })
const perMinute = Type.Integer({ minimum: LIMITS.perKeyPerMinute.min, maximum: LIMITS.perKeyPerMinute.max })

export const KEY_STATES = ['active', 'stopped', 'revoked'] as const

export const KeyRecord = Type.Object({
  id: Type.String(),
  label,
  environment: Words(ENVIRONMENTS),
  scope: Words(SCOPES),
  rate_limit_per_minute: perMinute,
  member_id: Nullable(Type.String()),
  state: Words(KEY_STATES),
  created_at: Time,
  usage: Type.Object({ total: Type.Integer(), by_status: Type.Record(Type.String(), Type.Integer()) }),
})
export type KeyRecord = Static<typeof KeyRecord>

/** The key string is shown once: when it is made, and when it is rotated (KEY-12). */
const KeyWithSecret = Type.Object({ ...KeyRecord.properties, api_key: Type.String() })

const listKeys = controlRow({
  id: 'listKeys',
  noun: 'keys',
  summary: 'The API keys of an organisation, with their usage',
  method: 'GET',
  path: '/orgs/{org_id}/keys',
  query: Closed(PAGES),
  result: ListOf(KeyRecord),
  status: 200,
  perOrganization: true,
})

const createKey = controlRow({
  id: 'createKey',
  noun: 'keys',
  summary: 'Creates an API key; only this response shows it',
  method: 'POST',
  path: '/orgs/{org_id}/keys',
  body: Closed({
    label,
    environment: Words(ENVIRONMENTS),
    scope: Words(SCOPES),
    rate_limit_per_minute: Type.Optional(perMinute),
    member_id: Type.Optional(Type.String({ minLength: 1 })),
  }),
  result: KeyWithSecret,
  status: 200,
  perOrganization: true,
})

const getKey = controlRow({
  id: 'getKey',
  noun: 'keys',
  summary: 'One API key with its usage',
  method: 'GET',
  path: '/orgs/{org_id}/keys/{id}',
  result: KeyRecord,
  status: 200,
  perOrganization: true,
})

const updateKey = controlRow({
  id: 'updateKey',
  noun: 'keys',
  summary: 'Changes the label or the rate limit of a key',
  method: 'PATCH',
  path: '/orgs/{org_id}/keys/{id}',
  body: Closed({ label: Type.Optional(label), rate_limit_per_minute: Type.Optional(perMinute) }),
  result: KeyRecord,
  status: 200,
  perOrganization: true,
})

const revokeKey = controlRow({
  id: 'revokeKey',
  noun: 'keys',
  summary: 'Revokes a key immediately',
  method: 'DELETE',
  path: '/orgs/{org_id}/keys/{id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

const rotateKey = controlRow({
  id: 'rotateKey',
  noun: 'keys',
  summary: 'Gives a key a new secret; the identifier stays, the old secret stops working immediately',
  method: 'POST',
  path: '/orgs/{org_id}/keys/{id}/rotate',
  result: KeyWithSecret,
  status: 200,
  perOrganization: true,
})

export const ROWS = { listKeys, createKey, getKey, updateKey, revokeKey, rotateKey }
