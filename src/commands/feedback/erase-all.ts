import { count } from '../../base/count.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Factory } from '../../cli/factory.js'
import { asSent } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { refusesMember } from '../../client/details.js'
import { InDoubtError, UnexpectedResponseError } from '../../client/errors.js'
import { type Gap, gapsIn } from '../../client/gaps.js'
import type { Contract } from '../../contract/facts/contract.js'
import { mostEntries } from '../../contract/facts/limits-in-force.js'
import { LIMITS } from '../../contract/limits.js'
import type { BodyOf, ResultOf } from '../../contract/operations/index.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { ExplainedError } from '../../terminal/failure.js'
import type { EraseIds } from './erase-ids.js'
import { type EraseTask, endOfErase } from './erase-task.js'

type Missing = ResultOf<'eraseFeedback'>['not_found']

/** What happened to an erase; a service may say neither how many items went nor which ids it did not find. */
export interface Erased {
  erased: number | null
  not_found: Missing | null
  /** Of a service that erases as tasks. */
  tasks?: readonly EraseTask[]
}

/**
 * With `isLater`, the service accepted the erasure, carries it out later and does not say how much that is. `gaps`: what could not be
 * read of an answer. With `isStopped`, the last task did not end, or failed, and the ids after it were not sent.
 */
type Done = Erased & { isLater: boolean; gaps: readonly Gap[]; exitCode?: number; isStopped?: true }

/** The source to erase in; `isProven`: the ids are those of its items alone. */
interface Within {
  id: string
  isProven: boolean
}

/**
 * Erases all of these ids, in calls of as many as one may have; each that the service carries out as a task is waited for, and one that
 * does not end well is the last.
 */
export async function eraseAll(
  { client, factory }: { client: Client; factory: Factory },
  ids: EraseIds,
  source: Within | undefined,
): Promise<Done> {
  const contract = await client.contract()
  const answered = contract.codecOf('eraseFeedback', 'result', 'recommended')
  const known = answered?.ofTask ?? answered
  const takesNone = contract.codecOf('eraseFeedback', 'body', 'recommended')?.lacks('source_id') === true
  // The ids say it by themselves; where they don't, the client refuses what it can't send.
  const within = takesNone && source?.isProven ? undefined : source
  const lacks = (member: keyof Erased) => known?.lacks(member) === true
  const total: Done = {
    erased: lacks('erased') ? null : 0,
    not_found: lacks('not_found') ? null : [],
    isLater: false,
    gaps: [],
  }
  for (const body of batchesOf(ids, batchingUnder(contract))) {
    const answer = await eraseIn(client, body, within).catch((error: unknown) => {
      if (!(error instanceof UnexpectedResponseError && error.accepted)) throw explain(error, total)
      Object.assign(total, { erased: null, not_found: null, isLater: total.isLater || error.accepted === 'later' })
    })
    const ended = answer && answered?.ofTask && (await endOfErase(answer, factory, answered.ofTask))
    if (ended) {
      total.tasks = [...(total.tasks ?? []), ended.task]
      if (ended.exitCode !== EXIT.done) total.exitCode = ended.exitCode
      if (!ended.isDone) return { ...total, erased: null, not_found: null, isStopped: true }
    }
    if (answer) add(total, ended ? ended.said : answer, body)
  }
  return total
}

function add(total: Done, answer: ResultOf<'eraseFeedback'>, body: Body): void {
  if (total.tasks && asSent(answer).erased === undefined) total.erased = null
  if (total.erased !== null) total.erased += addend(answer, total)
  // Whose ids were not found is nice to know; that it can't be read is no reason to stop.
  const missing = missingIn(answer, body)
  if (!missing) Object.assign(total, { not_found: null, gaps: gapsIn(answer) })
  total.not_found?.push(...(missing ?? []))
}

function addend(answer: ResultOf<'eraseFeedback'>, total: Erased): number {
  try {
    return answer.erased
  } catch (error) {
    throw explain(error, total)
  }
}

/** An error with what was erased before it. Nothing is added where that is nothing, nor how to go on where the error says it. */
function explain(error: unknown, total: Erased): unknown {
  if (total.erased === 0 && !(error instanceof UnexpectedResponseError)) return error
  const next = error instanceof InDoubtError ? '' : `; ${nextStep(error)}`
  return new ExplainedError(error, `${whatIsGone(error, total)}${next}.`)
}

/** Erases in a source; without naming it where a service takes no such member and the ids say it by themselves. */
async function eraseIn(client: Client, body: Body, source: Within | undefined): Promise<ResultOf<'eraseFeedback'>> {
  if (source === undefined) return client.eraseFeedback({ body })
  try {
    return await client.eraseFeedback({ body: { ...body, survey_id: source.id } })
  } catch (error) {
    if (!source.isProven || !refusesMember(error, ['survey_id', 'source_id'])) throw error
    return client.eraseFeedback({ body })
  }
}

