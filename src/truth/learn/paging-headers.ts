import { nextLink } from '../../contract/facts/read-page.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import { plainName } from './match/lexicon.js'
import { leavesOf } from './match/match.js'
import { PAGING_RESULT } from './paging-names.js'

/** What headers say of pages, by the names they have. */
export type PagingHeaders = Partial<Record<keyof typeof PAGING_RESULT, string>>

/** The headers that say how a list goes on, as they were seen or are described: `X-Next-Cursor`, `X-Total-Count`. */
export function pagingHeaders({ exchanges, headers = [] }: WireOperation): PagingHeaders {
  const seen = exchanges.filter(isTaken).flatMap(({ responseHeaders }) => Object.keys(responseHeaders))
  const names = [...new Set([...headers, ...seen])].map((name) => ({ name, plain: plainOf(name) }))
  const found = Object.entries(PAGING_RESULT).flatMap(([what, known]) => {
    const own = known.flatMap((each) => names.filter(({ plain }) => plain === each))[0]
    return own === undefined ? [] : [[what, own.name]]
  })
  return Object.fromEntries(found)
}

/** The name without what marks a header as one of the service's own, or of its pages. */
function plainOf(header: string): string {
  return plainName(header.replaceAll('-', '_'))
    .replace(/^x_/, '')
    .replace(/^(pagination|paging)_/, '')
}

/** The values that a header had in answers, in the order they came. */
export function headerValues({ exchanges }: WireOperation, header: string): string[] {
  return exchanges.filter(isTaken).flatMap(({ responseHeaders }) => responseHeaders[header] ?? [])
}

/** The addresses of next pages that were seen: whether they come in the header `Link`, and the names in their queries. */
export function linksIn(wire: WireOperation, answer: Shape): { isHeader: boolean; names: string[] } {
  const linked = wire.exchanges.filter(isTaken).flatMap(({ responseHeaders }) => nextLink(responseHeaders) ?? [])
  const inAnswer = leavesOf(answer).flatMap(({ shape }) => (shape.kind === 'scalar' ? shape.seen : []))
  const { next } = pagingHeaders(wire)
  const inHeader = next === undefined ? [] : headerValues(wire, next)
  const addresses = [...linked, ...[...inAnswer, ...inHeader].map(String).filter(isAddressWithQuery)]
  const readable = addresses.filter((each) => URL.canParse(each, 'http://service'))
  const names = readable.flatMap((each) => [...new URL(each, 'http://service').searchParams.keys()])
  return { isHeader: linked.length > 0 || (wire.headers ?? []).includes('link'), names }
}

const isAddressWithQuery = (value: string) => /^(https?:\/)?\/[^ ]*\?/.test(value)

const isTaken = ({ status }: SeenExchange) => status < 300
