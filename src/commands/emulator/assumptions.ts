import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { findFactsHere } from '../../cli/find-facts.js'
import { DATA_OPTION } from '../../cli/find-running.js'
import { aboutOf } from '../../contract/assumptions/about.js'
import type { Facts } from '../../contract/facts/facts.js'
import { outputFormat } from '../../output/format.js'
import type { ListResult, Row } from '../../output/outcome.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { recordsOf } from './control-commands.js'

export const COMMAND = command({
  arguments: [{ name: 'PART', purpose: 'show those with this in their id, such as an operation' }],
  examples: [
    ['emulator assumptions', 'how many there are of each operation'],
    ['emulator assumptions pushContent', 'those of one operation'],
    ['emulator assumptions --jq ".[] | select(.how)"', 'those that a facts file can override, and how'],
    ['emulator assumptions --jq ".[] | select(.overridden)"', 'those that it overrides'],
  ],
  options: { ...DATA_OPTION },
  run: listAssumptions,
})

/**
 * Those of the running emulator; without one the ledger itself, with the facts that are in force here. A person who asks for all sees
 * how many there are of each operation: two hundred lines are not read (B8).
 */
async function listAssumptions({ args }: CommandInput<typeof DATA_OPTION>, factory: Factory): Promise<ListResult> {
  const all = (await isRunning(factory)) ? recordsOf(factory, undefined, 'listAssumptions', {}) : ledgerHere(factory)
  const [part] = args
  const { globals } = factory
  if (part === undefined && outputFormat(globals) === 'table' && globals.limit === undefined) return summaryOf(all)
  return {
    rows: part === undefined ? all : withPart(all, part),
    columns: [
      { key: 'id', title: 'ID' },
      // The id has named the member.
      { key: 'what', title: 'WHAT', flexible: true, show: (what) => String(what).replace(/^\S+ \(\w+\): /, '') },
      { key: 'settled_by', title: 'SETTLED BY', show: (kinds) => (kinds as string[]).join(', ') || 'nothing' },
      { key: 'overridden', title: 'OVERRIDDEN', show: (yes) => (yes ? 'yes' : '') },
    ],
    whenEmpty: 'No assumptions.',
  }
}

async function* withPart(all: AsyncIterable<Row>, part: string): AsyncGenerator<Row> {
  let isKnown = false
  for await (const row of all) {
    if (!String(row.id).toLowerCase().includes(part.toLowerCase())) continue
    isKnown = true
    yield row
  }
  if (!isKnown)
    throw wrongUsage(`no assumption has "${part}" in its id`, '`inpk emulator assumptions` lists the parts.')
}

function summaryOf(all: AsyncIterable<Row>): ListResult {
  return {
    rows: counted(all),
    columns: [
      { key: 'about', title: 'ABOUT' },
      { key: 'assumptions', title: 'ASSUMPTIONS' },
      { key: 'overridden', title: 'OVERRIDDEN', show: (count) => (count === 0 ? '' : String(count)) },
    ],
    whenEmpty: 'No assumptions.',
    hint: 'To see the assumptions themselves: `inpk emulator assumptions PART`, such as pushContent; --json has all.',
  }
}

async function* counted(all: AsyncIterable<Row>): AsyncGenerator<Row> {
  const groups = new Map<string, { about: string; assumptions: number; overridden: number }>()
  for await (const { id, overridden } of all) {
    const about = aboutOf(String(id))
    const group = groups.get(about) ?? { about, assumptions: 0, overridden: 0 }
    groups.set(about, {
      ...group,
      assumptions: group.assumptions + 1,
      overridden: group.overridden + (overridden ? 1 : 0),
    })
  }
  yield* groups.values()
}

async function isRunning(factory: Factory): Promise<boolean> {
  try {
    await factory.control(undefined)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'NO_EMULATOR') return false
    throw error
  }
}

async function* ledgerHere(factory: Factory): AsyncGenerator<Row> {
  const path = findFactsHere(factory)?.value ?? undefined
  const under = path === undefined ? 'without facts' : `with the facts of ${path}`
  await factory.screen.note(`No emulator is running: this is what is assumed ${under}.`)
  const { ledgerUnder } = await import('../../contract/facts/ledger-under.js')
  for (const row of ledgerUnder(await readFacts(path))) yield { ...row }
}

async function readFacts(path: string | undefined): Promise<Facts> {
  if (path === undefined) return {}
  const { readFactsFile } = await import('../../config/read-facts.js')
  return readFactsFile(path).facts
}
