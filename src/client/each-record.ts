import type { ControlResultOf } from '../contract/control/index.js'
import { requireKnownOptions } from '../contract/known-options.js'
import type { ControlLists, ControlTypes } from '../contract/types/control/index.js'
import type { Argument, EachOptions, QueryInput } from './client-types.js'
import { limited } from './each.js'
import { EACH } from './known-input.js'
import { followCursors } from './next-cursor.js'

type Queried<Query> = [Query] extends [undefined] ? unknown : { query?: Omit<QueryInput<Query>, 'limit' | 'cursor'> }
type Rows<Result> = Result extends { items: (infer Row)[] } ? Row : never

/**
 * The records of the lists of the control API, over all pages: `for await (const { path } of control.each.requests()) …` takes what
 * `listRequests` does, but for the page.
 */
export type EachRecord = {
  [Name in keyof ControlLists]: (
    ...input: Argument<EachOptions & Queried<ControlTypes[ControlLists[Name]]['query']>>
  ) => AsyncIterable<Rows<ControlResultOf<ControlLists[Name]>>>
}

/** One page, as every list of the control API answers. */
export interface RecordPage<Row> {
  items: readonly Row[]
  pagination?: { next_cursor: string | null; has_more: boolean }
}

/** The records of a list, page after page: `ask` calls it. Throws `ListingError` where its pages go round. */
export async function* eachRecord<Row>(
  ask: (page: { cursor?: string }) => Promise<RecordPage<Row>>,
): AsyncGenerator<Row> {
  const next = followCursors()
  let cursor: string | undefined
  do {
    const { items, pagination } = await ask(cursor === undefined ? {} : { cursor })
    yield* items
    cursor = next(pagination?.has_more ? pagination.next_cursor : undefined, items.length)
  } while (cursor !== undefined)
}

interface Given extends EachOptions {
  query?: object
}

/** The lists of these operations by their short names; `call` calls one. */
export function eachRecordOf(
  ids: readonly string[],
  call: (id: string, input: object) => Promise<unknown>,
): EachRecord {
  const lists = ids.filter((id) => id.startsWith('list'))
  return Object.fromEntries(
    lists.map((id) => {
      const name = id.charAt(4).toLowerCase() + id.slice(5)
      const each = (input: Given = {}) => {
        requireKnownOptions(input, EACH, `each.${name}`)
        return limited(input, ({ signal }) =>
          eachRecord((page) => {
            const query = { ...input.query, ...page }
            return call(id, signal ? { query, signal } : { query }) as Promise<RecordPage<unknown>>
          }),
        )
      }
      return [name, each]
    }),
  ) as unknown as EachRecord
}
