import { EVENT_NAMES } from '../events.js'
import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'
import { DeliveryRecord } from './deliveries.js'

export const SUBSCRIPTION_STATES = ['active', 'paused', 'deactivated'] as const

const url = Type.String({ minLength: 1, maxLength: 2_048 })
/** A listener's subscription goes when it is not renewed for so long (real time): by a PATCH that repeats this member. */
const leaseSeconds = Type.Integer({ minimum: 1, maximum: 3_600 })
const events = Type.Array(Words(EVENT_NAMES), { minItems: 1, uniqueItems: true })

export const SubscriptionRecord = Type.Object({
  id: Type.String(),
  url,
  events,
  local: Type.Boolean(),
  state: Words(SUBSCRIPTION_STATES),
  failure_count: Type.Integer({ minimum: 0 }),
  created_at: Time,
  lease_seconds: Nullable(leaseSeconds),
})
export type SubscriptionRecord = Static<typeof SubscriptionRecord>

/** The signing secret is shown once: when the subscription is made, and when the secret is regenerated. */
const SubscriptionWithSecret = Type.Object({ ...SubscriptionRecord.properties, secret: Type.String() })

const listSubscriptions = controlRow({
  id: 'listSubscriptions',
  noun: 'subscriptions',
  summary: 'The webhook subscriptions of an organisation',
  method: 'GET',
  path: '/orgs/{org_id}/subscriptions',
  query: Closed(PAGES),
  result: ListOf(SubscriptionRecord),
  status: 200,
  perOrganization: true,
})

export const createSubscription = controlRow({
  id: 'createSubscription',
  noun: 'subscriptions',
  summary: 'Subscribes a target to events; only this response shows the secret',
  method: 'POST',
  path: '/orgs/{org_id}/subscriptions',
  body: Closed({
    url,
    events,
    local: Type.Optional(Type.Boolean()),
    ca: Type.Optional(Type.String({ minLength: 1, description: 'CA certificate of a local receiver, PEM' })),
    lease_seconds: Type.Optional(leaseSeconds),
  }),
  result: SubscriptionWithSecret,
  status: 200,
  perOrganization: true,
})

const getSubscription = controlRow({
  id: 'getSubscription',
  noun: 'subscriptions',
  summary: 'One webhook subscription',
  method: 'GET',
  path: '/orgs/{org_id}/subscriptions/{id}',
  result: SubscriptionRecord,
  status: 200,
  perOrganization: true,
})

const updateSubscription = controlRow({
  id: 'updateSubscription',
  noun: 'subscriptions',
  summary: 'Changes target or events, pauses, resumes or re-enables a subscription',
  method: 'PATCH',
  path: '/orgs/{org_id}/subscriptions/{id}',
  body: Closed({
    url: Type.Optional(url),
    events: Type.Optional(events),
    state: Type.Optional(Words(['active', 'paused'])),
    lease_seconds: Type.Optional(leaseSeconds),
  }),
  result: SubscriptionRecord,
  status: 200,
  perOrganization: true,
})

const deleteSubscription = controlRow({
  id: 'deleteSubscription',
  noun: 'subscriptions',
  summary: 'Deletes a subscription and cancels its pending deliveries',
  method: 'DELETE',
  path: '/orgs/{org_id}/subscriptions/{id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

const regenerateSecret = controlRow({
  id: 'regenerateSecret',
  noun: 'subscriptions',
  summary: 'Gives a subscription a new signing secret, used from the next attempt on',
  method: 'POST',
  path: '/orgs/{org_id}/subscriptions/{id}/secret',
  result: SubscriptionWithSecret,
  status: 200,
  perOrganization: true,
})

const testSubscription = controlRow({
  id: 'testSubscription',
  noun: 'subscriptions',
  summary: 'Sends a test delivery: one attempt, in any state',
  method: 'POST',
  path: '/orgs/{org_id}/subscriptions/{id}/test',
  result: DeliveryRecord,
  status: 200,
  perOrganization: true,
})

export const ROWS = {
  listSubscriptions,
  createSubscription,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  regenerateSecret,
  testSubscription,
}
