import { EVENTS } from '../../src/contract/events.js'
import { asTold } from '../commit.js'
import type { Emitted } from '../decision.js'
import { findSchemaFaults } from '../http/check.js'
import { invalid, notFound } from '../http/refusal.js'
import { rowOfId } from '../operations/find.js'
import { deliveriesOf, newDelivery } from '../rules/deliveries.js'
import type { Delivery, State } from '../state/state.js'
import { deliveryOnWire } from './delivery-on-wire.js'
import type { ControlHandler } from './handler.js'
import { pageOf } from './pages.js'

/** The ledger, newest first. */
export const listDeliveries: ControlHandler<'listDeliveries'> = {
  decide({ query }, { state, world }) {
    const asked = Object.values(state.deliveries)
      // A snapshot orders its rows by name, so after a restart dlv_10 stands before dlv_9.
      .sort((a, b) => numberOf(b) - numberOf(a))
      .filter((each) => query.subscription_id === undefined || String(each.subscriptionId) === query.subscription_id)
      .filter((each) => query.event === undefined || each.event === query.event)
      .filter((each) => query.state === undefined || each.state === query.state)
    const { items, pagination } = pageOf(asked, query, (each) => each.id)
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

function numberOf({ id }: Delivery): number {
  return Number(id.slice('dlv_'.length))
}

function requireDelivery(state: Readonly<State>, id = ''): Delivery {
  const delivery = rowOfId(state.deliveries, id)
  if (!delivery) throw notFound('delivery', id.slice(0, 40))
  return delivery
}
