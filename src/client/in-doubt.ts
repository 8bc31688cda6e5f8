import { provesNothingDone } from '../contract/errors.js'
import type { WireRequest } from '../contract/wire.js'
import { InDoubtError, UnreachableError } from './errors.js'
import type { Redact } from './redact.js'
import { isLost } from './retry.js'
import type { Try } from './send.js'
import { errorOfAnswer, findDoubtHint } from './service-error.js'

/** Whether it is unknown after this try if the request was carried out. `isInDoubt`: whether it was unknown before. */
export function leavesDoubt({ response, failure }: Try, isInDoubt: boolean): boolean {
  if (!response) return isInDoubt || (failure instanceof UnreachableError && failure.maybeSent)
  const { status } = response
  if (status < 400 || provesNothingDone({ status, code: codeOf(response) })) return false
  return isInDoubt || isLost(status)
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
  const why = response ? `status ${response.status}` : String(failure?.cause ?? failure?.message)
  const idempotencyKey = request.headers['idempotency-key']
  return new InDoubtError(
    `${request.method} ${redact(pathname)} may have been carried out, but its answer was lost (${why})`,
    {
      url: redact(origin),
      idempotencyKey,
      status: response?.status,
      requestId: response?.headers['x-request-id'],
      hint: findDoubtHint(operation, idempotencyKey),
      cause: failure,
    },
  )
}

function codeOf(response: NonNullable<Try['response']>): string {
  const error = errorOfAnswer(response, '', String)
  return error.name === 'ServiceError' ? error.code : ''
}
