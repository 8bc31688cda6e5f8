import type { WireOperation } from './evidence.js'
import { plainName } from './lexicon.js'
import { type Leaf, leavesOf } from './match.js'
import { eitherMember, type Member, type Shape } from './shape.js'

/** How a service pages a list, as members of a fact (`paging:listSources`). */
export interface PagingFact {
  style: 'cursor' | 'offset' | 'page' | 'link' | 'url' | 'none'
  /** The query member that says where to go on; null where the next address says it all. */
  at: string | null
  limit: string | null
  /** Of `page`: the number of the first. */
  first?: number
  /** Where the answer has the next cursor, number or address; whether there are more; how many rows and pages there are. */
  next?: string
  more?: string
  total?: string
  pages?: string
}

const QUERY = {
  limit: [
    'limit',
    'page_size',
    'per_page',
    'size',
    'count',
    'max',
    'max_results',
    'take',
    'top',
    'n',
    'first',
    'results_per_page',
    'items_per_page',
    'pagesize',
    'rows',
  ],
  cursor: [
    'cursor',
    'after',
    'page_token',
    'next_token',
    'starting_after',
    'next_cursor',
    'continuation',
    'continuation_token',
    'token',
    'page_cursor',
    'next',
    'after_cursor',
    'marker',
    'since_id',
    'bookmark',
  ],
  offset: ['offset', 'skip', 'start', 'start_index', 'start_at', 'from_index', 'row_offset'],
  page: ['page', 'page_number', 'p', 'page_no', 'page_index', 'pagenumber', 'page_num'],
} as const

const RESULT = {
  next: [
    'next_cursor',
    'next',
    'cursor',
    'next_page_token',
    'next_token',
    'after',
    'end_cursor',
    'continuation_token',
    'next_page',
    'next_url',
    'next_offset',
    'next_link',
    'bookmark',
    'marker',
    'continuation',
  ],
  more: [
    'has_more',
    'has_next',
    'more',
    'has_next_page',
    'more_available',
    'is_truncated',
    'truncated',
    'more_results',
    'has_more_items',
  ],
  total: [
    'total',
    'total_count',
    'total_items',
    'total_results',
    'total_elements',
    'count',
    'total_rows',
    'total_records',
    'item_count',
    'total_hits',
    'matched',
    'full_count',
  ],
  pages: ['total_pages', 'pages', 'page_count', 'last_page', 'num_pages', 'number_of_pages', 'pages_total'],
} as const

/** The members of theirs that a fact about paging takes. */
export function pagingMembers({ at, limit, next, more, total, pages }: PagingFact): {
  query: string[]
  result: string[]
} {
  const given = (all: readonly (string | null | undefined)[]) =>
    all.filter((each): each is string => typeof each === 'string')
  return { query: given([at, limit]), result: given([next, more, total, pages]) }
}

/** Whether a path is about the paging of a list rather than about what is listed. */
export function isPagingPath(path: string): boolean {
  return path === 'limit' || path === 'cursor' || path === 'pagination' || path.startsWith('pagination.')
}

/** How a list is paged; undefined where its description or answers don't say, several ways where it can't be told. */
export function learnPaging(wire: WireOperation): PagingFact | 'unclear' | undefined {
  const names = Object.keys(wire.query)
  const pick = (known: readonly string[]) =>
    known.flatMap((each) => names.filter((name) => plainName(name) === each))[0]
  const at = { cursor: pick(QUERY.cursor), offset: pick(QUERY.offset), page: pick(QUERY.page) }
  const limit = pick(QUERY.limit.filter((name) => plainName(at.cursor ?? '') !== name)) ?? null
  const styles = (['cursor', 'offset', 'page'] as const).filter((style) => at[style] !== undefined)
  const results = Object.values(wire.results).filter((each): each is Member => each !== undefined)
  const answer: Shape = results.length === 0 ? { kind: 'any' } : results.reduce(eitherMember).shape
  const found = namesIn(leavesOf(answer).filter(({ shape }) => shape.kind === 'scalar' || shape.kind === 'any'))
  if (styles.length === 0 && limit === null && !found.next && !found.more) return undefined
  if (styles.length > 1) return 'unclear'
  const [style] = styles
  if (!style)
    return found.next && isAddress(found.next, answer) ? { style: 'url', at: null, limit, ...found } : undefined
  const first = style === 'page' ? firstPage(wire.query[at.page!]!.shape) : undefined
  const { next, ...others } = found
  const isUrl = next !== undefined && isAddress(next, answer)
  return {
    style,
    at: at[style]!,
    limit,
    ...(first === undefined ? {} : { first }),
    ...(next !== undefined && !(isUrl && style !== 'cursor') ? { next } : {}),
    ...others,
  }
}

type Found = Partial<Record<keyof typeof RESULT, string>>

function namesIn(leaves: readonly Leaf[]): Found {
  const find = (known: readonly string[]) =>
    known.flatMap((each) => leaves.filter(({ path }) => plainName(path.at(-1)!) === each))[0]?.path.join('.')
  const entries = Object.entries(RESULT).flatMap(([name, known]) => {
    const path = find(known)
    return path === undefined ? [] : [[name, path]]
  })
  return Object.fromEntries(entries)
}

function isAddress(path: string, answer: Shape): boolean {
  const leaf = leavesOf(answer).find((each) => each.path.join('.') === path)
  if (leaf?.shape.kind !== 'scalar') return false
  const { format, seen } = leaf.shape
  return (
    format === 'uri' ||
    format === 'url' ||
    /(_url|_link|href)$/i.test(path) ||
    seen.some((each) => /^(https?:\/)?\//.test(String(each)))
  )
}

function firstPage(shape: Shape): number | undefined {
  if (shape.kind !== 'scalar') return undefined
  const start = shape.default ?? shape.limits?.minimum
  return start === 0 || start === 1 ? start : undefined
}
