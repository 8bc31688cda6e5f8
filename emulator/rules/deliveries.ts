import type { Emitted } from '../../src/contract/events.js'
import { LIMITS } from '../../src/contract/limits.js'
import { formatTime } from '../../src/contract/times.js'
import { type Change, put, remove } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { Attempt, Delivery, State, Subscription } from '../state/state.js'

/** The deliveries an event causes, one for each active subscription that chose it, first attempt due at once (SUB-2). */
export function deliveriesOf(state: State, emitted: Emitted, now: number, ids: IdSource): Change[] {
  const receivers = Object.values(state.subscriptions).filter(
    (each) => each.state === 'active' && each.events.includes(emitted.event),
  )
  if (receivers.length === 0) return []
  const eventId = `evt_${ids.next('event')}`
  const body = deliveryBody(emitted.event, emitted.data, now)
  return receivers.flatMap((each) => {
    const id = `dlv_${ids.next('delivery')}`
    const { id: subscriptionId, url } = each
    return newDelivery({ id, subscriptionId, url, event: emitted.event, eventId, kind: 'event', body }, now)
  })
}

/** The bytes that are signed and sent: compact JSON, the same for every attempt (DLV-5 to DLV-7). */
export function deliveryBody(event: string, data: unknown, now: number): string {
  return JSON.stringify({ event, timestamp: formatTime(now), data })
}

/** A delivery whose first attempt is due now. */
export function newDelivery(
  what: Pick<Delivery, 'id' | 'subscriptionId' | 'url' | 'event' | 'eventId' | 'kind' | 'body'>,
  now: number,
): Change[] {
  const delivery: Delivery = { ...what, state: 'pending', createdAt: now, nextAttemptAt: now, attempts: [] }
  return [put('deliveries', what.id, delivery), attemptJob(delivery, now)]
}

/**
 * What follows an attempt: delivered; or due again 60 and 360 s after the event; or exhausted after the third (DLV-8 to
 * DLV-14). Attempts of events move the failure count, and the 10th failure in a row deactivates (SUB-8, SUB-13, SUB-14),
 * which cancels what was still due, of this delivery and of others.
 */
export function afterAttempt(
  state: State,
  delivery: Delivery,
  attempt: Attempt,
  {
    schedule = LIMITS.webhookAttemptsMs,
    countsTests = false,
  }: { schedule?: readonly number[]; countsTests?: boolean } = {},
): Change[] {
  const ok = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  const attempts = [...delivery.attempts, attempt]
  const subscription = state.subscriptions[delivery.subscriptionId]
  const counted =
    subscription && (countsTests || delivery.kind === 'event') ? afterOutcome(subscription, ok) : undefined
  const cancelled = delivery.state !== 'pending'
  const isRetried = !ok && delivery.kind === 'event' && subscription !== undefined
  const nextAt = isRetried ? nextDueAt(delivery, schedule[attempts.length]) : undefined
  const dueAt = !cancelled && counted?.state === 'active' ? nextAt : undefined
  const unfinished = cancelled || nextAt !== undefined ? 'cancelled' : 'exhausted'
  const next: Delivery = {
    ...delivery,
    attempts,
    nextAttemptAt: dueAt ?? null,
    state: ok ? 'delivered' : dueAt === undefined ? unfinished : 'pending',
  }
  return [
    put('deliveries', delivery.id, next),
    dueAt === undefined ? remove('jobs', attemptJobId(delivery.id)) : attemptJob(next, dueAt),
    ...(counted ? [put('subscriptions', counted.id, counted)] : []),
    ...(counted?.state === 'deactivated' && subscription?.state === 'active'
      ? cancelDue(state, counted.id, delivery.id)
      : []),
  ]
}

/** Cancels what is due to a subscription: it was paused, deactivated or deleted (contract.md section 8). */
export function cancelDue(state: State, subscriptionId: number, except?: string): Change[] {
  return Object.values(state.deliveries)
    .filter((each) => each.subscriptionId === subscriptionId && each.state === 'pending' && each.id !== except)
    .flatMap((each) => [
      put('deliveries', each.id, { ...each, state: 'cancelled', nextAttemptAt: null }),
      remove('jobs', attemptJobId(each.id)),
    ])
}

/** A subscription is gone, and with it what was due to it. */
export function withoutSubscription(state: State, subscriptionId: number): Change[] {
  return [...cancelDue(state, subscriptionId), remove('subscriptions', subscriptionId)]
}

function afterOutcome(subscription: Subscription, ok: boolean): Subscription {
  if (ok) return { ...subscription, failureCount: 0 }
  const failureCount = subscription.failureCount + 1
  const deactivated = subscription.state === 'active' && failureCount >= LIMITS.failuresBeforeDeactivation
  return { ...subscription, failureCount, state: deactivated ? 'deactivated' : subscription.state }
}

function nextDueAt(delivery: Delivery, offset: number | undefined): number | undefined {
  return offset === undefined ? undefined : delivery.createdAt + offset
}

function attemptJob(delivery: Delivery, dueAt: number): Change {
  return put('jobs', attemptJobId(delivery.id), {
    id: attemptJobId(delivery.id),
    kind: 'attempt',
    dueAt,
    deliveryId: delivery.id,
  })
}

/** The one waiting attempt of a delivery. */
export function attemptJobId(deliveryId: string): string {
  return `attempt:${deliveryId}`
}
