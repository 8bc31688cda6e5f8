import { largestPage } from '../contract/facts/limits-in-force.js'
import { InputError } from '../contract/input-error.js'
import type { Client, Each, EachOptions } from './client-types.js'
import { eachGroup, eachSource, type SourceRecord } from './each-group.js'
import { eachRow, type Page } from './each-row.js'
import { type AskedPage, fetchPage } from './fetch-page.js'
import { requireKnownEach } from './known-input.js'

/** The listings of a client. */
export function eachOf(client: Omit<Client, 'each'>): Each {
  return {
    groups: (input = {}) => {
      requireKnownEach('each.groups', 'listSources', input)
      return limited(input, (pages) => eachGroup(client, input.query, pages))
    },
    sources: (input = {}) => {
      requireKnownEach('each.sources', 'listSources', input)
      return limited(input, (pages) => sourcesAlone(eachSource(client, input.query, pages)))
    },
    feedback: (input = {}) => {
      requireKnownEach('each.feedback', 'listFeedback', input)
      return limited(input, (page) =>
        eachPaged(client, 'item_id', page, (asked) =>
          fetchPage(client, 'listFeedback', { ...pick(input), ...asked }, ({ payload }) => ({
            rows: payload.items,
            payload,
          })),
        ),
      )
    },
    inviteRecipients: (input) => {
      requireKnownEach('each.inviteRecipients', 'listInviteRecipients', input)
      return limited(input, (page) =>
        eachPaged(client, 'email', page, (asked) =>
          fetchPage(client, 'listInviteRecipients', { ...pick(input), ...asked }, ({ payload }) => ({
            rows: payload.recipients,
            payload,
          })),
        ),
      )
    },
  }
}

/** What a call takes of what a listing was asked with. */
function pick<Input extends EachOptions>({ limit: _, ...input }: Input) {
  return input
}

async function* sourcesAlone(found: ReturnType<typeof eachSource>): AsyncGenerator<SourceRecord> {
  for await (const { source } of found) yield source
}

async function* eachPaged<Row extends object>(
  client: Pick<Client, 'contract'>,
  key: string,
  { limit }: EachOptions,
  ask: (page: AskedPage) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  const most = largestPage(await client.contract())
  const size = Math.min(limit ?? most, most)
  yield* eachRow<Row>({ key, limit: () => size, ask: (cursor) => ask({ limit: size, cursor }) })
}

/** The first rows up to the limit; checks the signal before each. Throws `InputError` at once for a limit that is not one. */
export function limited<Row>(
  options: EachOptions,
  open: (options: EachOptions) => AsyncIterable<Row>,
): AsyncIterable<Row> {
  const { limit = Number.POSITIVE_INFINITY, signal } = options
  if (!(limit >= 0) || (limit !== Number.POSITIVE_INFINITY && !Number.isInteger(limit))) {
    throw new InputError(
      'ARGUMENT_INVALID',
      `\`limit\` must be a whole number, not ${JSON.stringify(limit)}`,
      'Leave it out for all rows.',
    )
  }
  return (async function* () {
    let left = limit
    signal?.throwIfAborted()
    if (left === 0) return
    for await (const row of open({ ...(limit === Number.POSITIVE_INFINITY ? {} : { limit }), ...signalOf(options) })) {
      signal?.throwIfAborted()
      yield row
      left -= 1
      if (left === 0) return
    }
  })()
}

function signalOf({ signal }: EachOptions): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}
