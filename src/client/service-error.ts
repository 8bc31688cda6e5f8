import { isObject } from '../base/is-object.js'
import { parseJson } from '../base/parse-json.js'
import { provesNothingDone } from '../contract/errors.js'
import type { Contract } from '../contract/facts/contract.js'
import type { WireWords } from '../contract/operation.js'
import type { OperationId } from '../contract/operations/index.js'
import type { WireRequest, WireResponse } from '../contract/wire.js'
import { ServiceError, type ServiceErrorData, WrongHostError } from './errors.js'
import { type Redact, redactValue } from './redact.js'

const RETRYABLE = new Set([429, 502, 503, 504])

/** Codes and details of error answers in our words, where facts say which those are. */
export interface OurWords {
  code(status: number, code: string): string
  status(status: number, code: string): number
  provesNothingDone(failure: { status: number; code: string }): boolean
  details(details: unknown): unknown
}

/** How errors of an operation are read under a contract; without facts as they are. */
export function ourWordsFor(contract: Contract, id: OperationId, words: WireWords): OurWords {
  if (Object.keys(contract.facts).length === 0) return AS_SENT
  return {
    ...ourWordsUnder(contract),
    details: (details) => {
      const fields = contract.detailsFromWire(details)
      const codecs = [contract.codecOf(id, 'body', words), contract.codecOf(id, 'query', words)]
      const ours = (path: string) => codecs.reduce((at, codec) => codec?.pathFromWire(at) ?? at, path)
      return fields ? Object.fromEntries(Object.entries(fields).map(([path, texts]) => [ours(path), texts])) : details
    },
  }
}

/** The same for any request. */
export function ourWordsUnder(contract: Contract): OurWords {
  if (Object.keys(contract.facts).length === 0) return AS_SENT
  const isBusy = contract.values['idempotency-waits'].rule === 'conflict'
  return {
    code: contract.errorCode,
    status: contract.errorStatus,
    // A service that refuses a second request while the first one runs says by that that the first may be carried out.
    provesNothingDone: (failure) => provesNothingDone(failure) && !(isBusy && failure.status === CONFLICT),
    details: (details) => details,
  }
}

const CONFLICT = 409

export const AS_SENT: OurWords = {
  code: (_status, code) => code,
  status: (status) => status,
  provesNothingDone,
  details: (details) => details,
}

/** The error of an answer that isn't a success; it names `request` if that is given. A redirect is reported as the wrong host. */
export function errorOfAnswer(
  response: WireResponse,
  url: string,
  redact: Redact,
  request?: Pick<WireRequest, 'method' | 'url'>,
  words = AS_SENT,
): ServiceError | WrongHostError {
  const { status, headers, body } = response
  if (status < 400) {
    const target = headers.location === undefined ? '' : ` to ${redact(headers.location)}`
    return new WrongHostError(url, `it redirects${target} (${status}); redirects are not followed`)
  }
  const envelope = parseJson(new TextDecoder().decode(body))
  const error = isObject(envelope) && isObject(envelope.error) ? envelope.error : {}
  const isCoded = typeof error.code === 'string' && error.code !== ''
  const sent = isCoded ? String(error.code) : ''
  const meant = words.status(status, sent)
  const code = isCoded ? redact(words.code(status, sent)) : `HTTP_${status}`
  const message =
    typeof error.message === 'string' && error.message !== ''
      ? redact(error.message)
      : redact(fallbackMessage(status, isCoded ? '' : new TextDecoder().decode(body)))
  const isUndone = words.provesNothingDone({ status: meant, code })
  const data: ServiceErrorData = { status, meant, code, retryable: RETRYABLE.has(meant), provesNothingDone: isUndone }
  if (isCoded) data.sentCode = redact(sent)
  if (error.details !== undefined && error.details !== null) {
    data.details = redactValue(words.details(error.details), redact)
  }
  if (headers['x-request-id'] !== undefined) data.requestId = redact(headers['x-request-id'])
  const hint = headers['x-emulator-hint'] ?? findHint(meant, code, isObject(envelope), message)
  if (hint !== undefined) data.hint = redact(hint)
  if (request) data.asked = redact(`${request.method} ${request.url}`)
  return new ServiceError(message, data)
}

/** The status of an answer by our contract. */
export function statusMeant(response: WireResponse, words: OurWords): number {
  if (response.status < 400 || words === AS_SENT) return response.status
  const error = errorOfAnswer(response, '', String, undefined, words)
  return error instanceof ServiceError ? error.meant : response.status
}

const MOST_QUOTED = 200

