import { DELIVERY_HEADERS } from '../events.js'
import { byMember, maxLengthOf, SHORT_TEXT_MEMBERS } from '../items/members.js'
import { LIMITS } from '../limits.js'
import { FEEDBACK_TYPES } from '../question-types.js'

/** A number or word this project had to guess, and what may are in its place. Durations are written as `90s`, `6m`, `1d`. */
export type Guess =
  | { kind: 'duration'; guess: number }
  | { kind: 'durations'; guess: readonly number[] }
  | { kind: 'count'; guess: number; min: number; max: number }
  | { kind: 'word'; guess: string; pattern: string; form: string }

const duration = (guess: number) => ({ kind: 'duration', guess }) as const
const count = (guess: number, { min = 1, max = 1_000_000 }: { min?: number; max?: number } = {}) =>
  ({ kind: 'count', guess, min, max }) as const
const word = <W extends string>(guess: W, pattern: string, form: string) =>
  ({ kind: 'word', guess, pattern, form }) as const

const choice = <const W extends readonly string[]>(...words: W) =>
  word<W[number]>(words[0]!, `^(${words.join('|')})$`, `one of ${words.join(', ')}`)

const DAY_MS = 24 * 60 * 60_000

const MEMBER = '^[A-Za-z_][A-Za-z0-9_-]{0,63}$'
/** A member, or one below others. */
const PLACE = `${MEMBER.slice(0, -1)}(\\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,3}$`
const WORD = '^[\\w.-]{1,64}$'
/** A member, one below others, or one of the query. */
const PART = `^\\??${PLACE.slice(1)}`

/** Conduct, by what a service may do instead; the first of each is assumed. */
const RULES = {
  'order-of-checks': { rule: choice('limits-first', 'credentials-first') },
  mounts: { rule: choice('everywhere', 'canonical-only') },
  'mcp-errors': { rule: choice('envelope', 'protocol') },
  'unknown-members': { rule: choice('ignored', 'refused') },
  'revoked-keys': { rule: choice('kept', 'gone') },
  'null-is-absent': { rule: choice('absent', 'refused') },
  'word-clash': { rule: choice('refused', 'classic', 'recommended') },
  'answers-in-route-words': { rule: choice('route', 'classic', 'recommended') },
  'code-points': { rule: choice('code-points', 'utf16-units', 'bytes') },
  trimming: { rule: choice('trimmed', 'kept') },
  'lone-surrogates': { rule: choice('refused', 'replaced') },
  'white-text': { rule: choice('refused', 'accepted') },
  'group-names-exact': { rule: choice('exact', 'without-case') },
  identifiers: { answers: choice('string', 'integer') },
  times: {
    answers: choice(
      ...([
        'iso',
        'iso-seconds',
        'iso-offset',
        'iso-local',
        'iso-local-t',
        'epoch-seconds',
        'epoch-milliseconds',
      ] as const),
    ),
  },
  'draft-at-creation': { rule: choice('draft', 'published') },
  'publish-twice': { rule: choice('harmless', 'refused') },
  'pages-of-groups': { rule: choice('oldest-first', 'newest-first') },
  'stable-cursor': { rule: choice('stable', 'by-position') },
  'atomic-push': { rule: choice('all-or-nothing', 'each-item') },
  'duplicate-scope': { rule: choice('field', 'source', 'group') },
  'bulk-partial': { rule: choice('each-field', 'all-or-nothing') },
  'erase-union': { rule: choice('union', 'refused') },
  'upload-credits': { rule: choice('whole-file', 'as-stored') },
  'upload-partial': { rule: choice('each-row', 'all-or-nothing') },
  'analysis-periods': { rule: choice('occurred', 'arrival') },
  'monitor-match': { rule: choice('words', 'substrings') },
  'flag-crossing': { rule: choice('upward', 'every-pass') },
  'report-close': { rule: choice('every-period', 'with-items') },
  'invite-once': { rule: choice('source', 'group', 'organisation') },
  'invite-erasure': { rule: choice('kept', 'erased') },
  'invite-variables': { rule: choice('subject-and-body', 'body') },
  'dry-run-free': { rule: choice('free', 'domain-needed') },
  'rate-limit-layers': { rule: choice('fewest-left', 'key') },
  'address-layer': { rule: choice('unidentified', 'every-request') },
  'introspection-counts': { rule: choice('free', 'counted') },
  'idempotency-scope': { rule: choice('key-operation-path', 'key') },
  'idempotency-only-success': { rule: choice('success', 'every-answer') },
  'idempotency-waits': { rule: choice('waits', 'conflict') },
  'idempotency-everywhere': { rule: choice('every-post', 'pushes') },
  'unauthorized-uniform': { rule: choice('uniform', 'told-apart') },
  'webhook-retry-bytes': { rule: choice('same', 'fresh') },
  'webhook-test': { rule: choice('uncounted', 'counted') },
  'webhook-reenable': { rule: choice('reset', 'kept') },
  'mcp-key-returns': { rule: choice('works', 'stopped') },
  'migration-headers': { rule: choice('absent', 'present') },
  'bulk-check-order': { rule: choice('size-first', 'ids-first') },
} as const satisfies Record<string, Record<string, Guess>>

