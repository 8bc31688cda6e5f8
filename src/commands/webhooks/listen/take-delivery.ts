import { relative } from 'node:path'
import { putCapped } from '../../../base/capped-map.js'
import { readableError } from '../../../base/network-errors.js'
import type { Factory } from '../../../cli/factory.js'
import { CAPS } from '../../../contract/caps.js'
import { DELIVERY_HEADERS } from '../../../contract/events.js'
import { LIMITS } from '../../../contract/limits.js'
import type { SeenDelivery } from '../../../ui/listen-display.js'
import { diagnose } from '../../../webhooks/tools.js'
import { endToEndHeaders } from '../end-to-end-headers.js'
import { receiverTransport } from '../send-delivery.js'
import type { Arrived, ReceiverAnswer } from './receiver.js'
import { saveDelivery } from './save-delivery.js'

/** What a listener does with a delivery, and what it remembers of those before. */
export interface ListenerContext {
  factory: Factory
  /** The header that identifies a delivery, in lower case. */
  idHeader: string
  /** Known once the subscription is made; a delivery may come first. */
  secrets(): Promise<readonly string[]>
  forwardTo: string | undefined
  /** Further headers of what is forwarded, by lower-case name. */
  headers: Record<string, string>
  /** Absolute. */
  saveIn: string | undefined
  /** A status to answer with, this many times if that is given. */
  respond: { status: number; times: number } | undefined
  seen: { count: number; deliveries: Map<string, number>; bodies: { id: string; body: Buffer }[] }
}

/** An answer must not wait for a long search. */
const BUDGET = { hmacs: 10_000, bytes: 32 * 1024 * 1024 }

/** Verifies a delivery, saves it, forwards it, and says what to answer: as asked, else what the target said, else 204 or 401 (SIG-4). */
export async function takeDelivery(
  listener: ListenerContext,
  arrived: Arrived,
): Promise<{ answer: ReceiverAnswer; seen: SeenDelivery }> {
  const at = listener.factory.environment.now()
  const header = (name: string) => arrived.headers[name.toLowerCase()] ?? null
  const delivery = header(listener.idHeader)
  const again = delivery !== null && listener.seen.deliveries.has(delivery)
  listener.seen.count += 1
  const number = listener.seen.count
  if (delivery !== null) putCapped(listener.seen.deliveries, delivery, number, CAPS.heardDeliveries.most)
  const checked = await check(listener, arrived, header(DELIVERY_HEADERS.signature) ?? '')
  remember(listener, delivery ?? `number ${number}`, arrived.body)
  const saved =
    listener.saveIn === undefined
      ? null
      : await saveDelivery(listener.saveIn, arrived, { at, header: listener.idHeader })
  const forwarded = listener.forwardTo === undefined ? undefined : await forward(listener, arrived, listener.forwardTo)
  const answer = chooseAnswer(listener, forwarded?.answer, checked.verified)
  const seen: SeenDelivery = {
    number,
    at: new Date(at).toISOString(),
    event: header(DELIVERY_HEADERS.event),
    delivery,
    again,
    ...checked,
    bytes: arrived.body.length,
    status: answer.status,
    forwarded: forwarded?.outcome ?? null,
    saved: saved === null ? null : `${relative(listener.factory.environment.cwd, listener.saveIn!) || '.'}/${saved}`,
  }
  return { answer, seen }
}

async function check({ secrets, seen }: ListenerContext, { body, headers }: Arrived, signature: string) {
  const known = await secrets()
  const diagnosis = diagnose({ body, headers, signature, secrets: known, others: seen.bodies, budget: BUDGET })
  if (diagnosis.verified) return { verified: true, cause: null }
  const { sentence = null, delivery } = diagnosis.cause ?? {}
  return { verified: false, cause: delivery === undefined ? sentence : `${sentence} It is that of ${delivery}.` }
}

function remember({ seen }: ListenerContext, id: string, body: Buffer): void {
  if (body.length <= LIMITS.webhookResponseBytes) seen.bodies.push({ id, body })
  if (seen.bodies.length > CAPS.heardBodies.most) seen.bodies.shift()
}

function chooseAnswer(
  listener: ListenerContext,
  forwarded: ReceiverAnswer | undefined,
  verified: boolean,
): ReceiverAnswer {
  if (listener.respond && listener.respond.times > 0) {
    listener.respond.times -= 1
    return { status: listener.respond.status }
  }
  return forwarded ?? { status: verified ? 204 : 401 }
}

/** Passes on the exact bytes and headers; what the target answers is the answer, 502 where it gives none. */
async function forward({ factory, headers: further }: ListenerContext, { body, headers }: Arrived, url: string) {
  const { environment, signal } = factory
  const startedAt = environment.monotonic()
  const duration = () => Math.round(environment.monotonic() - startedAt)
  const request = {
    method: 'POST',
    url,
    headers: { ...endToEndHeaders(headers), ...further },
    body,
    timeoutMs: LIMITS.webhookTimeoutMs,
    signal,
  }
  try {
    const { status, headers: said, body: text } = await receiverTransport(factory)(request)
    const type = said['content-type']
    const answer: ReceiverAnswer = { status, ...(type ? { headers: { 'content-type': type } } : {}), body: text }
    return { answer, outcome: { status, error: null, duration_ms: duration() } }
  } catch (error) {
    const reason = readableError(error instanceof Error ? error.message || error.name : String(error))
    return { answer: { status: 502 }, outcome: { status: null, error: reason, duration_ms: duration() } }
  }
}