/** What an answer that is no error of the service says: its text, unless that is a page for a browser. */
function fallbackMessage(status: number, body: string): string {
  const text = body.replace(/\s+/g, ' ').trim()
  if (text !== '' && !text.startsWith('<')) {
    const quoted = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)} …` : text
    return `the service responded with status ${status}: ${quoted}`
  }
  return `the service responded with status ${status} and no explanation`
}

const NEW_KEY = 'This Idempotency-Key was used with another payload: use a new key.'

/** What to do next, by code; the codes of the interface and those this project assumed. */
const BY_CODE: Record<string, string> = {
  IDEMPOTENCY_KEY_REUSED: NEW_KEY,
  SYNC_REQUIRES_EXTERNAL_ID: 'Give every item an external_id, or push without sync.',
  INSUFFICIENT_PERMISSION:
    'Use a key with a scope that allows this; `client.getMe()` shows the scope of the current one.',
  MCP_KEY_UNBOUND: 'The member who created this key is inactive or deleted: create a new key as an active member.',
  SENDER_DOMAIN_UNVERIFIED:
    "Verify the organisation's sending domain on the dashboard, or in the emulator with `control.setSenderDomain()`.",
  SOURCE_NOT_PUBLISHED: 'Publish the source first: `client.publishSource()`.',
  INVITE_TEMPLATE_MISSING: 'Write one on the dashboard, or in the emulator with `control.setTemplate()`.',
  HISTORY_ERASED: 'For an earlier state, restore a snapshot: `control.each.snapshots()` lists them.',
  SYNC_PUSH_TIMEOUT: 'Push fewer items at once, or push without sync.',
}

/** A hint for an error, or undefined. `envelope`: whether the answer was JSON at all. */
export function findHint(status: number, code: string, envelope: boolean, message = ''): string | undefined {
  if (!envelope && status < 500) return 'The response is not from the API: check the base URL and its prefix.'
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code]
  if (status === 404) return NOT_FOUND.find(([names]) => names.test(message))?.[1]
  // A 409 has many reasons, and only its message says which.
  if (status === CONFLICT) return /idempoten/i.test(message) ? NEW_KEY : undefined
  return Object.hasOwn(BY_STATUS, status) ? BY_STATUS[status] : undefined
}

/** What to do next, by status: the interface does not show every code, so the status decides if none is known (CLI-5). */
const BY_STATUS: Record<number, string> = {
  401: 'Check the API key: it may be mistyped, revoked or rotated.',
  402: 'The analysis points of this period are used up: wait for the next period, or ask for more points.',
  413: 'Send less at once.',
  429: 'The rate limit is used up: wait and try again.',
  503: 'The service is busy: wait and try again.',
}

/** What the emulator calls its things, and their list in the control client. */
const CONTROL_LISTS = [
  ['snapshot', 'snapshots'],
  ['delivery', 'deliveries'],
  ['key', 'keys'],
  ['(?:active )?member', 'members'],
  ['(?:connection|pending sign-in)', 'connections'],
  ['subscription', 'subscriptions'],
  ['fault', 'faults'],
  ['monitor', 'monitors'],
  ['report subscription', 'reports'],
  ['email', 'messages'],
  ['change', 'changes'],
  ['item', 'items'],
  ['request', 'requests'],
] as const

/** What to do about something that was not found, by how the message names it. */
const NOT_FOUND: readonly (readonly [RegExp, string])[] = [
  [/^\/\S* not found\b|\b(cannot (get|post)|path|route|endpoint|url)\b/i, 'Check the path, `baseUrl` and `prefix`.'],
  [/^invite template of source \S+ not found/, '`control.setTemplate()` writes one.'],
  [/\b(source|survey|field|question)\b/, '`client.each.sources()` shows the sources this key can see.'],
  [/\b(group|survey_series)\b/, '`client.each.groups()` shows the groups this key can see.'],
  [/\btask\b/, 'Check the id, and that this key belongs to the organisation that started the task.'],
  [/\borganisation \S+ not found on this emulator/, '`control.each.organizations()` lists them.'],
  ...CONTROL_LISTS.map(
    ([noun, list]) => [new RegExp(`^${noun} \\S+ not found(?:;|$)`), `\`control.each.${list}()\` lists them.`] as const,
  ),
  [/^assumption \S+ not found/, '`control.listAssumptions()` lists them.'],
  [/^invite \S+ not found/, 'Check the id: `client.sendInvites()` returns it.'],
  [/^[a-z ]+ \S+ not found(?:;|$)/, 'Check the id, and that it belongs to the organisation of this key.'],
  [
    /^/,
    'Check the id, and that it belongs to the organisation of this key. If both are right, this service may have the operation under another path: `inpk learn` finds out where it differs.',
  ],
]

/** What to do about a write that may have been carried out, by operation. */
const IN_DOUBT: Record<string, string | undefined> = {
  createGroup: 'Make the call again: a group that exists is not created twice.',
  createSource: 'Check with `client.each.sources()` before you make the call again.',
  publishSource: 'Make the call again: publishing twice does no harm.',
  // A push gives its own hint.
  pushContent: undefined,
  pushBulk: undefined,
  eraseFeedback: 'Make the call again: erasing twice does no harm.',
  uploadFeedback: 'Make the call again: the same upload is not stored twice.',
  sendInvites: 'Make the call again without `resend`: recipients already invited are skipped.',
}

/** What to do about a write that may have been carried out; undefined if the caller knows. `key`: its key of idempotency. */
export function findDoubtHint(operation: string, key: string | undefined): string | undefined {
  if (Object.hasOwn(IN_DOUBT, operation)) return IN_DOUBT[operation]
  if (key === undefined) return 'Check with `control.each.changes()` before you make the call again.'
  return `Repeat it within 24 hours with \`idempotencyKey: '${key}'\`: it is carried out only once.`
}
