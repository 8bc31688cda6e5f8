import type { WireRequest } from '../contract/wire.js'
import { InDoubtError, UnreachableError, WrongHostError } from './errors.js'
import type { Redact } from './redact.js'
import { isLost } from './retry.js'
import type { Try } from './send.js'
import { errorOfAnswer, findDoubtHint, type OurWords } from './service-error.js'

/** Whether it is unknown after this try if the request was carried out. `isInDoubt`: whether it was unknown before. */
export function leavesDoubt({ response, failure }: Try, isInDoubt: boolean, words: OurWords): boolean {
  if (!response) return isInDoubt || (failure instanceof UnreachableError && failure.maybeSent)
  if (response.status < 400) return false
  const error = errorOfAnswer(response, '', String, undefined, words)
  if (error instanceof WrongHostError) return isInDoubt
  return !error.provesNothingDone && (isInDoubt || isLost(error.meant))
}

/** The failure of a request whose signal aborted after it was sent. */
export function interrupted(request: WireRequest, redact: Redact): UnreachableError {
  return new UnreachableError('interrupted', { url: redact(new URL(request.url).origin), maybeSent: true })
}

/** The error for a write that may have been carried out; says how its last try ended. */
export function inDoubt(
  request: WireRequest,
  { response, failure }: Try,
  operation: string,
  redact: Redact,
): InDoubtError {
  const { origin, pathname } = new URL(request.url)
  const why = response
    ? `the response was ${response.status}`
    : `no response arrived (${String(failure?.cause ?? failure?.message)})`
  const idempotencyKey = request.headers['idempotency-key']
  return new InDoubtError(`${request.method} ${redact(pathname)} may have succeeded: ${why}`, {
    url: redact(origin),
    idempotencyKey,
    status: response?.status,
    requestId: response?.headers['x-request-id'],
    hint: findDoubtHint(operation, idempotencyKey),
    cause: failure,
  })
}
