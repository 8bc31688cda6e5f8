import { isObject } from '../../base/is-object.js'
import type { Client, RawRequest } from '../../client/client-types.js'
import { createRowFilter, type Warn } from '../../client/each-row.js'
import { UnexpectedResponseError } from '../../client/errors.js'
import { followCursors, requireNextCursor, samePageTwice } from '../../client/next-cursor.js'
import { parseValue } from '../../client/payload.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer } from '../../client/service-error.js'
import type { WireResponse } from '../../contract/wire.js'
import type { Row } from '../../output/outcome.js'
import { withQuery } from './path.js'

/** The entries of a listing, page after page: those of the one list in the payload, or the payload itself if there is none. */
export async function* eachEntry(
  client: Client,
  request: RawRequest,
  url: string,
  onUnclear: Warn,
): AsyncGenerator<Row> {
  const next = followCursors()
  const takeNew = createRowFilter((entry: Row) => JSON.stringify(entry))
  const limit = new URLSearchParams(request.path.split('?')[1]).get('limit')
  let cursor: string | undefined
  let received = 0
  for (let pages = 1; ; pages += 1) {
    const path = cursor === undefined ? request.path : withQuery(withoutCursor(request.path), { cursor })
    const response = await client.request({ ...request, path })
    if (response.status < 200 || response.status > 299) throw errorOfAnswer(response, url, createRedact([]))
    const payload = readPayload(response, url)
    const entries = entriesOf(payload)
    yield* entries
    received += entries.length
    const isRing = countOn(payload) > 0 && takeNew(entries).length === 0
    const counted = { asked: limit === null ? undefined : Number(limit), rows: entries.length, received, pages }
    const more =
      listsOf(payload).length === 1
        ? await requireNextCursor(payload, counted, { onUnclear, warn: onUnclear })
        : cursorOf(payload)
    cursor = next(more, countOn(payload))
    if (cursor === undefined) return
    if (isRing) throw samePageTwice()
  }
}

/** What is listed; a list that comes bare has a name here. */
function readPayload(response: WireResponse, url: string): Row {
  const root = parseValue(response, url, `The response of ${url}`)
  const payload = isObject(root) && (isObject(root.data) || Array.isArray(root.data)) ? root.data : root
  if (Array.isArray(payload)) return { entries: payload }
  if (isObject(payload)) return payload
  throw new UnexpectedResponseError(`The response is the value ${JSON.stringify(payload).slice(0, 40)}, not a listing`)
}

function entriesOf(payload: Row): readonly Row[] {
  const lists = listsOf(payload)
  return lists.length === 1 ? (lists[0] as Row[]) : [payload]
}

/** How much a page holds: a payload is not an entry where all its lists are empty, else there would be no end to empty pages. */
function countOn({ pagination: _, ...payload }: Row): number {
  const lists = listsOf(payload)
  if (lists.length === 0) return Object.keys(payload).length
  return lists.reduce((sum, list) => sum + list.length, 0)
}

function listsOf(payload: Row): unknown[][] {
  return Object.values(payload).filter((value) => Array.isArray(value))
}

/** Of a payload that need not be a listing: its next cursor alone says whether there is more. */
function cursorOf({ pagination }: Row): string | undefined {
  const next = isObject(pagination) ? pagination.next_cursor : undefined
  return typeof next === 'string' ? next : undefined
}

function withoutCursor(path: string): string {
  const [before, query = ''] = path.split('?')
  const members = [...new URLSearchParams(query)].filter(([name]) => name !== 'cursor')
  return withQuery(before!, Object.fromEntries(members))
}
