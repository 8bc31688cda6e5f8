import { readableError } from '../../src/base/network-errors.js'
import type { Values } from '../../src/contract/assumptions/values.js'
import { DELIVERY_HEADERS } from '../../src/contract/events.js'
import { LIMITS } from '../../src/contract/limits.js'
import { sign } from '../../src/webhooks/signature.js'
import type { Outbound, OutboundRequest } from '../adapters/outbound.js'
import { commitDecision, writeDurably } from '../core/commit.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { afterAttempt, attemptJobId, cancelDue, deliveryBody } from '../rules/deliveries.js'
import { dropOldDeliveries } from '../rules/ledger.js'
import { applyWebhookFaults, type FaultOutcome, isHeld, releaseAfter } from '../rules/webhook-faults.js'
import { remove } from '../state/change.js'
import { idSource } from '../state/ids.js'
import { jobOrder, type Lane } from '../state/job-order.js'
import type { Attempt, Delivery, State, Subscription } from '../state/state.js'

/** An event no version has yet. */
const UNKNOWN_EVENT = 'added.later'

/** Attempts on their way to one subscription: a receiver that is slow holds up its own deliveries, no one else's. */
const MOST_AT_ONCE = 16

/** The name of a subscription's signing secret in the secrets of its organisation. */
export function secretName(subscriptionId: number): string {
  return `subscription:${subscriptionId}`
}

/** One attempt of a delivery, signed with the present secret (SIG-5), and what follows from it; `put off` where a fault postponed it. */
export async function deliverWebhook(
  organization: Organization,
  deliveryId: string,
  service: JobContext,
): Promise<'put off' | 'over'> {
  // No receiver learns of what a crash could still undo.
  await organization.store.durable()
  const { deliveries, subscriptions, organization: record } = organization.store.state
  const delivery = deliveries[deliveryId]
  const subscription = delivery && subscriptions[delivery.subscriptionId]
  if (!delivery || !subscription) {
    await dropJob(organization, deliveryId, service)
    return 'over'
  }
  const { values } = organization.contract
  const outcome = await applyFaults(organization, delivery, service)
  if (outcome.kind === 'later') return 'put off'
  // A fault may have respelled its body.
  const sent = organization.store.state.deliveries[deliveryId] ?? delivery
  const attempt = await attemptOf(organization, sent, subscription, service, outcome)
  if (attempt.status === null && service.jobs.stopping.aborted) return 'over'
  // Attempts that end together share a sync.
  await writeDurably(organization, async () => {
    const { state } = organization.store
    const current = state.deliveries[deliveryId]
    // After a reset the same id is another delivery.
    if (!current || state.organization.instance !== record.instance) return
    const gone = state.subscriptions[subscription.id] === undefined
    const now = timeOf(state.clock, service.clock.now())
    const changes = [
      ...afterAttempt(state, current, attempt, {
        schedule: values['webhook-schedule'].after,
        countsTests: values['webhook-test'].rule === 'counted',
      }),
      ...releaseAfter(state, deliveryId, now),
      ...(gone ? cancelDue(state, subscription.id) : []),
      ...dropOldDeliveries(state, organization.caps.deliveries),
    ]
    const summary = `attempt ${attempt.number} of ${deliveryId}: ${attempt.status ?? readableError(attempt.error)}`
    await commitDecision(organization, { answer: null, summary, changes }, frameOf(organization, service))
  })
  return 'over'
}

/** What the webhook faults make of the attempt; one that was put off by them is not put off again. */
async function applyFaults(organization: Organization, { id }: Delivery, service: JobContext): Promise<FaultOutcome> {
  const isTouched = Object.values(organization.store.state.faults).some(({ operation }) => operation === 'webhook')
  if (!isTouched || isHeld(organization.store.state.jobs[attemptJobId(id)])) return { kind: 'send' }
  return organization.runExclusive(async () => {
    const { state } = organization.store
    const delivery = state.deliveries[id]
    // Cancelled meanwhile: the attempt was on its way already.
    if (delivery?.state !== 'pending') return { kind: 'send' }
    const { outcome, changes } = applyWebhookFaults(state, delivery, timeOf(state.clock, service.clock.now()))
    const summary = `webhook faults of ${id}: ${outcome.kind}`
    await commitDecision(organization, { answer: null, summary, changes }, frameOf(organization, service))
    await organization.store.durable()
    return outcome
  })
}

function frameOf({ store: { state } }: Organization, service: JobContext) {
  return { operation: 'deliverWebhook', now: timeOf(state.clock, service.clock.now()), ids: idSource(state) }
}

