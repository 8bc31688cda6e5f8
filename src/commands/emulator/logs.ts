import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, flag, readTime, text } from '../../cli/options.js'
import { OPERATION_IDS } from '../../contract/operations/index.js'
import { eachOf, firstRows } from '../../output/batches.js'
import type { Column, ListResult, Row } from '../../output/outcome.js'
import { moment } from '../../output/show.js'
import { wrongUsage } from '../../terminal/failure.js'
import { recordsOf } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

const SHOWN_FIRST = 50
const POLL_MS = 500
const PAGE = '200'

const OPTIONS = {
  follow: flag('--follow', 'print new requests as they arrive, until Ctrl-C; --json: one per line'),
  status: text('--status <status>', 'only this status, such as 404 or 4xx'),
  operation: choice('--operation <id>', 'only this operation, such as pushContent', OPERATION_IDS),
  key: text('--key <id>', 'only this key'),
  since: text('--since <time>', 'only from this time on'),
  ...EMULATOR_OPTIONS,
}

const COLUMNS: readonly Column[] = [
  { key: 'at', title: 'TIME', show: moment },
  { key: 'status', title: 'STATUS', numeric: true },
  { key: 'method', title: 'METHOD' },
  { key: 'path', title: 'PATH', flexible: true },
  { key: 'ms', title: 'MS', numeric: true, show: (ms) => String(Math.round(ms as number)) },
  { key: 'key_id', title: 'KEY' },
]

export const COMMAND = command({
  examples: [
    ['emulator logs', 'the last 50 requests, newest last'],
    ['emulator logs --follow --status 4xx'],
    ['emulator logs --follow --limit 5', 'show the last 5 requests, then new ones'],
    ['emulator logs --limit 1 --json', 'headers and bodies of the last request'],
  ],
  options: OPTIONS,
  run: showLogs,
})

/** The last requests, the newest at the end, and then the ones to come. */
async function showLogs(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<ListResult> {
  const { status, operation, key, since } = input
  if (since !== undefined) readTime('--since', since)
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status)) {
    throw wrongUsage(`--status "${status}": must be a status such as 404, or a class such as 4xx`)
  }
  const query = omitUndefined({ status, operation, key_id: key, since })
  const newestFirst: Row[] = []
  const wanted = factory.globals.limit ?? SHOWN_FIRST
  const records = recordsOf(factory, input.org, 'listRequests', { ...query, limit: PAGE })
  const seen = new Set<unknown>()
  for await (const record of input.follow ? records : firstRows(records, wanted)) {
    // What is not shown but came in the millisecond of the newest is not to be taken for new when its successors are asked for.
    if (newestFirst.length >= wanted && record.at !== newestFirst[0]?.at) break
    if (newestFirst.length < wanted) newestFirst.push(record)
    seen.add(record.id)
  }
  const first = newestFirst.reverse()
  const rows = input.follow ? followed({ first, seen }, input.org, query, factory) : eachOf(first)
  return {
    rows,
    columns: COLUMNS,
    whenEmpty: Object.keys(query).length > 0 ? 'No matching requests.' : 'No requests yet.',
    limited: true,
    ...(input.follow && { endless: true as const }),
  }
}

async function* followed(
  { first, seen: shown }: { first: readonly Row[]; seen: Set<unknown> },
  org: string | undefined,
  query: object,
  factory: Factory,
): AsyncGenerator<Row> {
  yield* first
  let since = first.at(-1)?.at
  let seen = shown
  for (;;) {
    await factory.environment.sleep(POLL_MS, factory.signal)
    const fresh: Row[] = []
    const asked = { ...query, limit: PAGE, ...(since === undefined ? {} : { since }) }
    for await (const record of recordsOf(factory, org, 'listRequests', asked)) fresh.push(record)
    const unseen = fresh.reverse().filter(({ id }) => !seen.has(id))
    yield* unseen
    if (unseen.length === 0) continue
    since = unseen.at(-1)!.at
    // The next answer starts with the requests of the same millisecond.
    seen = new Set(fresh.map(({ id }) => id))
  }
}
