import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import { formatTime } from '../../contract/times.js'
import type { DeliveryForm } from '../sample/sample-event.js'
import { signatureUnder } from '../signature.js'

/** An event of a scenario, as it is delivered. */
export interface ProveEvent {
  name: string
  /** Of its delivery, the same each time. */
  id: string
  /** The exact bytes of the first attempt. */
  body: Uint8Array
  /** As it came, in lower case; absent for one that was written by hand, which has to be signed. */
  headers: Readonly<Record<string, string>> | undefined
}

/** How attempts of a delivery are made. */
export interface AttemptForm {
  form: Pick<DeliveryForm, 'header'>
  /** Signs what is sent; what came with a signature keeps it where absent. */
  secret: string | undefined
  /** Whether a retry carries the time it is sent at, instead of the bytes of the first attempt. */
  freshTimes: boolean
}

/** When attempts are due after the first (DLV-12, DLV-13). */
const RETRY_AFTER_MS = [0, 60_000, 360_000] as const

/** What an attempt sends, counting from 1: the same delivery, and the same bytes unless the service dates each attempt. */
export function attemptRequest(
  event: ProveEvent,
  attempt: number,
  { form, secret, freshTimes }: AttemptForm,
): { headers: Record<string, string>; body: Uint8Array } {
  const body = freshTimes ? datedBody(event.body, RETRY_AFTER_MS[attempt - 1] ?? 0) : event.body
  const signature = DELIVERY_HEADERS.signature.toLowerCase()
  const headers = {
    'content-type': 'application/json',
    'user-agent': DELIVERY_HEADERS.userAgent,
    [DELIVERY_HEADERS.event.toLowerCase()]: event.name,
    ...event.headers,
    [form.header]: event.id,
    ...(secret === undefined ? {} : { [signature]: signatureUnder(secret, body) }),
  }
  return { headers, body }
}

function datedBody(body: Uint8Array, laterMs: number): Uint8Array {
  const value = parseJson(Buffer.from(body).toString('utf8'))
  const at = isObject(value) && typeof value.timestamp === 'string' ? Date.parse(value.timestamp) : Number.NaN
  if (laterMs === 0 || Number.isNaN(at)) return body
  return Buffer.from(JSON.stringify({ ...(value as object), timestamp: formatTime(at + laterMs) }))
}

/** A delivery that was saved, and what says which event it is of where several deliveries are of one. */
export interface KeptDelivery {
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  eventId?: string
}

/** The events of saved deliveries in the order they happened, each once: redeliveries, and deliveries to other subscriptions, are left out. */
export function keptEvents(
  deliveries: readonly KeptDelivery[],
  { header }: Pick<DeliveryForm, 'header'>,
): ProveEvent[] {
  const seen = new Set<string>()
  const rows = deliveries.map((delivery, index) => ({
    index,
    at: timeOf(delivery.body),
    ...keptEvent(delivery, header, index),
  }))
  rows.sort((a, b) => a.at - b.at || a.index - b.index)
  return rows.flatMap(({ key, event }) => {
    if (seen.has(key)) return []
    seen.add(key)
    return [event]
  })
}

function keptEvent({ headers, body, eventId }: KeptDelivery, header: string, index: number) {
  const value = parseJson(Buffer.from(body).toString('utf8'))
  const said = headers[DELIVERY_HEADERS.event.toLowerCase()]
  const name = said ?? (isObject(value) && typeof value.event === 'string' ? value.event : 'unknown event')
  const id = headers[header]
  const event: ProveEvent = { name, id: id ?? `dlv_${index + 1}`, body, headers }
  return { key: eventId ?? id ?? Buffer.from(body).toString('base64'), event }
}

/** When an event happened, by its body; 0 if that does not say. */
function timeOf(body: Uint8Array): number {
  const value = parseJson(Buffer.from(body).toString('utf8'))
  const at = isObject(value) && typeof value.timestamp === 'string' ? Date.parse(value.timestamp) : Number.NaN
  return Number.isNaN(at) ? 0 : at
}
