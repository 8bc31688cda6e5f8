import { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import { Closed } from '../../src/contract/control/control-row.js'
import { ITEM_MEMBERS, MEMBERS, type Member, type MemberKind } from '../../src/contract/items/members.js'
import { Nullable, type TSchema, Type, Words } from '../../src/contract/schema.js'
import type { Singles } from './state.js'

/** Times of years with four digits, in epoch milliseconds: from 0000-01-01 to 9999-12-31. */
const FIRST_TIME = -62_167_219_200_000
const LAST_TIME = Date.UTC(9999, 11, 31)
export const time = Type.Number({ minimum: FIRST_TIME, maximum: LAST_TIME })
export const number = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const amount = Type.Number({ minimum: 0 })
export const text = Type.String()
export const name = Type.String({ minLength: 1 })
export const texts = Type.Array(text)
export const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const blobName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })
export const texted = Type.Record(text, text)

export const ClockSchema = Type.Union([
  Closed({ mode: Type.Literal('real'), offsetMs: Type.Number({ minimum: -LAST_TIME / 2, maximum: LAST_TIME / 2 }) }),
  Closed({ mode: Type.Literal('frozen'), now: time }),
])

/** The form of each single value. */
export const SINGLE_SCHEMAS = {
  organization: Closed({
    id: count,
    name,
    createdAt: time,
    apsLimit: Nullable(amount),
    perOrganizationPerMinute: number,
    rateLimits: Type.Boolean(),
    inviteQuota: Nullable(count),
    givenSeed: Nullable(Type.Number()),
    bornClock: ClockSchema,
    instance: text,
  }),
  clock: ClockSchema,
  counters: Type.Record(text, count),
  credits: Closed({ periodStart: time, usedTokens: amount }),
  analysisRules: Type.Array(AnalysisRule),
  senderDomain: Closed({ domain: Nullable(name), status: Words(['verified', 'pending', 'missing']) }),
  inviteUsage: Closed({ periodStart: time, used: count }),
} as const satisfies Record<keyof Singles, TSchema>

const nullableText = Nullable(text)
const STORED = {
  feedback: text,
  text: nullableText,
  language: nullableText,
  number: Nullable(Type.Number()),
  time: Nullable(time),
} as const satisfies Record<MemberKind, TSchema>

export const ITEM_SCHEMA = Closed({
  id: number,
  sourceId: number,
  fieldId: number,
  ...storedSchemas(),
  createdAt: time,
  sourceReference: Nullable(text),
})

function storedSchemas(): {
  [M in Member as (typeof ITEM_MEMBERS)[M]['stored']]: (typeof STORED)[(typeof ITEM_MEMBERS)[M]['kind']]
} {
  return Object.fromEntries(
    MEMBERS.map((member) => [ITEM_MEMBERS[member].stored, STORED[ITEM_MEMBERS[member].kind]]),
  ) as never
}
