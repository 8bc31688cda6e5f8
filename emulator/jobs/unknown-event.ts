import { DELIVERY_HEADERS } from '../../src/contract/events.js'
import { sign } from '../../src/webhooks/signature.js'
import type { Outbound, OutboundRequest } from '../adapters/outbound.js'

const EVENT = 'added.later'

/** Sends an event no version has yet, signed as any other, beside the one `request` was about; its answer does not count. */
export async function sendUnknownEvent(
  request: OutboundRequest,
  secret: string,
  outbound: Outbound,
  header: string,
): Promise<void> {
  const known = JSON.parse(Buffer.from(request.body).toString()) as { timestamp: string }
  const body = Buffer.from(
    JSON.stringify({ event: EVENT, timestamp: known.timestamp, data: { of: 'a minor version' } }),
  )
  const headers = {
    ...request.headers,
    [DELIVERY_HEADERS.event]: EVENT,
    [header]: `${request.headers[header]}_later`,
    [DELIVERY_HEADERS.signature]: sign(secret, body),
  }
  await outbound({ ...request, headers, body }).catch(() => undefined)
}
