import { command, type Input } from '../../cli/command.js'
import { defined } from '../../cli/defined.js'
import type { Factory } from '../../cli/factory.js'
import { wrongUsage } from '../../cli/failure.js'
import { text } from '../../cli/options.js'
import type { Client } from '../../client/client-types.js'
import { LIMITS } from '../../contract/limits.js'
import type { QueryOf } from '../../contract/operations/index.js'
import { parseTime } from '../../contract/times.js'
import type { Column, ListResult, Row } from '../../output/outcome.js'
import { day } from '../../output/show.js'
import { isIdentifier, requireGroup, requireSource } from '../find-target.js'

const OPTIONS = {
  group: text('--group <group>', 'only this group (identifier or name)'),
  source: text('--source <source>', 'only this source (identifier or name)'),
  field: text('--field <id>', 'only this field (identifier)'),
  externalId: text('--external-id <id>', 'only this external_id'),
  customerId: text('--customer-id <id>', 'only this customer_id'),
  since: text('--since <time>', 'occurred at this time or later; ISO-8601, or a date'),
  until: text('--until <time>', 'occurred before this time'),
}

const COLUMNS: readonly Column[] = [
  { key: 'item_id', title: 'ID', numeric: true },
  { key: 'source_id', title: 'SOURCE', numeric: true },
  { key: 'text', title: 'TEXT', flexible: true },
  { key: 'external_id', title: 'EXTERNAL ID' },
  { key: 'rating', title: 'RATING', numeric: true },
  { key: 'occurred_at', title: 'OCCURRED', show: day },
]

export const COMMAND = command({
  examples: [
    ['feedback list --source 34 --limit 20'],
    ['feedback list --group Support --since 2026-01-01 --output ndjson'],
  ],
  options: OPTIONS,
  run: listFeedback,
})

type Query = Partial<NonNullable<QueryOf<'listFeedback'>>>

async function listFeedback(input: Input<typeof OPTIONS>, factory: Factory): Promise<ListResult> {
  const query = defined({
    question_id: input.field,
    external_id: input.externalId,
    customer_id: input.customerId,
    occurred_since: requireTime('--since', input.since),
    occurred_until: requireTime('--until', input.until),
  })
  const client = await factory.client()
  const target = await targetOf(client, input.group, input.source)
  return {
    rows: eachItem(client, { ...target, ...query }, factory.globals.limit),
    columns: COLUMNS,
    whenEmpty: 'No feedback matches.',
  }
}

async function targetOf(client: Client, group: string | undefined, source: string | undefined): Promise<Query> {
  if (source !== undefined && !isIdentifier(source)) {
    return { survey_id: (await requireSource(client, source, group)).source.survey_id }
  }
  const byId = defined({ survey_id: source })
  if (group === undefined) return byId
  const id = isIdentifier(group) ? group : (await requireGroup(client, group)).survey_series_id
  return { ...byId, survey_series_id: id }
}

function requireTime(option: string, value: string | undefined): string | undefined {
  if (value !== undefined && parseTime(value) === undefined) {
    throw wrongUsage(`${option} ${value} is no time`, 'Write 2026-02-28 or 2026-02-28T12:00:00Z.')
  }
  return value
}

/** Every item in the words of the wire, page by page. */
async function* eachItem(client: Client, query: Query, limit?: number): AsyncGenerator<Row> {
  const size = String(Math.min(limit ?? LIMITS.page.max, LIMITS.page.max))
  let cursor: string | undefined
  do {
    const page = await client.call('listFeedback', { query: { ...query, limit: size, ...(cursor ? { cursor } : {}) } })
    yield* (page.raw as { items: Row[] }).items
    const { pagination } = page.payload
    cursor = pagination?.has_more ? (pagination.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
}
