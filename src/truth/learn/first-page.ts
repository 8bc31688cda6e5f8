import { isObject, type JsonObject } from '../../base/is-object.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import type { PagingFact } from './learn-paging.js'
import { plainName } from './match/lexicon.js'
import { leavesOf } from './match/match.js'
import { valuesAt } from './match/values.js'

type Paged = Pick<PagingFact, 'at' | 'limit' | 'total' | 'pages' | 'headers'> & { style: 'offset' | 'page' }

/**
 * From which number pages or entries are counted, by answers: page 1 holds others than the page without a number, so that this is 0; the
 * last number is that of all pages, as it is said or as the entries come to; page 1 is the page without a number; entries go on from
 * the number of those that came; those of a page stand behind those of the pages before on a first page of another size.
 */
export function firstSeen({ exchanges }: WireOperation, answer: Shape, paged: Paged): 0 | 1 | undefined {
  const rows = rowsOf(answer)
  if (rows === undefined) return undefined
  const pages = exchanges.filter(({ status }) => status < 300).map((each) => pageOf(each, rows, paged))
  const found = pages.flatMap((page) => firstBy(page, pages, paged) ?? [])
  return new Set(found).size === 1 ? found[0] : undefined
}

/** Where the rows of an answer are, if it has one list of objects; empty: it is that list. */
export function rowsOf(answer: Shape): string | undefined {
  if (answer.kind === 'list') return answer.entry.kind === 'object' ? '' : undefined
  const lists = leavesOf(answer).filter(({ shape }) => shape.kind === 'list' && shape.entry.kind === 'object')
  return lists.length === 1 ? `${lists[0]!.path.join('.')}[]` : undefined
}

interface Page {
  /** None where it was not asked for. */
  number: number | undefined
  /** How many entries were asked for, where that was said. */
  size: number | undefined
  /** What else was asked, as text; `apart` leaves out the size. */
  asked: string
  apart: string
  /** What is said of all pages, as text. */
  whole: string
  rows: readonly JsonObject[]
  /** How many pages there are, if that is said: one, if this one has all that there is. */
  count: number | undefined
  /** How many entries there are on all pages, if that is said. */
  total: number | undefined
}

function pageOf(seen: SeenExchange, place: string, paged: Paged): Page {
  const { query, responseBody, responseHeaders } = seen
  const { [paged.at!]: number, ...others } = query
  const figure = (what: 'total' | 'pages') => {
    const path = paged[what]
    return numberOf(path === undefined ? responseHeaders[paged.headers?.[what] ?? ''] : valuesAt(responseBody, path)[0])
  }
  const { total } = paged
  const rows = (place === '' ? asList(responseBody) : valuesAt(responseBody, place)).filter(isObject)
  // What is called `count` may be that of the page.
  const all = total !== undefined && /(^|[._])count$/i.test(total) ? undefined : figure('total')
  return {
    number: numberOf(number),
    size: numberOf(others[paged.limit ?? '']),
    asked: textOf(others),
    apart: textOf({ ...others, [paged.limit ?? '']: undefined }),
    whole: JSON.stringify([all, figure('pages')]),
    rows,
    count: figure('pages') ?? (rows.length === all ? 1 : undefined),
    total: all,
  }
}

const textOf = (query: object) => JSON.stringify(Object.entries(query).sort())
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const numberOf = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : undefined)

function firstBy(page: Page, pages: readonly Page[], { style }: Paged): 0 | 1 | undefined {
  if (page.number === undefined || page.rows.length === 0) return undefined
  if (style === 'page' && page.number === page.count) return 1
  const starts = pages.filter(
    ({ number, asked, whole, rows }) =>
      number === undefined && asked === page.asked && whole === page.whole && rows.length > 0,
  )
  if (style === 'page' && page.number === 1 && starts.some(({ rows }) => holdsSame(rows, page.rows))) return 1
  // Counted from 0, a page with entries would stand behind the end.
  const isLast = ({ rows }: Page) => page.total !== undefined && page.number! * rows.length >= page.total
  if (style === 'page' && starts.some(isLast)) return 1
  const goesOn = starts.some(
    ({ rows }) => page.number === (style === 'page' ? 1 : rows.length) && holdsOthers(rows, page.rows),
  )
  return goesOn ? 0 : style === 'page' ? firstByPlace(page, pages) : undefined
}

/**
 * From which number pages are counted, by the place that the entries of one have on a first page of another size. Its own first
 * page must begin as that one: else others came between them.
 */
function firstByPlace({ number, size, asked, apart, whole, rows }: Page, pages: readonly Page[]): 0 | 1 | undefined {
  const starts = pages.filter((each) => each.number === undefined && each.apart === apart && each.whole === whole)
  const own = starts.find((each) => each.asked === asked)
  if (own === undefined || size === undefined) return undefined
  const longer = starts.filter((each) => each.size !== size && placeOf(own.rows, each.rows) === 0)
  const before = longer.map((each) => placeOf(rows, each.rows)).find((place) => place > 0)
  const first = before === undefined ? undefined : number! - before / size
  return first === 0 || first === 1 ? first : undefined
}

/**
 * At which index of `others` the rows begin, which must follow there in the same order; -1 if they don't. Rows are told apart by a member
 * whose values are all different.
 */
function placeOf(rows: readonly JsonObject[], others: readonly JsonObject[]): number {
  const key = Object.keys(rows[0] ?? {}).find((name) => isKey(rows, name) && isKey(others, name))
  if (key === undefined) return -1
  const at = others.findIndex((row) => row[key] === rows[0]![key])
  return others.slice(at).every((row, index) => rows[index] === undefined || row[key] === rows[index][key]) ? at : -1
}

/** Whether two pages have the very same rows, which can be told apart. */
function holdsSame(some: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  return Object.keys(some[0]!).some((name) => isKey(some, name)) && JSON.stringify(some) === JSON.stringify(others)
}

/**
 * Whether two pages have no row in common: what tells the rows of each apart is on one of them alone. A row that changed between
 * them keeps its identifier.
 */
function holdsOthers(some: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const names = Object.keys(some[0]!).filter((name) => isKey(some, name) && isKey(others, name))
  const seen = (name: string) => new Set(some.map((row) => row[name]))
  return names.length > 0 && names.every((name) => !others.some((row) => seen(name).has(row[name])))
}

function isKey(rows: readonly JsonObject[], name: string): boolean {
  const values = rows.map((row) => row[name])
  const isPlain = values.every((value) => typeof value === 'string' || typeof value === 'number')
  return isPlain && new Set(values).size === rows.length
}

/** The number of the first page or entry: the first its description names, or what an answer without a number says. */
export function firstNumber({ query, exchanges }: WireOperation, at: string, answer: Shape): 0 | 1 | undefined {
  const shape = query[at]?.shape
  const start = shape?.kind === 'scalar' ? (shape.default ?? shape.limits?.minimum) : undefined
  if (start === 0 || start === 1) return start
  const echoes = leavesOf(answer).filter(({ path }) => plainName(path.at(-1)!) === plainName(at))
  const seen = exchanges
    .filter((each) => !Object.hasOwn(each.query, at))
    .flatMap(({ responseBody }) => echoes.flatMap(({ path }) => valuesAt(responseBody, path.join('.'))))
  const [first] = seen
  return (first === 0 || first === 1) && seen.every((each) => each === first) ? first : undefined
}
