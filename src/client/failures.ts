import { readableError } from '../base/network-errors.js'
import { isLoopback } from '../contract/base-url.js'
import type { WireRequest } from '../contract/wire.js'
import { TimeoutError, UnreachableError, WrongHostError } from './errors.js'
import { NotSentError } from './not-sent.js'
import { findProxy } from './proxy.js'
import type { Redact } from './redact.js'
import { ANSWER_TOO_LARGE, CONNECT_TIMEOUT, TUNNEL_FAILED } from './transport-http.js'

/** By these, a transport that doesn't reject with `NotSentError`, such as one of a user's own, shows that the request never left. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  CONNECT_TIMEOUT,
  TUNNEL_FAILED,
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
/** Node gives a connection that broke before TLS was agreed on the code of any broken connection. */
const BROKEN_HANDSHAKE = /before secure TLS connection was established/

const PRIVATE_AUTHORITY = 'For a private certificate authority set NODE_EXTRA_CA_CERTS to its file.'
const EMULATORS_OWN =
  'For an emulator with HTTPS, pass its `certificate`, or set NODE_EXTRA_CA_CERTS as `inpk emulator env` prints it in its folder.'

/** What to do where a certificate is not trusted: on this machine it is most likely one an emulator made for itself. */
export function hintOnAuthority({ hostname }: URL): string {
  return isLoopback(hostname) ? EMULATORS_OWN : PRIVATE_AUTHORITY
}

/** Faults in talking to a host that was reached, by their code: what is said of them instead, and what to do. Nothing was sent. */
const WRONG_SPEECH: { code: RegExp; said?: string; hint: string }[] = [
  {
    code: /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/,
    said: 'it does not speak TLS on this port',
    hint: 'Check the port; a service without TLS, such as the emulator, needs http://.',
  },
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    hint: 'The certificate is for another host: check the host name in its URL.',
  },
  {
    code: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    hint: 'Check the clock of this machine; if it is right, whoever runs the host has to renew the certificate.',
  },
  {
    code: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_)/,
    hint: PRIVATE_AUTHORITY,
  },
]

/** The error of ours for what a transport rejected with. It names the proxy, where there is one; the message shows no secret. */
export function describeFailure(
  rejection: unknown,
  request: WireRequest,
  redact: Redact,
): UnreachableError | WrongHostError {
  const isUnsent = rejection instanceof NotSentError
  const error = isUnsent ? rejection.cause : rejection
  const url = redact(new URL(request.url).origin)
  const code = codeOf(error)
  if (TOO_LARGE.has(code)) return new WrongHostError(url, 'the response is larger than any the service sends')
  const cause = redact(messageOf(error))
  const proxy = findProxy(new URL(request.url), process.env)
  const through = proxy === undefined ? '' : ` through the proxy ${redact(withoutCredentials(proxy))}`
  if (TIMEOUTS.has(code) || nameOf(error) === 'TimeoutError') {
    const maybeSent = !isUnsent && !NOT_SENT.has(code)
    return new TimeoutError(`${url}${through} did not respond in time`, { url, cause, maybeSent })
  }
  const wrong = WRONG_SPEECH.find((each) => each.code.test(code))
  const { said, hint } = wrong ? { said: cause, ...wrong } : { said: readableError(cause), hint: undefined }
  const maybeSent = !isUnsent && !NOT_SENT.has(code) && hint === undefined && !BROKEN_HANDSHAKE.test(cause)
  const data = { url, cause, maybeSent }
  const shown = hint === PRIVATE_AUTHORITY ? hintOnAuthority(new URL(request.url)) : hint
  return new UnreachableError(
    `could not reach ${url}${through}: ${said}`,
    shown === undefined ? data : { ...data, hint: shown },
  )
}

function withoutCredentials(proxy: string): string {
  return URL.canParse(proxy) ? new URL(proxy).origin : proxy.replace(/^.*@/, '')
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