/** A job without its delivery would be due for ever. */
function dropJob(organization: Organization, deliveryId: string, service: JobContext): Promise<void> {
  return organization.runExclusive(async () => {
    const { state } = organization.store
    const { [deliveryId]: delivery } = state.deliveries
    if (delivery && state.subscriptions[delivery.subscriptionId]) return
    const changes = [remove('jobs', attemptJobId(deliveryId))]
    await commitDecision(organization, { answer: null, changes }, frameOf(organization, service))
    await organization.store.durable()
  })
}

/** The headers of a delivery, the signature aside (DLV-2 to DLV-4). */
export function deliveryHeaders(delivery: Delivery, { header }: Values['webhook-delivery-id']): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': DELIVERY_HEADERS.userAgent,
    [DELIVERY_HEADERS.event]: delivery.event,
    [header]: delivery.id,
  }
}

/** The same bytes each time, unless retries say when they were sent. */
function bodyOf({ body, attempts, event }: Delivery, now: number, values: Values): string {
  if (attempts.length === 0 || values['webhook-retry-bytes'].rule === 'same') return body
  return deliveryBody(event, (JSON.parse(body) as { data: unknown }).data, now)
}

async function attemptOf(
  organization: Organization,
  delivery: Delivery,
  { id, url, local, ca }: Subscription,
  service: JobContext,
  fault: FaultOutcome,
): Promise<Attempt> {
  const at = timeOf(organization.store.state.clock, service.clock.now())
  const startedAt = service.clock.now()
  const body = Buffer.from(bodyOf(delivery, at, organization.contract.values))
  const secret = organization.store.secret(secretName(id)) ?? ''
  const signature = sign(secret, body)
  const { values } = organization.contract
  const request: OutboundRequest = {
    url,
    headers: { ...deliveryHeaders(delivery, values['webhook-delivery-id']), [DELIVERY_HEADERS.signature]: signature },
    body,
    timeoutMs: LIMITS.webhookTimeoutMs,
    allow: { loopback: true, private: service.settings.allowPrivateWebhooks, plain: local },
    ca,
    signal: service.jobs.stopping,
  }
  const result = await send(request, fault, service)
  // On a frozen clock durations are 0; otherwise two runs with one seed would differ.
  const isFrozen = organization.store.state.clock.mode === 'frozen'
  const durationMs = isFrozen ? 0 : service.clock.now() - startedAt
  const isFirst = delivery.attempts.length === 0
  const isEvolved = service.settings.evolution === 'unknown_events' && isFirst
  if (isEvolved || fault.kind === 'and unknown')
    await sendUnknownEvent(request, secret, service.outbound, values['webhook-delivery-id'].header)
  return { number: delivery.attempts.length + 1, at, ...result, durationMs, signature }
}

type AttemptResult = Pick<Attempt, 'status' | 'error'>

/** The first answer counts, also where a fault sends the same bytes twice. */
async function send(request: OutboundRequest, fault: FaultOutcome, { outbound }: JobContext): Promise<AttemptResult> {
  if (fault.kind === 'drop') return { status: null, error: `lost on its way by fault ${fault.faultId}` }
  const once = (): Promise<AttemptResult> =>
    outbound(request).then(
      ({ status }) => ({ status, error: null }),
      (error: unknown) => ({ status: null, error: error instanceof Error ? error.message : String(error) }),
    )
  const first = await once()
  if (fault.kind === 'twice') await once()
  return first
}

/**
 * Whether a job of a lane may start now, next to what runs. Attempts of events never outnumber the failures left before
 * the one that deactivates, so that none can fail after it (SUB-8).
 */
export function hasAttemptRoom(state: Readonly<State>, { subscriptionId, isOfEvents, running }: Lane): boolean {
  if (subscriptionId === undefined) return true
  const all = jobOrder(state).running((lane) => lane.subscriptionId === subscriptionId)
  return all < MOST_AT_ONCE && (!isOfEvents || running < failuresLeft(state, subscriptionId))
}

function failuresLeft({ subscriptions }: Readonly<State>, subscriptionId: number): number {
  const failures = subscriptions[subscriptionId]?.failureCount ?? 0
  return Math.max(1, LIMITS.failuresBeforeDeactivation - failures)
}

/** Sends an event no version has yet, signed as any other, beside the one `request` was about; its answer does not count. */
async function sendUnknownEvent(
  request: OutboundRequest,
  secret: string,
  outbound: Outbound,
  header: string,
): Promise<void> {
  const known = JSON.parse(Buffer.from(request.body).toString()) as { timestamp: string }
  const body = Buffer.from(
    JSON.stringify({ event: UNKNOWN_EVENT, timestamp: known.timestamp, data: { of: 'a minor version' } }),
  )
  const headers = {
    ...request.headers,
    [DELIVERY_HEADERS.event]: UNKNOWN_EVENT,
    [header]: `${request.headers[header]}_later`,
    [DELIVERY_HEADERS.signature]: sign(secret, body),
  }
  await outbound({ ...request, headers, body }).catch(() => undefined)
}
