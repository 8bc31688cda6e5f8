import { wrongUsage } from '../terminal/failure.js'
import type { Command, CommandInput } from './command.js'
import { GLOBAL_OPTIONS, type Globals } from './global-options.js'
import { asksForHelp, seeHelpOf } from './locate.js'
import type { OptionSpec, OptionTable, ValuesOf } from './options.js'
import { readPlainly } from './parse-plainly.js'

export interface Parsed {
  globals: Globals
  input: CommandInput<OptionTable>
  wantsHelp: boolean
}

/** What a command line says, before it is known whether that is all it must say. */
export interface ReadLine {
  /** Of the options that were given, and of some with their initial value. */
  values: ReadonlyMap<OptionSpec, unknown>
  args: string[]
  given: [name: string, text: string][]
}

const NOTHING: ReadLine = { values: new Map(), args: [], given: [] }

/**
 * Reads the rest of a command line by the options of its command and the global ones. Rejects with wrong usage. commander is loaded only
 * for a line that is wrong or unusual: that costs a short command more than its request does.
 */
export async function parseCommandLine(
  path: readonly string[],
  command: Command,
  rest: readonly string[],
): Promise<Parsed> {
  const wantsHelp = asksForHelp(rest)
  const read = wantsHelp ? NOTHING : await readLine(path, command, rest)
  const { values, args, given } = read
  if (!wantsHelp) requireGiven(command.options, values, path)
  if (!wantsHelp) requireCombination(command, new Set(given.map(([name]) => name)))
  return {
    globals: pick(GLOBAL_OPTIONS, values) as Globals,
    input: { ...pick(command.options, values), args, given },
    wantsHelp,
  }
}

async function readLine(path: readonly string[], command: Command, rest: readonly string[]): Promise<ReadLine> {
  const plain = readPlainly(command, rest)
  if (plain) return plain
  const { readByCommander } = await import('./parse-by-commander.js')
  return readByCommander(path, command, rest)
}

/** Ours and not commander's, which would speak of an option that is missing before the one that was mistyped for it. */
function requireGiven(options: OptionTable, values: ReadLine['values'], path: readonly string[]): void {
  for (const spec of Object.values<OptionSpec>(options)) {
    if (!spec.required || values.get(spec) !== undefined) continue
    throw wrongUsage(`${spec.flags.replace(/^-\w, /, '')} is required`, seeHelpOf(path))
  }
}

/** Values by the names of the table. */
function pick<S extends OptionTable>(table: S, values: ReadLine['values']): ValuesOf<S> {
  const entries = Object.entries<OptionSpec>(table).map(([name, spec]) => {
    return [name, values.get(spec) ?? (spec.read ? spec.initial : false)]
  })
  return Object.fromEntries(entries) as ValuesOf<S>
}

/** Refuses options that exclude each other, and those whose partner was not given, before anything runs: none is ever ignored. */
function requireCombination({ options, excludes = [], needs = [] }: Command, given: ReadonlySet<string>): void {
  for (const [one, other] of excludes) {
    if (!given.has(one) || !given.has(other)) continue
    throw wrongUsage(`${flagOf(options, one)} and ${flagOf(options, other)} exclude each other`)
  }
  for (const [one, other] of needs) {
    if (!given.has(one) || given.has(other)) continue
    throw wrongUsage(`${flagOf(options, one)} needs ${flagOf(options, other)}`)
  }
}

function flagOf(options: OptionTable, name: string): string {
  return /--[\w-]+/.exec(options[name]!.flags)![0]
}
