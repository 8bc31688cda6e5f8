import { count } from '../../base/count.js'
import type { Screen } from '../../cli/screen.js'
import { asSent, findMember } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import type { SourceRecord } from '../../client/each-group.js'
import { ListingError, UnexpectedResponseError } from '../../client/errors.js'
import type { Row } from '../../output/outcome.js'
import { ExplainedError, Failure } from '../../terminal/failure.js'
import { takesInBody } from '../takes-in-body.js'
import type { EraseIds } from './erase-ids.js'
import { eachItem } from './filter.js'

/** What to erase so that exactly the wanted items of one source go. */
export interface EraseScope {
  ids: EraseIds
  /** How many items may go. */
  items: { least: number; most: number }
  /** The ids alone spare the other sources. */
  isProven: boolean
  /** Ids that no item of the source has, as far as they were looked up. */
  notFound: { external_id?: string; customer_id?: string }[]
}

/** This many ids are looked up without a word. */
const FEW_IDS = 20

/**
 * The ids that erase what was asked in this source and nothing elsewhere. A service whose own description has `source_id` in the
 * body of an erase is trusted to obey it; of any other the ids must prove the scope.
 */
export async function requireEraseScope(
  client: Client,
  ids: EraseIds,
  source: SourceRecord,
  screen: Screen,
): Promise<EraseScope> {
  if ((await takesInBody(client, 'eraseFeedback', 'source_id')) === 'yes')
    return { ids, items: { least: 0, most: mostItems(ids, source) }, isProven: false, notFound: [] }
  const wanted = ids.external_ids.length + ids.customer_ids.length
  if (wanted > FEW_IDS) {
    await screen.note(
      `The service does not describe an erase in one source only, so ${count(wanted, 'id')} are looked up first, one by one.`,
    )
  }
  return proveScope(client, ids, source)
}

/** A source has at most one item of an external_id for each question; of a customer it may have any number. */
function mostItems({ external_ids, customer_ids }: EraseIds, source: SourceRecord): number {
  const held = findMember(source, 'item_count')
  const all = typeof held === 'number' ? held : Number.POSITIVE_INFINITY
  const questions = findMember(source, 'questions')
  if (customer_ids.length > 0 || !Array.isArray(questions)) return all
  return Math.min(all, external_ids.length * questions.length)
}

/**
 * The interface erases by id alone, and a service may ignore a member that it does not know, so the ids must prove the scope by
 * themselves: each occurs in this source only. A customer who is known to other sources as well is erased by the external_ids of
 * the items here. An item that does not show the id may have it. Refuses if that cannot be done.
 */
async function proveScope(client: Client, ids: EraseIds, source: SourceRecord): Promise<EraseScope> {
  const isHere = ({ item }: Found) => textOf(item, 'source_id') === source.survey_id
  const scope = { ids: { external_ids: [], customer_ids: [] } as EraseIds, notFound: [] as EraseScope['notFound'] }
  const erased = { least: new Set<string>(), most: new Set<string>() }
  const add = (kind: keyof EraseIds, id: string, items: readonly Found[], provedBy: string) => {
    scope.ids[kind].push(id)
    for (const { item, key, isOwn } of items) {
      // What another id found may be the same item, or one that nothing tells from it.
      erased.most.add(isOwn ? key : `${kind} ${id} ${key}`)
      if (shows(item, provedBy)) erased.least.add(key)
    }
  }

  const narrow = async (customer: string, items: readonly Found[]) => {
    const fault = unproven('customer_id', customer, source, items)
    if (!items.every(({ item }) => shows(item, 'customer_id')) && !(await isFiltered(client, customer, items)))
      throw fault
    const his = new Set(items.filter(isHere).map(({ key }) => key))
    for (const external of new Set(items.filter(isHere).map(({ item }) => asSent(item).external_id))) {
      const same = typeof external === 'string' ? await lookUp(client, { external_id: external }) : []
      if (same.length === 0 || !same.every(({ key }) => his.has(key))) throw fault
      add('external_ids', String(external), same, 'external_id')
    }
  }

  for (const id of ids.external_ids) {
    const items = await lookUp(client, { external_id: id })
    if (!items.some(isHere)) scope.notFound.push({ external_id: id })
    else if (items.every(isHere)) add('external_ids', id, items, 'external_id')
    else throw unproven('external_id', id, source, items)
  }
  for (const id of ids.customer_ids) {
    const items = await lookUp(client, { customer_id: id })
    if (!items.some(isHere)) scope.notFound.push({ customer_id: id })
    else if (items.every(isHere)) add('customer_ids', id, items, 'customer_id')
    else await narrow(id, items)
  }
  const external_ids = [...new Set(scope.ids.external_ids)]
  return {
    ...scope,
    ids: { ...scope.ids, external_ids },
    items: { least: erased.least.size, most: erased.most.size },
    isProven: true,
  }
}

