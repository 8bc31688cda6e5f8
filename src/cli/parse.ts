import { Command as Commander, CommanderError, Option } from 'commander'
import { eitherOf } from '../base/nearest.js'
import { outputFormat, PLAIN_FORMATS } from '../output/format.js'
import { Failure, wrongUsage } from '../terminal/failure.js'
import type { Command, CommandInput } from './command.js'
import { GLOBAL_OPTIONS, type Globals } from './global-options.js'
import { asksForHelp } from './locate.js'
import type { OptionSpec, OptionTable, ValuesOf } from './options.js'
import { adviseArguments, sentenceOf, suggestOption, unknownOption } from './parser-words.js'

export interface Parsed {
  globals: Globals
  input: CommandInput<OptionTable>
  wantsHelp: boolean
}

/** Reads the rest of a command line by the options of its command and the global ones. Refuses with wrong usage. */
export function parseCommandLine(path: readonly string[], command: Command, rest: readonly string[]): Parsed {
  const commander = new Commander(['inpk', ...path].join(' ')).exitOverride().helpOption(false)
  commander.showSuggestionAfterError(false)
  commander.configureOutput({ writeOut: () => {}, writeErr: () => {} }).allowExcessArguments(false)
  commander.addOption(new Option('-h, --help'))
  for (const option of Object.values<OptionSpec>(GLOBAL_OPTIONS)) commander.addOption(toCommander(option, path))
  const given: [string, string][] = []
  for (const [name, spec] of Object.entries<OptionSpec>(command.options)) {
    const option = toCommander(spec, path)
    commander.addOption(option).on(`option:${option.name()}`, (text: string) => given.push([name, text]))
  }
  for (const { name, required, variadic } of command.arguments ?? []) {
    const word = variadic ? `${name}...` : name
    commander.argument(required ? `<${word}>` : `[${word}]`)
  }
  commander.action(() => {})
  const wantsHelp = asksForHelp(rest)
  if (!wantsHelp) runParser(commander, { command, path, rest })
  const values = commander.opts()
  if (!wantsHelp) requireGiven(command.options, values, path)
  if (!wantsHelp) requireCombination(command, new Set(given.map(([name]) => name)))
  const globals = pick(GLOBAL_OPTIONS, values) as Globals
  if (!wantsHelp && globals.json && (globals.output ?? 'json') !== 'json')
    throw wrongUsage(`--json and --output ${globals.output} can't be used together`)
  if (!wantsHelp) requireOutput(command, globals, path)
  return {
    globals,
    input: { ...pick(command.options, values), args: commander.args, given },
    wantsHelp,
  }
}

function runParser(
  commander: Commander,
  { command, path, rest }: { command: Command; path: readonly string[]; rest: readonly string[] },
): void {
  try {
    commander.parse([...rest], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (KEY_AS_ARGUMENT.test(error.message)) throw keyAsArgument()
    const unknown = unknownOption(error.message)
    const said = { path, args: commander.args }
    const meant = unknown ? suggestOption(unknown, command) : adviseArguments(error.message, command, said)
    throw wrongUsage(sentenceOf(error.message, said.args), [meant, seeHelpOf(path)].filter(Boolean).join(' '))
  }
}

/** Ours and not commander's, which would speak of an option that is missing before the one that was mistyped for it. */
function requireGiven(options: OptionTable, values: Record<string, unknown>, path: readonly string[]): void {
  for (const spec of Object.values<OptionSpec>(options)) {
    if (!spec.required || givenValue(spec, values) !== undefined) continue
    throw wrongUsage(`${spec.flags.replace(/^-\w, /, '')} is required`, seeHelpOf(path))
  }
}

function seeHelpOf(path: readonly string[]): string {
  return `See \`${['inpk', ...path].join(' ')} --help\`.`
}

const KEY_AS_ARGUMENT = /^error: unknown option '--(api-)?key\b(?!-)/

/** What was typed is not repeated: it holds the key. */
function keyAsArgument(): Failure {
  return wrongUsage(
    "an API key can't be passed on the command line: other programs could read it",
    'Set INPK_API_KEY, or use --api-key-file PATH or `inpk login`.',
  )
}

function toCommander(spec: OptionSpec, path: readonly string[]): Option {
  const option = new Option(spec.flags, spec.purpose)
  // `--no-input` is a switch of its own and is next to an `--input FILE`; commander would make them one.
  option.negate = false
  if (spec.initial !== undefined && spec.read) option.default(spec.initial)
  if (spec.read) option.argParser((value, soFar) => readValue(spec, value, { soFar, path }))
  ATTRIBUTES.set(spec, option.attributeName())
  return option
}

/** The name commander gives the value of an option: it is asked once, for that takes apart its flags. */
const ATTRIBUTES = new WeakMap<OptionSpec, string>()

function givenValue(spec: OptionSpec, values: Record<string, unknown>): unknown {
  return values[ATTRIBUTES.get(spec) ?? toCommander(spec, []).attributeName()]
}

/** The value of an option. Refuses it with the option, the value as it was typed, and what would be right. */
function readValue(
  spec: OptionSpec,
  value: string,
  { soFar, path }: { soFar: unknown; path: readonly string[] },
): unknown {
  try {
    return spec.read!(value, soFar)
  } catch (error) {
    const hint = error instanceof Failure ? error.hint : undefined
    const message = `${/--[\w-]+/.exec(spec.flags)![0]} "${value}": ${(error as Error).message}`
    throw wrongUsage(message, [hint, seeHelpOf(path)].filter(Boolean).join(' '))
  }
}

/** Values by the names of the table. */
function pick<S extends OptionTable>(table: S, values: Record<string, unknown>): ValuesOf<S> {
  const entries = Object.entries<OptionSpec>(table).map(([name, spec]) => {
    const value = givenValue(spec, values)
    return [name, value ?? (spec.read ? spec.initial : false)]
  })
  return Object.fromEntries(entries) as ValuesOf<S>
}

/** Refuses options that can't be combined, and those whose partner was not given, before anything runs: none is ever ignored. */
function requireCombination({ options, excludes = [], needs = [] }: Command, given: ReadonlySet<string>): void {
  for (const [one, other] of excludes) {
    if (!given.has(one) || !given.has(other)) continue
    throw wrongUsage(`${flagOf(options, one)} and ${flagOf(options, other)} can't be used together`)
  }
  for (const [one, other] of needs) {
    if (!given.has(one) || given.has(other)) continue
    throw wrongUsage(`${flagOf(options, one)} needs ${flagOf(options, other)}`)
  }
}

/** Refuses a format that a command can't print, before it does anything. */
function requireOutput({ outputs = PLAIN_FORMATS }: Command, globals: Globals, path: readonly string[]): void {
  const format = outputFormat(globals)
  if ((outputs as readonly string[]).includes(format)) return
  throw wrongUsage(`\`${['inpk', ...path].join(' ')}\` has no ${format} output`, `Use --output ${eitherOf(outputs)}.`)
}

function flagOf(options: OptionTable, name: string): string {
  return /--[\w-]+/.exec(options[name]!.flags)![0]
}
