import { mustBeOneOf } from '../../src/base/nearest.js'
import type { ControlQueryOf, ControlResultOf } from '../../src/contract/control/index.js'
import { DELIVERY_HEADERS, type Emitted, EVENT_NAMES, EVENTS, type EventName } from '../../src/contract/events.js'
import { formatTime } from '../../src/contract/times.js'
import { findSchemaFaults } from '../core/check-schema.js'
import { eventToWire } from '../core/commit.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid, notFound } from '../core/refusal.js'
import { deliveryHeaders } from '../jobs/deliver-webhook.js'
import { rowOfId } from '../operations/find-rows.js'
import { deliveriesOf, newDelivery } from '../rules/deliveries.js'
import { newestFirst } from '../state/ledger-order.js'
import type { Delivery, State } from '../state/state.js'
import { pageOf } from './pages.js'

/** The ledger, newest first. */
const listDeliveries: ControlHandler<'listDeliveries'> = {
  decide({ query }, { state, organization }) {
    requireSubscription(state, query.subscription_id)
    const { items, pagination } = pageOf(asked(newestFirst(state, 'deliveries'), query), query, (each) => each.id)
    return { answer: { items: items.map((each) => deliveryOnWire(each, organization)), pagination } }
  },
}

const getDelivery: ControlHandler<'getDelivery'> = {
  decide: ({ params }, { state, organization }) => ({
    answer: deliveryOnWire(requireDelivery(state, params.id), organization),
  }),
}

/** The same bytes again, one attempt, with the secret of now. */
const redeliver: ControlHandler<'redeliver'> = {
  decide({ params }, { state, now, ids, organization }) {
    const { subscriptionId, event, eventId, body } = requireDelivery(state, params.id)
    const subscription = state.subscriptions[subscriptionId]
    if (!subscription) throw notFound('subscription', String(subscriptionId))
    const again = {
      id: `dlv_${ids.next('delivery')}`,
      subscriptionId,
      url: subscription.url,
      event,
      eventId,
      kind: 'redelivery' as const,
      body,
    }
    const row = { ...again, state: 'pending' as const, createdAt: now, nextAttemptAt: now, attempts: [] }
    return {
      answer: deliveryOnWire(row, organization),
      summary: `redelivered ${params.id}`,
      changes: newDelivery(again, now),
    }
  },
}

/** An event by hand, to every subscription that chose it; unchecked, one that none could choose goes to all (control.md). */
const emitEvent: ControlHandler<'emitEvent'> = {
  decide({ body: { event, data, unchecked = false } }, { state, now, ids, organization }) {
    if (!unchecked) requireEvent(event, data)
    const isKnown = Object.hasOwn(EVENTS, event)
    const emitted = { event, data } as Emitted
    const onWire = isKnown ? eventToWire(organization, emitted) : emitted
    const changes = deliveriesOf(isKnown ? state : withChoice(state, emitted.event), onWire, now, ids)
    const deliveries = changes.flatMap((each) => (each.type === 'put' && each.table === 'deliveries' ? [each.id] : []))
    return { answer: { deliveries }, summary: `emitted ${event}`, changes }
  },
}

function* asked(rows: Iterable<Delivery>, { subscription_id, event, state }: ControlQueryOf<'listDeliveries'>) {
  for (const row of rows) {
    if (subscription_id !== undefined && String(row.subscriptionId) !== subscription_id) continue
    if ((event === undefined || row.event === event) && (state === undefined || row.state === state)) yield row
  }
}

/** 404 for a subscription that never was; the deliveries of a deleted one are still there. */
function requireSubscription(state: Readonly<State>, id: string | undefined): void {
  if (id === undefined || rowOfId(state.subscriptions, id)) return
  const isDeleted = Object.values(state.deliveries).some(({ subscriptionId }) => String(subscriptionId) === id)
  if (!isDeleted) throw notFound('subscription', id.slice(0, 40))
}

/** 400 for an event that `EVENTS` does not name, or data that its schema refuses (contract.md section 8). */
function requireEvent(event: string, data: unknown): void {
  if (!Object.hasOwn(EVENTS, event)) throw invalid({ event: [mustBeOneOf(EVENT_NAMES, event)] })
  const faults = Object.entries(findSchemaFaults(EVENTS[event as EventName].data, data))
  if (faults.length === 0) return
  throw invalid(Object.fromEntries(faults.map(([path, text]) => [path === '' ? 'data' : `data.${path}`, text])))
}

/** The state as if every subscription had chosen an event. */
function withChoice(state: Readonly<State>, event: EventName): State {
  const subscriptions = Object.entries(state.subscriptions).map(([id, each]) => [id, { ...each, events: [event] }])
  return { ...state, subscriptions: Object.fromEntries(subscriptions) }
}

function requireDelivery(state: Readonly<State>, id = ''): Delivery {
  const delivery = rowOfId(state.deliveries, id)
  if (!delivery) throw notFound('delivery', id.slice(0, 40))
  return delivery
}

/** A delivery with its attempts and the exact bytes; the signature shown is the one of the last attempt. */
export function deliveryOnWire(
  delivery: Delivery,
  { contract }: Pick<Organization, 'contract'>,
): ControlResultOf<'getDelivery'> {
  const last = delivery.attempts.at(-1)
  return {
    id: delivery.id,
    subscription_id: String(delivery.subscriptionId),
    ...(delivery.url !== undefined && { url: delivery.url }),
    event: delivery.event,
    event_id: delivery.eventId,
    state: delivery.state,
    next_attempt_at: delivery.nextAttemptAt === null ? null : formatTime(delivery.nextAttemptAt),
    attempts: delivery.attempts.map(({ number, at, status, error, durationMs, signature }) => ({
      number,
      at: formatTime(at),
      status,
      error,
      duration_ms: durationMs,
      signature,
    })),
    headers: {
      ...deliveryHeaders(delivery, contract.values['webhook-delivery-id']),
      ...(last ? { [DELIVERY_HEADERS.signature]: last.signature } : {}),
    },
    body: delivery.body,
    body_base64: Buffer.from(delivery.body).toString('base64'),
  }
}

export const HANDLERS = { listDeliveries, getDelivery, redeliver, emitEvent }
