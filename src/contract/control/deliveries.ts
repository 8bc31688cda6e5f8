import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { AnyObject, Closed, controlRow, ListOf, PAGES } from './control-row.js'

export const DELIVERY_STATES = ['pending', 'delivered', 'exhausted', 'cancelled'] as const

export const AttemptRecord = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  at: Time,
  status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  duration_ms: Type.Integer({ minimum: 0 }),
  signature: Type.String(),
})

export const DeliveryRecord = Type.Object({
  id: Type.String(),
  subscription_id: Type.String(),
  /** Absent for one of an older version, which did not keep it. */
  url: Type.Optional(Type.String()),
  event: Type.String(),
  event_id: Type.String(),
  state: Words(DELIVERY_STATES),
  next_attempt_at: Nullable(Time),
  attempts: Type.Array(AttemptRecord),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  body_base64: Type.String(),
})
export type DeliveryRecord = Static<typeof DeliveryRecord>

const listDeliveries = controlRow({
  id: 'listDeliveries',
  noun: 'deliveries',
  summary: 'The ledger of webhook deliveries with their attempts, newest first',
  method: 'GET',
  path: '/orgs/{org_id}/deliveries',
  query: Closed({
    subscription_id: Type.Optional(Type.String()),
    // Any name: an event that was emitted unchecked has one of its own.
    event: Type.Optional(Type.String()),
    state: Type.Optional(Words(DELIVERY_STATES)),
    ...PAGES,
  }),
  result: ListOf(DeliveryRecord),
  status: 200,
  perOrganization: true,
})

const getDelivery = controlRow({
  id: 'getDelivery',
  noun: 'deliveries',
  summary: 'One delivery with the exact bytes sent',
  method: 'GET',
  path: '/orgs/{org_id}/deliveries/{id}',
  result: DeliveryRecord,
  status: 200,
  perOrganization: true,
})

const redeliver = controlRow({
  id: 'redeliver',
  noun: 'deliveries',
  summary: 'Sends a delivery again, with the same bytes',
  method: 'POST',
  path: '/orgs/{org_id}/deliveries/{id}/redeliver',
  result: DeliveryRecord,
  status: 200,
  perOrganization: true,
})

const emitEvent = controlRow({
  id: 'emitEvent',
  noun: 'deliveries',
  summary: 'Emits an event to every subscription that includes it',
  method: 'POST',
  path: '/orgs/{org_id}/events',
  body: Closed({
    event: Type.String({ minLength: 1, maxLength: 100 }),
    data: AnyObject,
    unchecked: Type.Optional(
      Type.Boolean({ description: 'any name and any data, to test receivers with unknown events' }),
    ),
  }),
  result: Type.Object({ deliveries: Type.Array(Type.String()) }),
  status: 200,
  perOrganization: true,
})

export const ROWS = { listDeliveries, getDelivery, redeliver, emitEvent }
