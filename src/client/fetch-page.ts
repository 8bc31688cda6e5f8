import { perObject } from '../base/per-object.js'
import { countOnPage, nextLink, saysEnd } from '../contract/facts/read-page.js'
import { LIMITS } from '../contract/limits.js'
import type { OperationId, ResultOf } from '../contract/operations/index.js'
import { addMembers, asSent } from './checked-payload.js'
import type { Answer, CallInput, Client } from './client-types.js'
import { refusesUntold } from './details.js'
import type { Page } from './each-row.js'
import { ServiceError } from './errors.js'

/** How a page is asked for: its size, and where it begins. */
export interface AskedPage {
  limit: number
  cursor: string | undefined
}

/** The listings of a client whose service takes no size of a page. */
const unsizedOf = perObject((_: object) => new Set<OperationId>())

/**
 * Fetches one page of a listing. `read` takes the rows and their payload from the answer. Where facts say how the operation
 * pages, the page says whether the service calls it the last. A service that takes no size is asked without one, as one that says no
 * reason where there is nothing else to refuse. Where a first page is full
 * and no link follows it, that is the end if one follows a page of a single entry: else no link says nothing.
 */
export async function fetchPage<Id extends OperationId, Row>(
  client: Pick<Client, 'call' | 'contract'>,
  id: Id,
  { limit, cursor, ...input }: AskedPage & Omit<CallInput<Id>, 'query'> & { query?: object },
  read: (answer: Answer<ResultOf<Id>>) => Pick<Page<Row>, 'rows' | 'payload'>,
): Promise<Page<Row>> {
  const paging = (await client.contract()).pagingOf(id)
  const unsized = unsizedOf(client)
  const answer = await ask().catch((error: unknown) => {
    const isAlone = cursor === undefined && Object.keys(input.query ?? {}).length === 0
    const isRefused = refusesSize(error, paging?.limit ?? 'limit') || (isAlone && refusesUntold(error))
    if (unsized.has(id) || !isTakenByContract(limit) || !isRefused) throw error
    unsized.add(id)
    return ask()
  })
  const page: Page<Row> = { ...read(answer), isUnsized: unsized.has(id) }
  if (!paging) return page
  const asked = queryOf()
  const seen = { wire: answer.raw, headers: answer.headers, asked }
  const isDoubtful = paging.style === 'link' && cursor === undefined && page.rows.length > 1 && !page.isUnsized
  if (isDoubtful && saysNothing(page.payload) && (await linksOn())) {
    const pagination = { limit, next_cursor: null, has_more: false }
    return { ...page, payload: addMembers(page.payload, { pagination }), saysEnd: true }
  }
  return { ...page, saysEnd: saysEnd(paging, { ...seen, count: countOnPage(paging, page.rows, seen) }) }

  function queryOf(): Partial<AskedPage> {
    return { ...(unsized.has(id) ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
  }

  async function linksOn(): Promise<boolean> {
    const one = await ask({ limit: 1 }).catch(() => undefined)
    return one !== undefined && nextLink(one.headers) !== undefined
  }

  function ask(other: { limit?: number } = {}): Promise<Answer<ResultOf<Id>>> {
    const call = client.call as (id: Id, input: object) => Promise<Answer<ResultOf<Id>>>
    return call(id, { ...input, query: { ...input.query, ...queryOf(), ...other } })
  }
}

/** Whether nothing in an answer says where the next page is, or that there is none. */
function saysNothing(payload: object): boolean {
  const { pagination } = asSent(payload) as { pagination?: object | null }
  return !['next_cursor', 'has_more'].some((name) => Object.hasOwn(pagination ?? {}, name))
}

const isTakenByContract = (limit: number) => Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.page.max

/** Whether a request was refused for the size of its page: the rows are the same without one. */
function refusesSize(error: unknown, name: string): boolean {
  if (!(error instanceof ServiceError) || ![400, 422].includes(error.status)) return false
  return [error.message, JSON.stringify(error.details) ?? ''].some((said) => said.split(/[^\w-]+/).includes(name))
}
