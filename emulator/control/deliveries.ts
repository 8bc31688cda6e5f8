import type { ControlQueryOf } from '../../src/contract/control/index.js'
import { EVENTS } from '../../src/contract/events.js'
import { asTold } from '../commit.js'
import type { Emitted } from '../decision.js'
import { findSchemaFaults } from '../http/check.js'
import { invalid, notFound } from '../http/refusal.js'
import { rowOfId } from '../operations/find.js'
import { deliveriesOf, newDelivery } from '../rules/deliveries.js'
import { newestFirst } from '../state/ledger-order.js'
import type { Delivery, State } from '../state/state.js'
import { deliveryOnWire } from './delivery-on-wire.js'
import type { ControlHandler } from './handler.js'
import { pageOf } from './pages.js'

/** The ledger, newest first. */
export const listDeliveries: ControlHandler<'listDeliveries'> = {
  decide({ query }, { state, world }) {
    const { items, pagination } = pageOf(asked(newestFirst(state, 'deliveries'), query), query, (each) => each.id)
    return { answer: { items: items.map((each) => deliveryOnWire(each, world)), pagination } }
  },
}

export const getDelivery: ControlHandler<'getDelivery'> = {
  decide: ({ params }, { state, world }) => ({ answer: deliveryOnWire(requireDelivery(state, params.id), world) }),
}

/** The same bytes once more, one attempt, with the secret of now. */
export const redeliver: ControlHandler<'redeliver'> = {
  decide({ params }, { state, now, ids, world }) {
    const { subscriptionId, event, eventId, body } = requireDelivery(state, params.id)
    if (!state.subscriptions[subscriptionId]) throw notFound('subscription', String(subscriptionId))
    const again = {
      id: `dlv_${ids.next('delivery')}`,
      subscriptionId,
      event,
      eventId,
      kind: 'redelivery' as const,
      body,
    }
    const row = { ...again, state: 'pending' as const, createdAt: now, nextAttemptAt: now, attempts: [] }
    return {
      answer: deliveryOnWire(row, world),
      summary: `redelivery of ${params.id}`,
      changes: newDelivery(again, now),
    }
  },
}

/** An event by hand, to every subscription that chose it. */
export const emitEvent: ControlHandler<'emitEvent'> = {
  decide({ body }, { state, now, ids, world }) {
    const faults = findSchemaFaults(EVENTS[body.event], body.data)
    if (Object.keys(faults).length > 0) {
      throw invalid(Object.fromEntries(Object.entries(faults).map(([path, text]) => [`data.${path}`, text])))
    }
    const changes = deliveriesOf(state, asTold(world, { event: body.event, data: body.data } as Emitted), now, ids)
    const deliveries = changes.flatMap((each) => (each.type === 'put' && each.table === 'deliveries' ? [each.id] : []))
    return { answer: { deliveries }, summary: `emitted ${body.event}`, changes }
  },
}

function* asked(rows: Iterable<Delivery>, { subscription_id, event, state }: ControlQueryOf<'listDeliveries'>) {
  for (const row of rows) {
    if (subscription_id !== undefined && String(row.subscriptionId) !== subscription_id) continue
    if ((event === undefined || row.event === event) && (state === undefined || row.state === state)) yield row
  }
}

function requireDelivery(state: Readonly<State>, id = ''): Delivery {
  const delivery = rowOfId(state.deliveries, id)
  if (!delivery) throw notFound('delivery', id.slice(0, 40))
  return delivery
}
