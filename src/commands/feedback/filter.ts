import type { CommandInput } from '../../cli/command.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { name, readTime, text } from '../../cli/options.js'
import { takenQuery } from '../../client/carried.js'
import { findMember } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { refusesMember, refusesUntold, refusesValue } from '../../client/details.js'
import { eachSource, type ListingOptions } from '../../client/each-group.js'
import { eachRow, type Page } from '../../client/each-row.js'
import { fetchPage } from '../../client/fetch-page.js'
import type { Contract } from '../../contract/facts/contract.js'
import { largestPage } from '../../contract/facts/limits-in-force.js'
import type { QueryOf } from '../../contract/operations/index.js'
import { formatTime } from '../../contract/times.js'
import { recommendedWord } from '../../contract/vocabulary.js'
import { isIdentifier } from '../../listings/find-by-name.js'
import { requireGroupByReference, requireSourceByReference } from '../../listings/find-target.js'
import type { Row } from '../../output/outcome.js'
import { createItemCheck, FILTER_OF, lacksGroup, TIMES } from './item-check.js'

/** Which items `feedback list` and `feedback export` are about. */
export const FILTER_OPTIONS = {
  group: name('--group <group>', 'only this group (id or name)', 'groups'),
  source: name('--source <source>', 'only this source (id or name)', 'sources'),
  field: text('--field <id>', 'only this field (id)'),
  externalId: text('--external-id <id>', 'only this external_id'),
  customerId: text('--customer-id <id>', 'only this customer_id'),
  since: text('--since <time>', 'occurred at this time or later; ISO-8601, or a date'),
  until: text('--until <time>', 'occurred before this time'),
}

type Query = Partial<NonNullable<QueryOf<'listFeedback'>>>

/** The query these options stand for; names are looked up. Refuses what is not a time, and names no one has. */
export async function filterQuery(
  input: CommandInput<typeof FILTER_OPTIONS>,
  openClient: () => Promise<Client>,
): Promise<Query> {
  const query = omitUndefined({
    question_id: input.field,
    external_id: input.externalId,
    customer_id: input.customerId,
    occurred_since: timeOf('--since', input.since),
    occurred_until: timeOf('--until', input.until),
  })
  return { ...(await targetOf(await openClient(), input.group, input.source)), ...query }
}

/**
 * Every item that matches, in the words of the wire. A service that lists feedback of one source alone is asked for one after the
 * other; else as `itemsOf`.
 */
export async function* eachItem(client: Client, query: Query, options: ItemOptions = {}): AsyncGenerator<Row> {
  const { query: schema } = (await client.contract()).rowOf('listFeedback') as { query?: { required?: string[] } }
  if (query.survey_id !== undefined || !schema?.required?.includes('survey_id'))
    return yield* itemsOf(client, query, options)
  const { warn } = options
  const said = new Set<string>()
  const warnOnce = async (text: string) => {
    if (!said.has(text)) await warn?.(text)
    said.add(text)
  }
  for await (const { group, source } of eachSource(client)) {
    const isOther = query.survey_series_id !== undefined && group.survey_series_id !== query.survey_series_id
    // A count may lag behind, which matters where nothing may be missed.
    const isEmpty = !options.isStrict && findMember(source, 'item_count') === 0
    if (isOther || isEmpty) continue
    yield* itemsOf(client, { ...query, survey_id: source.survey_id }, { ...options, ...(warn && { warn: warnOnce }) })
  }
}

type ItemOptions = ListingOptions & { isUnchecked?: boolean }

/**
 * Every item that matches, page by page. `limit`: how many are wanted. A service may not know a filter, and
 * ignore it or refuse it: what does not match is left out here as well, and `warn` hears once which filter it was. `isUnchecked`: it is
 * not left out, to see what the service filters. Rejects if the listing may not be whole.
 */
async function* itemsOf(
  client: Client,
  query: Query,
  { limit, isUnchecked, ...doubts }: ItemOptions,
): AsyncGenerator<Row> {
  const groups = new Map<string, string>()
  const { check, end } = createItemCheck(isUnchecked ? {} : query, { isStrict: doubts.isStrict, groups })
  const contract = await client.contract()
  const most = largestPage(contract)
  let asked = takenQuery(contract, 'listFeedback', query)
  let size = Math.min(limit ?? most, most)
  const pages = eachRow<Row>({
    key: 'item_id',
    limit: () => size,
    ask: (cursor) => ask(cursor).catch((error: unknown) => askWithout(error, cursor)),
    ...doubts,
  })
  const warned = new Set<string>()
  for await (const item of pages) {
    if (query.survey_series_id !== undefined && groups.size === 0 && lacksGroup(item)) await learnGroups()
    const verdict = check(item)
    if (verdict === 'matches') yield item
    else if (verdict !== 'open') await leaveOut(verdict.option, 'does not filter')
  }
  yield* end()

  /** The listing of sources says which group an item is in that names its source alone. */
  async function learnGroups(): Promise<void> {
    for await (const { group, source } of eachSource(client)) groups.set(source.survey_id, group.survey_series_id)
  }

  function ask(cursor: string | undefined): Promise<Page<Row>> {
    return fetchPage(client, 'listFeedback', { query: asked, limit: size, cursor }, ({ worded }) => {
      const payload = worded as { items: Row[] }
      return { rows: payload.items, payload }
    })
  }

  /** Without the filters that a first page was refused for, which a service may name one after the other. */
  async function askWithout(error: unknown, cursor: string | undefined): Promise<Page<Row>> {
    const refused = cursor === undefined ? refusedFilters(error, asked, contract) : []
    if (refused.length === 0) throw error
    asked = Object.fromEntries(Object.entries(asked).filter(([member]) => !refused.includes(member)))
    const page = await ask(cursor).catch((next: unknown) => askWithout(next, cursor))
    for (const member of refused) await leaveOut(FILTER_OF[member]!, 'refused to filter')
    return page
  }

  async function leaveOut(option: string, why: 'refused to filter' | 'does not filter'): Promise<void> {
    if (warned.has(option)) return
    warned.add(option)
    size = most
    await doubts.warn?.(`the service ${why} by ${option}: items that do not match are left out`)
  }
}

/**
 * The filters that a service refuses as members it does not know; and times, which it may take as days alone. Where it does not say why it
 * refuses a request, it may be any of them: times come first, for they have many forms.
 */
function refusedFilters(error: unknown, asked: object, contract: Contract): string[] {
  const codec = contract.codecOf('listFeedback', 'query', 'recommended')
  const isTime = (member: string) => Object.hasOwn(TIMES, member)
  const named = Object.keys(asked).filter((member) => {
    // Details may name it with something before it, as a service does.
    const names = [member, recommendedWord(member), codec?.pathToWire(recommendedWord(member)) ?? member]
    return refusesMember(error, names) || (isTime(member) && refusesValue(error, names))
  })
  if (named.length > 0 || !refusesUntold(error)) return named
  const times = Object.keys(asked).filter(isTime)
  return times.length > 0 ? times : Object.keys(asked)
}

async function targetOf(client: Client, group: string | undefined, source: string | undefined): Promise<Query> {
  if (source !== undefined && !isIdentifier(source)) {
    return { survey_id: (await requireSourceByReference(client, source, group)).source.survey_id }
  }
  const byId = omitUndefined({ survey_id: source })
  if (group === undefined) return byId
  const id = isIdentifier(group) ? group : (await requireGroupByReference(client, group)).survey_series_id
  return { ...byId, survey_series_id: id }
}

/** The time in the form that every service reads, with its zone: many refuse a day alone. */
function timeOf(option: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : formatTime(readTime(option, value))
}
