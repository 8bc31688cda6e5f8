import { countOnPage, saysEnd } from '../contract/facts/read-page.js'
import type { OperationId, ResultOf } from '../contract/operations/index.js'
import type { Answer, CallInput, Client } from './client-types.js'
import type { Page } from './each-row.js'

/** How a page is asked for: its size, and where it begins. */
export interface AskedPage {
  limit: number
  cursor: string | undefined
}

/**
 * Fetches one page of a listing. `read` takes the rows and their payload from the answer. Where facts say how the operation
 * pages, the page says whether the service calls it the last.
 */
export async function fetchPage<Id extends OperationId, Row>(
  client: Pick<Client, 'call' | 'contract'>,
  id: Id,
  { limit, cursor, ...input }: AskedPage & Omit<CallInput<Id>, 'query'> & { query?: object },
  read: (answer: Answer<ResultOf<Id>>) => Pick<Page<Row>, 'rows' | 'payload'>,
): Promise<Page<Row>> {
  const query = { ...input.query, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) }
  const answer = await (client.call as (id: Id, input: object) => Promise<Answer<ResultOf<Id>>>)(id, {
    ...input,
    query,
  })
  const paging = (await client.contract()).pagingOf(id)
  const page = read(answer)
  if (!paging) return page
  const asked = { limit, ...(cursor === undefined ? {} : { cursor }) }
  const seen = { wire: answer.raw, headers: answer.headers, asked }
  return { ...page, saysEnd: saysEnd(paging, { ...seen, count: countOnPage(paging, page.rows, seen) }) }
}
