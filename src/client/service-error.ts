import { isObject } from '../base/is-object.js'
import { parseJson } from '../base/parse-json.js'
import type { WireRequest, WireResponse } from '../contract/wire.js'
import { ServiceError, type ServiceErrorData, WrongHostError } from './errors.js'
import { findHint } from './hints.js'
import { type Redact, redactValue } from './redact.js'

const RETRYABLE = new Set([429, 502, 503, 504])

/** The error of an answer that is no success, which names its request where that is given. A redirect is not followed: it is reported as the wrong host. */
export function errorOfAnswer(
  response: WireResponse,
  url: string,
  redact: Redact,
  request?: Pick<WireRequest, 'method' | 'url'>,
): ServiceError | WrongHostError {
  const { status, headers, body } = response
  if (status < 400) {
    const target = headers.location === undefined ? '' : ` to ${redact(headers.location)}`
    return new WrongHostError(url, `it redirects${target} (${status}); redirects are not followed`)
  }
  const envelope = parseJson(new TextDecoder().decode(body))
  const error = isObject(envelope) && isObject(envelope.error) ? envelope.error : {}
  const code = typeof error.code === 'string' && error.code !== '' ? redact(error.code) : `HTTP_${status}`
  const message =
    typeof error.message === 'string' && error.message !== '' ? redact(error.message) : fallbackMessage(status)
  const data: ServiceErrorData = { status, code, retryable: RETRYABLE.has(status) }
  if (error.details !== undefined && error.details !== null) data.details = redactValue(error.details, redact)
  if (headers['x-request-id'] !== undefined) data.requestId = redact(headers['x-request-id'])
  const hint = headers['x-emulator-hint'] ?? findHint(status, code, isObject(envelope), message)
  if (hint !== undefined) data.hint = redact(hint)
  if (request) data.asked = redact(`${request.method} ${request.url}`)
  return new ServiceError(message, data)
}

function fallbackMessage(status: number): string {
  return `The service answered with status ${status} and no explanation.`
}