const shows = (item: Row, name: string) => asSent(item)[name] !== undefined

/**
 * Whether a service lists the items of a customer alone, as far as they don't show it themselves: asked for one whose id is the beginning of
 * this one, it lists none of them. One that ignores the filter, or finds parts of ids, would.
 */
async function isFiltered(client: Client, customer: string, items: readonly Found[]): Promise<boolean> {
  const other = customer.slice(0, -1)
  if (other === '') return false
  const found = new Set(items.map(({ key }) => key))
  const others = await lookUp(client, { customer_id: other }, { isUnchecked: true })
  return others.every(({ key }) => !found.has(key))
}

/** Refuses a result that the items of the source cannot explain. */
export function requireErased(erased: number, { items: { least, most } }: EraseScope): void {
  if (erased >= least && erased <= most) return
  const [bound, found] = least === most ? ['', most] : erased < least ? ['at least ', least] : ['at most ', most]
  throw new Failure({
    exit: 'failure',
    code: 'ERASED_OTHERWISE',
    message: `the service erased ${count(erased, 'item')} where ${bound}${found} ${found === 1 ? 'was' : 'were'} found in this source`,
    hint: 'Run `inpk feedback list` with the same ids to see what is left.',
  })
}

/** An item that was looked up, and what tells it from all others. */
interface Found {
  item: Row
  key: string
  /** It has an id of its own. */
  isOwn: boolean
}

async function lookUp(
  client: Client,
  query: { external_id: string } | { customer_id: string },
  { isUnchecked = false } = {},
): Promise<Found[]> {
  const items: Found[] = []
  const alike = new Map<string, number>()
  try {
    for await (const item of eachItem(client, query, { isStrict: true, isUnchecked }))
      items.push({ item, ...keyOf(item, alike) })
  } catch (error) {
    const isCut = error instanceof ListingError
    throw isCut ? new ExplainedError(error, NOT_ALL_SEEN) : error
  }
  return items
}

const NOT_ALL_SEEN =
  "Nothing was erased, because --source can't be honoured without all items of an id. Omit --source to erase in every source."

/** The id of an item; where none can be read, all that the service says of it, and which of those alike it is. */
function keyOf(item: Row, alike: Map<string, number>): Pick<Found, 'key' | 'isOwn'> {
  const sent = asSent(item)
  const { item_id: id } = sent
  if (typeof id === 'string' || typeof id === 'number') return { key: String(id), isOwn: true }
  const all = JSON.stringify(sent)
  const count = (alike.get(all) ?? 0) + 1
  alike.set(all, count)
  return { key: `${count} ${all}`, isOwn: false }
}

function textOf(item: Row, name: string): string {
  const value = asSent(item)[name]
  if (value === undefined || value === null) {
    throw new UnexpectedResponseError(
      `The response to listFeedback has no \`items[].${name}\``,
      "Without it --source can't be checked, so nothing was erased. Omit --source to erase in every source.",
    )
  }
  return String(value)
}

function unproven(kind: string, id: string, { survey_id: source }: SourceRecord, items: readonly Found[]): Failure {
  const what = `${kind} ${JSON.stringify(id)}`
  const isOpen = !items.every(({ item }) => shows(item, kind))
  return new Failure({
    exit: 'failure',
    code: 'ERASE_SCOPE_UNPROVEN',
    message: isOpen
      ? `items outside source ${source} may have ${what} too: the service lists items without their ${kind}`
      : `${what} also occurs outside source ${source}, and the service may erase it there too`,
    hint: `Nothing was erased. ${isOpen ? 'Name' : 'Leave the id out, name'} external_ids that only this source has, or omit --source to erase in every source${isOpen ? `; \`inpk learn\` finds out where this service has \`${kind}\`` : ''}.`,
  })
}
