import { ownSecrets } from '../../cli/environment-secrets.js'
import type { Factory } from '../../cli/factory.js'
import { openTransport, unrecorded } from '../../cli/transport.js'
import { InDoubtError, UnreachableError } from '../../client/errors.js'
import { describeFailure } from '../../client/failures.js'
import { createRedact } from '../../client/redact.js'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import { LIMITS } from '../../contract/limits.js'
import type { Transport } from '../../contract/wire.js'
import { presented, type Result } from '../../output/outcome.js'
import { span } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import type { DeliveryForm } from '../../webhooks/tools.js'

/** An answer beyond it is no receiver's. */
const ANSWER_BYTES = 16 * 1024 * 1024

/** What was sent to a receiver, and what it answered. */
export interface SentDelivery {
  to: string
  event: string | null
  delivery: string | null
  signature: string | null
  bytes: number
  status: number
  duration_ms: number
}

interface SendOptions {
  url: string
  /** Lower-case names. */
  headers: Record<string, string>
  body: Uint8Array
  form: DeliveryForm
}

/** How a receiver is reached: that of the environment, else over sockets. What goes wrong is said without the secrets of the environment. */
export function receiverTransport(factory: Factory): Transport {
  const transport = openTransport(unrecorded(factory), ANSWER_BYTES)
  const redact = createRedact(ownSecrets(factory.environment.env))
  return async (request) => {
    try {
      return await transport(request)
    } catch (error) {
      if (error instanceof Error) error.message = redact(error.message)
      throw error
    }
  }
}

/**
 * Posts these bytes to a receiver, which has 30 s (DLV-9), or what `--timeout` says. Refuses with exit code 9 if it can't be
 * reached, and 13 if it may have accepted the delivery but no response arrived.
 */
export async function sendDelivery(factory: Factory, { url, headers, body, form }: SendOptions): Promise<SentDelivery> {
  const { environment, signal } = factory
  const timeoutMs = LIMITS.webhookTimeoutMs
  const request = { method: 'POST', url, headers, body, timeoutMs, signal }
  const startedAt = environment.monotonic()
  const { status } = await receiverTransport(factory)(request).catch((error: unknown) => {
    const failure = describeFailure(error, request, createRedact([]))
    const { message } = failure
    if (failure instanceof UnreachableError && failure.maybeSent)
      throw inDoubt(url, signal.aborted ? 'interrupted' : message, error)
    signal.throwIfAborted()
    throw receiverUnreachable(failure)
  })
  const header = (name: string) => headers[name.toLowerCase()] ?? null
  return {
    to: url,
    event: header(DELIVERY_HEADERS.event),
    delivery: header(form.header),
    signature: header(DELIVERY_HEADERS.signature),
    bytes: body.length,
    status,
    duration_ms: Math.round(environment.monotonic() - startedAt),
  }
}

/** What to do where the receiver can't be reached. */
export const UNREACHED_HINT = 'Check the address, and that the receiver is running.'

/** The receiver can't be reached: exit code 9. */
export function receiverUnreachable(cause: Error): Failure {
  const { message } = cause
  return new Failure({ exit: 'unreachable', code: 'RECEIVER_UNREACHABLE', message, hint: UNREACHED_HINT, cause })
}

/** A delivery is a write: with its answer lost, no one here knows whether it was taken. */
function inDoubt(url: string, why: string, cause: unknown): InDoubtError {
  return new InDoubtError(`the receiver may have accepted the delivery, but no response arrived: ${why}`, {
    url: new URL(url).origin,
    idempotencyKey: undefined,
    status: undefined,
    requestId: undefined,
    hint: 'Check the receiver before you send the delivery again.',
    cause,
  })
}

/** What was sent, as a result: exit code 1 unless the receiver accepted it (DLV-8). */
export function sentResult(sent: SentDelivery): Result {
  const accepted = sent.status >= 200 && sent.status < 300
  return presented({
    data: sent,
    shown: sent,
    view: ({ to, event, bytes, status, duration_ms }, style) => {
      const mark = accepted ? style.green('✓') : style.red('✗')
      return [`${mark} ${event ?? 'The delivery'} (${bytes} bytes) to ${to}: ${status} after ${span(duration_ms)}`]
    },
    exitCode: accepted ? EXIT.done : EXIT.failure,
  })
}

/** The address of a receiver. Refuses what is not a http or https URL. */
export function requireReceiverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw wrongUsage(`${text} is not a receiver URL`, 'Give a URL such as http://127.0.0.1:8080/webhooks.')
}
