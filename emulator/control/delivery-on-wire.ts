import type { ControlResultOf } from '../../src/contract/control/index.js'
import { DELIVERY_HEADERS } from '../../src/contract/events.js'
import { formatTime } from '../../src/contract/times.js'
import type { Organization } from '../core/organization.js'
import { deliveryHeaders } from '../jobs/deliver-webhook.js'
import type { Delivery } from '../state/state.js'

/** A delivery with its attempts and the exact bytes; the signature shown is the one of the last attempt. */
export function deliveryOnWire(
  delivery: Delivery,
  { overrides }: Pick<Organization, 'overrides'>,
): ControlResultOf<'getDelivery'> {
  const last = delivery.attempts.at(-1)
  return {
    id: delivery.id,
    subscription_id: String(delivery.subscriptionId),
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
      ...deliveryHeaders(delivery, overrides.values['webhook-delivery-id']),
      ...(last ? { [DELIVERY_HEADERS.signature]: last.signature } : {}),
    },
    body: delivery.body,
    body_base64: Buffer.from(delivery.body).toString('base64'),
  }
}
