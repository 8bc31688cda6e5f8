import { DELIVERY_HEADERS } from '../events.js'
import { byMember, maxLengthOf, SHORT_TEXT_MEMBERS } from '../items/members.js'
import { LIMITS } from '../limits.js'
import { FEEDBACK_TYPES, type FeedbackType } from '../question-types.js'

/** A number or word this project had to guess, and what may stand in its place. Durations are written as `90s`, `6m`, `1d`. */
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

const DAY_MS = 24 * 60 * 60_000

/** What a behaviour of the ledger is measured by, by the id of the behaviour; an overrides file may say otherwise. */
export const GUESSED_VALUES = {
  'analysis-delay': { quiet: duration(LIMITS.analysisQuietMs), latest: duration(LIMITS.analysisLatestMs) },
  'webhook-schedule': { after: { kind: 'durations', guess: LIMITS.webhookAttemptsMs } },
  'invite-duration': { after: duration(LIMITS.invitesDoneMs) },
  'envelope-sunset': { after: duration(365 * DAY_MS) },
  'occurred-ahead': { most: duration(LIMITS.occurredAheadMs) },
  'paging-clamp': { default: count(LIMITS.page.default), most: count(LIMITS.page.max) },
  'bulk-item-limit': { items: count(LIMITS.itemsPerPush, { max: 100_000 }) },
  'item-lengths': byMember(SHORT_TEXT_MEMBERS, (member) => count(maxLengthOf(member), { max: 10_000 })),
  'body-size': { json_bytes: count(LIMITS.jsonBodyBytes, { max: 2 ** 29 }) },
  'credit-formula': {
    bytes_per_token: count(LIMITS.bytesPerToken, { max: 1_000 }),
    tokens_per_aps: count(LIMITS.tokensPerAps),
  },
  'default-quota': { aps: count(LIMITS.apsPerMonth, { min: 0, max: 1_000_000_000 }) },
  ledgers: { rows: count(LIMITS.ledgerRows) },
  'default-feedback-type': {
    feedback_type: word<FeedbackType>(
      'survey',
      `^(${FEEDBACK_TYPES.join('|')})$`,
      `one of ${FEEDBACK_TYPES.join(', ')}`,
    ),
  },
  'webhook-delivery-id': {
    header: word<string>(DELIVERY_HEADERS.delivery, '^[A-Za-z][A-Za-z0-9-]{0,60}$', 'the name of a header'),
  },
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

/** The values in force: the guesses, or what is known better by now. Durations in milliseconds. */
export type Values = {
  readonly [B in keyof typeof GUESSED_VALUES]: {
    readonly [M in keyof (typeof GUESSED_VALUES)[B]]: ValueOf<(typeof GUESSED_VALUES)[B][M]>
  }
}

/** The guesses themselves. */
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