/** The ids that an answer says were not found, plain texts by what was asked for; undefined where it does not say, or not so that it can be read. */
function missingIn(answer: ResultOf<'eraseFeedback'>, body: Body): Missing | undefined {
  const { not_found } = asSent(answer)
  if (isObject(not_found)) return missingByKind(not_found)
  if (!Array.isArray(not_found)) return undefined
  const { external_ids = [], customer_ids = [] } = body as Partial<EraseIds>
  const read = not_found.map((entry: unknown): Missing[number] | undefined => {
    // A service that only counts them: one, and nothing more is known of it.
    if (isObject(entry) && Object.keys(entry).length === 0) return {}
    if (isObject(entry)) return ids(entry.external_id, entry.customer_id)
    const isExternal = external_ids.includes(String(entry))
    if (isExternal === customer_ids.includes(String(entry))) return undefined
    return isExternal ? ids(entry, undefined) : ids(undefined, entry)
  })
  return read.every((entry) => entry !== undefined) ? read : undefined
}

/** The same in the form of a request: `{external_ids: ["T-1"], customer_ids: []}`. */
function missingByKind({ external_ids, customer_ids, ...others }: JsonObject): Missing | undefined {
  const lists = [external_ids ?? [], customer_ids ?? []]
  if (Object.keys(others).length > 0 || !lists.every(Array.isArray)) return undefined
  const [external, customer] = lists as [unknown[], unknown[]]
  const read = [...external.map((id) => ids(id, undefined)), ...customer.map((id) => ids(undefined, id))]
  return read.every((entry) => entry !== undefined) ? read : undefined
}

/** An entry of what was not found; undefined without an identifier. */
function ids(external: unknown, customer: unknown): Missing[number] | undefined {
  const textOf = (id: unknown) => (typeof id === 'string' || typeof id === 'number' ? String(id) : undefined)
  const [external_id, customer_id] = [textOf(external), textOf(customer)]
  if (external_id === undefined && customer_id === undefined) return undefined
  return { ...(external_id !== undefined && { external_id }), ...(customer_id !== undefined && { customer_id }) }
}

/** A call that was accepted without a readable answer has erased what it was asked to, and no one knows how much that was. */
function whatIsGone(error: unknown, { erased }: Erased): string {
  if (erased === null) return 'Unknown how many items were erased before that'
  if (!(error instanceof UnexpectedResponseError)) return `${count(erased, 'item')} erased before that`
  return erased === 0 ? 'Unknown how many items were erased' : `${count(erased, 'item')} or more were erased`
}

/** A service that answers in a way that can't be read does so the next time, too. */
function nextStep(error: unknown): string {
  const isUnread = error instanceof UnexpectedResponseError
  return isUnread ? '`inpk feedback list` shows what is left' : 'run the same command again to resume'
}

/** How many ids of each kind one request may have, and whether it may have both. */
interface Batching {
  sizes: Record<keyof EraseIds, number>
  isExclusive: boolean
}

function batchingUnder(contract: Contract): Batching {
  const { exclusive = [] } = contract.codecOf('eraseFeedback', 'body', 'recommended') ?? {}
  const sizeOf = (kind: keyof EraseIds) => mostEntries(contract, 'eraseFeedback', kind, LIMITS.eraseIds)
  // What both kinds select is counted once only where they are asked for one after the other.
  const isCountedTwice = contract.values['erase-answer'].form === 'kinds'
  return {
    sizes: { external_ids: sizeOf('external_ids'), customer_ids: sizeOf('customer_ids') },
    isExclusive:
      isCountedTwice || exclusive.some((group) => group.includes('external_ids') && group.includes('customer_ids')),
  }
}

type Body = NonNullable<BodyOf<'eraseFeedback'>>

function* batchesOf({ external_ids, customer_ids }: EraseIds, { sizes, isExclusive }: Batching): Generator<Body> {
  const external = slicesOf(external_ids, sizes.external_ids).map((slice) => ({ external_ids: slice }))
  const customers = slicesOf(customer_ids, sizes.customer_ids).map((slice) => ({ customer_ids: slice }))
  if (isExclusive) yield* [...external, ...customers]
  else {
    const most = Math.max(external.length, customers.length)
    // The longer list is this long, so at least one of the two ids is there.
    for (let at = 0; at < most; at += 1) yield { ...external[at], ...customers[at] } as Body
  }
}

function slicesOf(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))
}
