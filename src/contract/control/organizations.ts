import { Nullable, type Static, Time, Type } from '../schema.js'
import type { ENVIRONMENTS, SCOPES } from '../scopes.js'
import { ClockRecord, ClockSetting } from './clock.js'
import { AnyObject, Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

const perMinute = Type.Integer({ minimum: 1 })

/** The free plan is never refused; any other has a quota of analysis points a calendar month (contract.md section 6). */
export const BillingPlan = Type.Union([
  Type.Literal('free'),
  Closed({ limit: Type.Number({ minimum: 0, description: 'analysis points (APS) in a month' }) }),
])
export type BillingPlan = Static<typeof BillingPlan>

const keysOfScopes = Type.Object({
  push: Type.String(),
  create: Type.String(),
  send: Type.String(),
  mcp_read: Type.String(),
  all: Type.String(),
} satisfies Record<(typeof SCOPES)[number], unknown>)

const keysOfEnvironments = Type.Object({ test: keysOfScopes, live: keysOfScopes } satisfies Record<
  (typeof ENVIRONMENTS)[number],
  unknown
>)

/** `keys` is present at creation, and later if they can be derived (no `--random-keys`). */
export const OrganizationRecord = Type.Object({
  org_id: Type.String(),
  name: Type.String(),
  created_at: Time,
  plan: BillingPlan,
  per_org_per_minute: perMinute,
  rate_limits: Type.Boolean(),
  invite_quota: Nullable(Type.Integer()),
  clock: ClockRecord,
  random_seed: Nullable(Type.Integer()),
  keys: Type.Optional(keysOfEnvironments),
})
export type OrganizationRecord = Static<typeof OrganizationRecord>

const SETTINGS = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  plan: Type.Optional(BillingPlan),
  per_org_per_minute: Type.Optional(perMinute),
  rate_limits: Type.Optional(Type.Boolean()),
  invite_quota: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  clock: Type.Optional(ClockSetting),
  random_seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
  seed: Type.Optional(AnyObject),
}

const listOrganizations = controlRow({
  id: 'listOrganizations',
  noun: 'orgs',
  summary: 'The organisations of this emulator',
  method: 'GET',
  path: '/orgs',
  query: Closed(PAGES),
  result: ListOf(OrganizationRecord),
  status: 200,
  perOrganization: false,
})

const createOrganization = controlRow({
  id: 'createOrganization',
  noun: 'orgs',
  summary: 'Creates an organisation with its keys, its own data, clock and faults',
  method: 'POST',
  path: '/orgs',
  body: Closed(SETTINGS),
  result: Type.Object({ ...OrganizationRecord.properties, keys: keysOfEnvironments }),
  status: 200,
  perOrganization: false,
})

const getOrganization = controlRow({
  id: 'getOrganization',
  noun: 'orgs',
  summary: 'One organisation',
  method: 'GET',
  path: '/orgs/{org_id}',
  result: OrganizationRecord,
  status: 200,
  perOrganization: true,
})

const updateOrganization = controlRow({
  id: 'updateOrganization',
  noun: 'orgs',
  summary: 'Changes name, plan, limits, quotas, clock or seed of an organisation',
  method: 'PATCH',
  path: '/orgs/{org_id}',
  body: Closed(SETTINGS),
  result: OrganizationRecord,
  status: 200,
  perOrganization: true,
})

const deleteOrganization = controlRow({
  id: 'deleteOrganization',
  noun: 'orgs',
  summary: 'Deletes an organisation and everything in it',
  method: 'DELETE',
  path: '/orgs/{org_id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

export const ROWS = { createOrganization, listOrganizations, getOrganization, updateOrganization, deleteOrganization }
