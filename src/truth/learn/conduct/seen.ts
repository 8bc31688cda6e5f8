import { isObject, type JsonObject } from '../../../base/is-object.js'
import type { Contract } from '../../../contract/facts/contract.js'
import type { OperationId } from '../../../contract/operations/index.js'
import { FEEDBACK_TYPES } from '../../../contract/question-types.js'
import type { SeenExchange } from '../evidence/evidence.js'
import { oneOf } from '../match/values.js'
import { payloadOf } from '../probe/probe-requests.js'
import type { FoundRoute } from '../routes.js'
import { clampOf } from './clamp.js'
import { type Behaviour, isTaken, type Observed, type ObservedConduct, rule, unclear } from './conduct.js'

/** What was seen of the operations of a service, under the contract that is known by it. */
interface Seen {
  contract: Contract
  /** Answers of an operation that succeeded, in our names, and what was asked, in the order they were seen in. */
  answersOf(id: OperationId): readonly { payload: JsonObject; seen: SeenExchange }[]
  exchangesOf(id: OperationId): readonly SeenExchange[]
}

/** What traffic tells of conduct without being made for it: by behaviour, the operation that tells it, and how it is read. */
const READINGS: readonly { behaviour: Behaviour; of: OperationId; read(seen: Seen): Observed | undefined }[] = [
  { behaviour: 'default-quota', of: 'getMe', read: readQuota },
  { behaviour: 'credit-formula', of: 'getMe', read: readFormula },
  { behaviour: 'draft-at-creation', of: 'createSource', read: readMode },
  { behaviour: 'default-feedback-type', of: 'createSource', read: readFeedbackType },
  { behaviour: 'pages-of-groups', of: 'listSources', read: readOrder },
  { behaviour: 'paging-clamp', of: 'listSources', read: readSizes },
]

/** What recorded exchanges tell of conduct. */
export function seenConduct(contract: Contract, found: readonly FoundRoute[]): ObservedConduct[] {
  const exchangesOf = (id: OperationId) =>
    found.filter(({ operation }) => operation === id).flatMap(({ wire }) => wire.exchanges)
  const answersOf = (id: OperationId) =>
    exchangesOf(id)
      .filter(isTaken)
      .map((seen) => ({ seen, payload: payloadOf(contract, id, seen) }))
  return READINGS.flatMap(({ behaviour, of, read }) => {
    const observed = read({ contract, answersOf, exchangesOf })
    const from = found
      .filter(({ operation }) => operation === of)
      .flatMap(({ wire }) => wire.from.filter(({ kind }) => kind !== 'description'))
    return observed ? [{ behaviour, observed, from }] : []
  })
}

function creditsIn({ answersOf }: Seen): JsonObject[] {
  return answersOf('getMe').flatMap(({ payload }) => (isObject(payload.credits) ? [payload.credits] : []))
}

/** A plan without a limit tells nothing of those that have one. */
function readQuota(seen: Seen): Observed | undefined {
  const limit = oneOf(creditsIn(seen).map((credits) => credits.limit))
  return typeof limit === 'number' && Number.isInteger(limit) ? { values: { aps: limit } } : undefined
}

function readFormula(seen: Seen): Observed | undefined {
  const rate = oneOf(creditsIn(seen).map(({ rate_tokens_per_aps: each }) => each))
  if (typeof rate !== 'number' || !Number.isInteger(rate) || rate < 1) return undefined
  const bytes = bytesPerToken(seen, rate)
  return { values: { tokens_per_aps: rate, ...(bytes === undefined ? {} : { bytes_per_token: bytes }) } }
}

const MOST_BYTES = 1_000

/** Where every push to one field was charged as the formula says for one number of bytes alone. */
function bytesPerToken({ answersOf }: Seen, rate: number): number | undefined {
  const pushes = answersOf('pushContent').flatMap(({ payload, seen }) => {
    const lengths = lengthsOf(seen.requestBody)
    const { inserted, aps_deducted: charged } = payload
    if (!lengths || lengths.length === 0 || inserted !== lengths.length || typeof charged !== 'number') return []
    // What is pushed with a test key is not charged.
    if (charged === 0) return []
    return [{ lengths, tokens: charged * rate }]
  })
  const fits = Array.from({ length: MOST_BYTES }, (_, index) => index + 1).filter((bytes) =>
    pushes.every(({ lengths, tokens }) => {
      const all = lengths.reduce((sum, length) => sum + Math.ceil(length / bytes), 0)
      return Math.abs(all - tokens) < 0.001 * rate
    }),
  )
  return pushes.length > 0 && fits.length === 1 ? fits[0] : undefined
}

