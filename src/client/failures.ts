import type { WireRequest } from '../contract/wire.js'
import { TimeoutError, UnreachableError, WrongHostError } from './errors.js'
import type { Redact } from './redact.js'
import { ANSWER_TOO_LARGE, CONNECT_TIMEOUT } from './transport-http.js'

/** The request surely never left. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  CONNECT_TIMEOUT,
  'UND_ERR_CONNECT_TIMEOUT',
])
const TIMEOUTS = new Set([
  CONNECT_TIMEOUT,
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const TOO_LARGE = new Set([ANSWER_TOO_LARGE, 'UND_ERR_RES_EXCEEDED_MAX_SIZE'])
const CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** The error of ours for what a transport rejected with. The message shows no secret. */
export function describeFailure(
  error: unknown,
  request: WireRequest,
  redact: Redact,
): UnreachableError | WrongHostError {
  const url = redact(new URL(request.url).origin)
  const code = codeOf(error)
  if (TOO_LARGE.has(code)) return new WrongHostError(url, 'its answer is larger than any of the service')
  const said = redact(messageOf(error))
  if (TIMEOUTS.has(code) || nameOf(error) === 'TimeoutError') {
    return new TimeoutError(`${url} did not answer in time`, { url, cause: said, maybeSent: !NOT_SENT.has(code) })
  }
  const certificate = CERTIFICATE.test(code)
  const data = { url, cause: said, maybeSent: !NOT_SENT.has(code) && !certificate }
  const hint = certificate ? 'For a private certificate authority set NODE_EXTRA_CA_CERTS to its file.' : undefined
  return new UnreachableError(`Could not reach ${url}: ${said}`, hint === undefined ? data : { ...data, hint })
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  return String(code ?? cause?.code ?? '')
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** Node joins the failures of several addresses into an error with an empty message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || codeOf(error) || error.name
}
