import { count } from '../../base/count.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name, text, texts } from '../../cli/options.js'
import { asSent } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { refusesMember } from '../../client/details.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import { type Gap, gapsIn } from '../../client/gaps.js'
import type { Contract } from '../../contract/facts/contract.js'
import { mostEntries } from '../../contract/facts/limits-in-force.js'
import { LIMITS } from '../../contract/limits.js'
import type { BodyOf, ResultOf } from '../../contract/operations/index.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { type Result, result } from '../../output/outcome.js'
import { ExplainedError, wrongUsage } from '../../terminal/failure.js'
import { CONFIRM_OPTION, requireConfirmation, requireGivenName } from '../confirm.js'
import { type EraseIds, readEraseIds } from './erase-ids.js'
import { requireErased, requireEraseScope } from './erase-scope.js'

const OPTIONS = {
  externalId: texts('--external-id <id>', 'erase items with this external_id'),
  customerId: texts('--customer-id <id>', 'erase items of this customer'),
  from: text('--from <file>', 'ids from a file (- reads stdin): one external_id per line, or a CSV with these columns'),
  source: name('--source <source>', 'only in this source (id or name)', 'sources'),
  ...CONFIRM_OPTION,
}

export const COMMAND = command({
  examples: [
    ['feedback erase --customer-id 4711'],
    ['feedback erase --from ids.txt --source "Tickets 2026" --yes'],
    ['feedback erase --external-id T-1 --external-id T-2 --confirm "Acme"', 'with a live key'],
  ],
  options: OPTIONS,
  argumentsMean: ['externalId', 'customerId', 'from'],
  typedAs: { external_ids: '--external-id', customer_ids: '--customer-id' },
  run: eraseFeedback,
})

type Missing = ResultOf<'eraseFeedback'>['not_found']

/** What happened to an erase; a service may say neither how many items went nor which ids it did not find. */
interface Erased {
  erased: number | null
  not_found: Missing | null
}

/**
 * In calls of as many ids as one may have; in one source only where that is sure to spare the others. Erasing twice does no harm,
 * so after a failure the same command continues.
 */
async function eraseFeedback(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const ids = await wantedIds(input, factory)
  const client = await factory.client()
  const source = input.source === undefined ? undefined : (await requireSourceByReference(client, input.source)).source
  const name = source?.survey_title ?? (await client.getMe()).org_name ?? ''
  requireGivenName({ name, confirm: input.confirm })
  const scope = source && (await requireEraseScope(client, ids, source, factory.screen))
  const what = `Erase the feedback with ${describeIds(ids)} in ${JSON.stringify(name)}`
  await requireConfirmation(factory, { what, name, confirm: input.confirm })
  const done = await eraseAll(client, scope?.ids ?? ids, source && { id: source.survey_id, isProven: scope!.isProven })
  if (scope && done.erased !== null) requireErased(done.erased, scope)
  // Where each id was looked for in the source before, nothing is left for the service to say.
  const said = done.not_found ?? (scope?.isProven ? [] : undefined)
  const notFound = said ? [...(scope?.notFound ?? []), ...said] : null
  const { isLater, gaps, ...counts } = done
  const view = (shown: Erased) => erasedView(shown, isLater, gaps.length > 0)
  return { ...result({ ...counts, not_found: notFound }, view), gaps }
}

async function wantedIds(input: CommandInput<typeof OPTIONS>, { environment, screen }: Factory): Promise<EraseIds> {
  const read = input.from === undefined ? undefined : await readEraseIds(environment, input.from)
  if (read && read.unused.length > 0)
    await screen.warn(`${input.from}: only external_id and customer_id count, not ${read.unused.join(', ')}.`)
  const ids = {
    external_ids: [...new Set([...input.externalId, ...(read?.external_ids ?? [])])],
    customer_ids: [...new Set([...input.customerId, ...(read?.customer_ids ?? [])])],
  }
  if (ids.external_ids.length + ids.customer_ids.length > 0) return ids
  throw wrongUsage('no ids given', 'Give --external-id, --customer-id or --from.')
}

/**
 * With `isLater`, the service accepted the erasure, carries it out later and does not say how much that is. `gaps`: what could not be
 * read of an answer.
 */
type Done = Erased & { isLater: boolean; gaps: readonly Gap[] }

/** The source to erase in; `isProven`: the ids are those of its items alone. */
interface Within {
  id: string
  isProven: boolean
}

async function eraseAll(client: Client, ids: EraseIds, source: Within | undefined): Promise<Done> {
  const contract = await client.contract()
  const known = contract.codecOf('eraseFeedback', 'result', 'recommended')
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
    try {
      const done = await eraseIn(client, body, within)
      if (total.erased !== null) total.erased += done.erased
      // Whose ids were not found is nice to know; that it can't be read is no reason to stop.
      const missing = missingIn(done, body)
      if (!missing) Object.assign(total, { not_found: null, gaps: gapsIn(done) })
      total.not_found?.push(...(missing ?? []))
    } catch (error) {
      if (error instanceof UnexpectedResponseError && error.accepted) {
        Object.assign(total, { erased: null, not_found: null, isLater: total.isLater || error.accepted === 'later' })
        continue
      }
      throw new ExplainedError(error, `${whatIsGone(error, total)}; ${nextStep(error)}.`)
    }
  }
  return total
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
  return {
    sizes: { external_ids: sizeOf('external_ids'), customer_ids: sizeOf('customer_ids') },
    isExclusive: exclusive.some((group) => group.includes('external_ids') && group.includes('customer_ids')),
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

function describeIds({ external_ids, customer_ids }: EraseIds): string {
  const parts = [
    ...(external_ids.length > 0 ? [named('external_id', external_ids)] : []),
    ...(customer_ids.length > 0 ? [named('customer_id', customer_ids)] : []),
  ]
  return parts.join(' and ')
}

/** The id if there is one, else how many. */
function named(member: string, ids: readonly string[]): string {
  return ids.length === 1 ? `${member} ${JSON.stringify(ids[0])}` : `one of ${count(ids.length, member)}`
}

function erasedView({ erased, not_found }: Erased, isLater: boolean, isUnread: boolean): string[] {
  const missing = not_found?.flatMap(({ external_id, customer_id }) => {
    const id = external_id ?? customer_id
    return id === undefined ? [] : [`  not found: ${id}`]
  })
  const unfound = not_found ? `; ${not_found.length} not found` : isUnread && !isLater ? '; not found: -' : undefined
  return [`${goneText(erased, isLater, unfound)}.`, ...(missing ?? [])]
}

/** What happened, with `unfound` as what is said of the ids that were not found; undefined where the service does not say it. */
function goneText(erased: number | null, isLater: boolean, unfound: string | undefined): string {
  if (isLater)
    return `The service accepted the request and erases later; it does not say how many items${unfound ?? ''}`
  if (erased !== null) {
    return `Erased ${count(erased, 'item')}${unfound ?? '; the response does not say which ids were not found'}`
  }
  if (unfound !== undefined) return `Erased, but the service does not say how many items${unfound}`
  return 'Erased, but the service says neither how many items it erased nor which ids were not found'
}