/** What a behaviour of the ledger is measured by, by the id of the behaviour; an overrides file may say otherwise. */
export const GUESSED_VALUES = {
  'analysis-delay': { quiet: duration(LIMITS.analysisQuietMs), latest: duration(LIMITS.analysisLatestMs) },
  'webhook-schedule': { after: { kind: 'durations', guess: LIMITS.webhookAttemptsMs } },
  'invite-duration': { after: duration(LIMITS.invitesDoneMs) },
  'envelope-sunset': { after: duration(365 * DAY_MS) },
  'occurred-ahead': { most: duration(LIMITS.occurredAheadMs) },
  'paging-clamp': {
    default: count(LIMITS.page.default),
    most: count(LIMITS.page.max),
    above: choice('clamped', 'refused'),
  },
  'bulk-item-limit': { items: count(LIMITS.itemsPerPush, { max: 100_000 }) },
  'item-lengths': byMember(SHORT_TEXT_MEMBERS, (member) => count(maxLengthOf(member), { max: 10_000 })),
  'body-size': { json_bytes: count(LIMITS.jsonBodyBytes, { max: 2 ** 29 }) },
  'credit-formula': {
    bytes_per_token: count(LIMITS.bytesPerToken, { max: 1_000 }),
    tokens_per_aps: count(LIMITS.tokensPerAps),
  },
  'default-quota': { aps: count(LIMITS.apsPerMonth, { min: 0, max: 1_000_000_000 }) },
  ledgers: { rows: count(LIMITS.ledgerRows) },
  'default-feedback-type': { feedback_type: choice<typeof FEEDBACK_TYPES>(...FEEDBACK_TYPES) },
  'webhook-delivery-id': {
    header: word<string>(DELIVERY_HEADERS.delivery, '^[A-Za-z][A-Za-z0-9-]{0,60}$', 'the name of a header'),
  },
  'error-details': {
    form: choice('map', 'texts', 'list', 'text'),
    path: word<string>('path', PLACE, 'the name of a member, or a path'),
    message: word<string>('message', MEMBER, 'the name of a member'),
    joined: word<string>('.', '^(\\.|/|list)$', 'one of ., /, list'),
    below: word<string>('none', MEMBER, 'a step that every path starts with, or none'),
  },
  'upload-file': {
    as: choice('part', 'base64'),
    name: word<string>('none', PLACE, 'the place of the name of the file, or none'),
  },
  'upload-mapping': {
    form: choice('fields', 'flat', 'flat-columns', 'flat-pairs', 'members', 'columns', 'pairs', 'parts', 'none'),
    column: word<string>('column', MEMBER, 'the name of a member'),
    member: word<string>('member', MEMBER, 'the name of a member'),
    field: word<string>('field_id', PART, 'the place of a part, ?name in the query, or none'),
    // Of flat pairs, what has the id of a field; none, if that stands where the members do.
    field_member: word<string>('none', MEMBER, 'the name of a member, or none'),
    part: word<string>(
      '{member}_column',
      '^\\??([A-Za-z0-9_.[]{1,40}\\{[mM]ember\\}[A-Za-z0-9_\\]]{0,40}|\\{[mM]ember\\}[A-Za-z0-9_]{1,40})$',
      'the name of a part, or ?name in the query, with {member} or {Member} in it',
    ),
  },
  // Of entries, one for each identifier: whether it was found is what its status says, or how many items it erased. Of kinds, the two counts.
  'erase-answer': {
    form: choice('totals', 'entries', 'kinds'),
    at: word<string>('results', PLACE, 'the place of the entries or counts, or none if they are the whole response'),
    external_id: word<string>('id', MEMBER, 'the name of a member'),
    customer_id: word<string>('id', MEMBER, 'the name of a member'),
    erased: word<string>('erased', MEMBER, 'the name of a member, or none'),
    status: word<string>('status', MEMBER, 'the name of a member, or none'),
    found: word<string>('200', WORD, 'a word'),
    missing: word<string>('404', WORD, 'a word'),
  },
  'erase-task': {
    task_id: word<string>('none', PLACE, 'the place of the task_id, or none if an erase is done when it is answered'),
  },
  // Of entries, one for each recipient: the word of its status says whether it was accepted.
  'invite-answer': {
    form: choice('totals', 'entries'),
    at: word<string>('results', PLACE, 'the place of the entries'),
    dry_run: word<string>('none', PLACE, 'the place of the entries of a preview, or none if it is that of all'),
    email: word<string>('email', MEMBER, 'the name of a member'),
    status: word<string>('status', MEMBER, 'the name of a member'),
    reason: word<string>('reason', MEMBER, 'the name of a member, or none'),
    accepted: word<string>('accepted', WORD, 'a word'),
    skipped: word<string>('skipped', WORD, 'a word'),
  },
  'info-version': { version: word<string>('1.3.0', '^[\\w.+-]{1,64}$', 'a version such as 1.3.0') },
  ...RULES,
  'invite-from': {
    local_part: word<string>('invites', '^[A-Za-z0-9._+-]{1,64}$', 'the part of an address before the @'),
  },
} as const satisfies Record<string, Record<string, Guess>>

type ValueOf<G> = G extends { kind: 'durations' }
  ? readonly number[]
  : G extends { guess: infer V }
    ? V extends number
      ? number
      : V
    : never

/** The values in force: assumptions, or the facts that replace them. Durations in milliseconds. */
export type Values = {
  readonly [B in keyof typeof GUESSED_VALUES]: {
    readonly [M in keyof (typeof GUESSED_VALUES)[B]]: ValueOf<(typeof GUESSED_VALUES)[B][M]>
  }
}

/** The assumed values. */
export const GUESSES = Object.fromEntries(
  Object.entries(GUESSED_VALUES).map(([id, members]) => [
    id,
    Object.fromEntries(Object.entries(members).map(([name, { guess }]) => [name, guess])),
  ]),
) as unknown as Values

/** How a member is written in an overrides file. */
export function formOf(guess: Guess): string {
  if (guess.kind === 'duration') return 'a duration such as 90s, 6m or 1d'
  if (guess.kind === 'durations')
    return `${guess.guess.length} durations, the first of them 0s, each later than the one before`
  return guess.kind === 'count' ? `a whole number of ${guess.min} to ${guess.max}` : guess.form
}
