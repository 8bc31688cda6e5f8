import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { flag } from '../../cli/options.js'
import type { Column, ListResult, Row } from '../../output/outcome.js'
import { moment } from '../../output/show.js'
import { recordsOf } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

const SHOWN_FIRST = 50
const POLL_MS = 500
const PAGE = '200'

const OPTIONS = {
  follow: flag('--follow', 'print new changes as they are made, until Ctrl-C; --json: one per line'),
  ...EMULATOR_OPTIONS,
}

const COLUMNS: readonly Column[] = [
  { key: 'seq', title: 'CHANGE', numeric: true },
  { key: 'at', title: 'TIME', show: moment },
  { key: 'operation', title: 'OPERATION' },
  { key: 'summary', title: 'WHAT', flexible: true },
]

export const LOG = command({
  examples: [
    ['emulator log --limit 20', 'newest first'],
    ['emulator log --follow', 'the last 50 changes, newest last, then new ones'],
  ],
  options: OPTIONS,
  run: showLog,
})

async function showLog({ follow, org }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<ListResult> {
  const list = { columns: COLUMNS, whenEmpty: 'Nothing has changed yet.' }
  if (follow) return { ...list, rows: followed(factory, org), limited: true, endless: true }
  return { ...list, rows: recordsOf(factory, org, 'listChanges', {}) }
}

/** The last changes, the newest at the end, and then the ones to come. */
async function* followed(factory: Factory, org: string | undefined): AsyncGenerator<Row> {
  let last = 0
  let most = factory.globals.limit ?? SHOWN_FIRST
  for (;;) {
    const fresh: Row[] = []
    for await (const record of recordsOf(factory, org, 'listChanges', { limit: PAGE })) {
      if ((record.seq as number) <= last || fresh.length >= most) break
      fresh.push(record)
    }
    if (fresh.length > 0) last = fresh[0]!.seq as number
    yield* fresh.reverse()
    most = Number.POSITIVE_INFINITY
    await factory.environment.sleep(POLL_MS, factory.signal)
  }
}