/** Bytes of the texts of a push, which the interface shows. */
function lengthsOf(body: unknown): number[] | undefined {
  const question = isObject(body) ? (body.question ?? body.field) : undefined
  const content = isObject(question) ? question.content : undefined
  if (!Array.isArray(content)) return undefined
  const texts = content.map((item) => (isObject(item) ? item.text : item))
  return texts.every((text) => typeof text === 'string')
    ? texts.map((text) => new TextEncoder().encode(text).length)
    : undefined
}

function readMode({ answersOf }: Seen): Observed | undefined {
  const mode = oneOf(answersOf('createSource').map(({ payload }) => payload.mode))
  if (mode === 'EDITING') return rule('draft')
  return mode === 'ACCESSIBLE' ? rule('published') : undefined
}

/** Of sources that were asked for without one, by whatever name. */
function readFeedbackType({ answersOf }: Seen): Observed | undefined {
  const plain = answersOf('createSource').filter(({ seen: { requestBody }, payload }) => {
    return isObject(requestBody) && !JSON.stringify(requestBody).includes(JSON.stringify(payload.feedback_type ?? null))
  })
  const type = oneOf(plain.map(({ payload }) => payload.feedback_type))
  return (FEEDBACK_TYPES as readonly unknown[]).includes(type) ? { values: { feedback_type: type } } : undefined
}

interface Group {
  id: string
  name: unknown
  madeAt: number
}

/** Groups by when they were made: in the order they were asked for, or as their times say. Names in the same order tell nothing. */
function readOrder({ answersOf }: Seen): Observed | undefined {
  const made = answersOf('createGroup').flatMap(({ payload }) =>
    payload.created === true && payload.survey_series_id !== undefined ? [String(payload.survey_series_id)] : [],
  )
  const pages = answersOf('listSources').map(({ payload }): Group[] => {
    const groups = Array.isArray(payload.survey_series) ? payload.survey_series.filter(isObject) : []
    return groups.flatMap(({ survey_series_id: id, name, created_at: at }): Group[] => {
      const index = made.indexOf(String(id))
      const madeAt = made.length > 0 ? index : Date.parse(String(at))
      return id === undefined || madeAt === -1 || Number.isNaN(madeAt) ? [] : [{ id: String(id), name, madeAt }]
    })
  })
  const longest = pages.reduce<Group[]>((a, b) => (b.length > a.length ? b : a), [])
  const [isRising, isFalling] = [isSorted(longest, 1), isSorted(longest, -1)]
  if (longest.length < 3 || isRising === isFalling) return undefined
  if (pages.some((page) => page.length > 1 && !isSorted(page, isRising ? 1 : -1)))
    return unclear('groups come in several orders')
  const names = longest.map(({ name }) => String(name))
  if ([names, names.toReversed()].some((each) => each.join('\n') === names.toSorted().join('\n'))) return undefined
  return rule(isRising ? 'oldest-first' : 'newest-first')
}

function isSorted(groups: readonly Group[], by: 1 | -1): boolean {
  return groups.every(({ madeAt }, index) => index === 0 || (madeAt - groups[index - 1]!.madeAt) * by > 0)
}

function readSizes({ contract, exchangesOf }: Seen): Observed | undefined {
  const paging = contract.pagingOf('listSources')
  const name = paging ? paging.limit : 'limit'
  if (typeof name !== 'string') return undefined
  return clampOf(
    exchangesOf('listSources').flatMap((seen) => {
      const { [name]: size } = seen.query
      const isMade = seen.refusedFor !== undefined || (size !== undefined && !/^\d{1,9}$/.test(size))
      return isMade ? [] : [{ size: size === undefined ? undefined : Number(size), seen }]
    }),
  )
}
