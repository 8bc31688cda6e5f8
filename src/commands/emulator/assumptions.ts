import { command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { findFactsHere } from '../../cli/find-facts.js'
import { DATA_OPTION } from '../../cli/find-running.js'
import type { Facts } from '../../contract/facts/facts.js'
import type { ListResult, Row } from '../../output/outcome.js'
import { Failure } from '../../terminal/failure.js'
import { recordsOf } from './control-commands.js'

export const COMMAND = command({
  examples: [
    ['emulator assumptions'],
    ['emulator assumptions --jq ".[] | select(.how)"', 'those an overrides file can change, and how it says so'],
    ['emulator assumptions --jq ".[] | select(.overridden)"', 'those it changed'],
  ],
  options: { ...DATA_OPTION },
  run: listAssumptions,
})

/** Those of the running emulator; without one the ledger itself, with the facts that are in force here. */
async function listAssumptions(_: unknown, factory: Factory): Promise<ListResult> {
  const rows = (await isRunning(factory)) ? recordsOf(factory, undefined, 'listAssumptions', {}) : ledgerHere(factory)
  return {
    rows,
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
