import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import { plainName, RECORD_WORDS } from './match/lexicon.js'

/**
 * Words by which services name and explain refusals; the first that is there counts, so what is special stands before what is general:
 * a template that is not found is no missing record. No two rows mean one refusal.
 */
const MEANINGS: readonly (readonly [ErrorCode, RegExp])[] = [
  ['IDEMPOTENCY_KEY_REUSED', /\bidempoten|\bkey (was )?(reused|used)\b/],
  ['INVITE_TEMPLATE_MISSING', /\btemplate\b/],
  ['SENDER_DOMAIN_UNVERIFIED', /\bdomain\b|\bsender\b/],
  ['SUBSCRIPTION_LIMIT', /\b(webhooks?|subscriptions?)\b/],
  ['HISTORY_ERASED', /\bhistory\b|\bundo\b/],
  ['FORBIDDEN_ORIGIN', /\borigin\b|\bhost\b|\bcors\b/],
  ['METHOD_NOT_ALLOWED', /\bmethod\b/],
  ['SYNC_PUSH_TIMEOUT', /\btime ?out\b|\btimed out\b/],
  ['SYNC_REQUIRES_EXTERNAL_ID', /\bsync requires\b/],
  ['MCP_KEY_UNBOUND', /\bmcp\b/],
  ['PAYLOAD_TOO_LARGE', /\btoo (large|big)\b|\bmax(imum)? size\b|\b(over|longer than|larger than) \d+ ?[kmg]i? ?b\b/],
  ['UNSUPPORTED_MEDIA_TYPE', /\b(media|content|mime) type\b/],
  ['INVALID_JSON', /\bjson\b|\bmalformed\b|\bpars(e|ing)\b|\bunreadable\b/],
  [
    'INVITE_QUOTA_EXCEEDED',
    /\b(invites?|invitations?|e ?mails?)\b.*\b(quota|limit|many)\b|\btoo many (invites|invitations)\b/,
  ],
  ['SOURCE_NOT_PUBLISHED', /\bnot (yet )?(published|live|active)\b|\bunpublished\b|\bdraft\b|\binactive\b/],
  // The global rate limiter is that of 503, by the interface.
  ['RATE_LIMITED', /(?<!\bglobal )\brate\b|\btoo many requests\b|\bthrottl|\bslow down\b|\brequest limit\b/],
  ['SERVICE_BUSY', /\bglobal rate limiter\b|\bbusy\b|\bunavailable\b|\boverload|\btry (again )?later\b/],
  ['INSUFFICIENT_PERMISSION', /\bpermissions?\b|\bscopes?\b/],
  ['APS_EXHAUSTED', /\baps\b|\bcredits?\b|\bpayment\b|\bquota\b/],
  [
    'UNAUTHORIZED',
    /\bunauthori[sz]ed\b|\bunauthenticated\b|\bauthenticat(e|ed|ion)\b|\bcredentials?\b|\b(api key|token)\b/,
  ],
  [
    'NOT_FOUND',
    /\bnot found\b|\bno such\b|\bdoes(n t| not) exist\b|\bunknown (id|route|resource|record)\b|\bmissing (resource|record)\b/,
  ],
  ['INTERNAL_ERROR', /\binternal\b|\bserver error\b|\bunexpected\b/],
  [
    'VALIDATION_ERROR',
    /\bvalidation\b|\binvalid (request|input|parameters?|arguments?|params)\b|\bbad request\b|\bunprocessable\b|\bbreaks a rule\b|\bmust (be|have)\b/,
  ],
]

/** What the words of a code, or of a text about it, say it is for; undefined if they do not. */
export function refusalMeant(words: string): ErrorCode | undefined {
  const text = plainName(words).replaceAll('_', ' ')
  return MEANINGS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** A code that names one kind of record says nothing of the others: `SOURCE_NOT_FOUND`. */
export function isOfRecord(code: string): boolean {
  return RECORD_WORDS.some(({ word }) => plainName(code).startsWith(`${word}_`))
}

/** The only refusal of ours with a status; undefined where there are several. */
export function aloneAt(status: number): ErrorCode | undefined {
  const [first, another] = (Object.keys(ERRORS) as ErrorCode[]).filter((each) => ERRORS[each].status === status)
  return another === undefined ? first : undefined
}
