import { Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type Failure, wrongUsage } from '../terminal/failure.js'
import type { Command } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import { seeHelpOf } from './locate.js'
import type { OptionSpec } from './options.js'
import type { ReadLine } from './parse.js'

/** Reads any command line; refuses what is wrong with it, with what was probably meant. */
export function readByCommander(path: readonly string[], command: Command, rest: readonly string[]): ReadLine {
  const commander = new Commander(['inpk', ...path].join(' ')).exitOverride().helpOption(false)
  commander.configureOutput({ writeOut: () => {}, writeErr: () => {} }).allowExcessArguments(false)
  commander.addOption(new Option('-h, --help'))
  const attributes = new Map<OptionSpec, string>()
  for (const spec of Object.values<OptionSpec>(GLOBAL_OPTIONS)) {
    const option = toCommander(spec)
    commander.addOption(option)
    attributes.set(spec, option.attributeName())
  }
  const given: [string, string][] = []
  for (const [name, spec] of Object.entries<OptionSpec>(command.options)) {
    const option = toCommander(spec)
    commander.addOption(option).on(`option:${option.name()}`, (text: string) => given.push([name, text]))
    attributes.set(spec, option.attributeName())
  }
  for (const { name, required, variadic } of command.arguments ?? []) {
    const word = variadic ? `${name}...` : name
    commander.argument(required ? `<${word}>` : `[${word}]`)
  }
  commander.action(() => {})
  runParser(commander, path, rest)
  const found = commander.opts()
  const values = new Map([...attributes].map(([spec, attribute]) => [spec, found[attribute] as unknown]))
  return { values, args: commander.args, given }
}

function runParser(commander: Commander, path: readonly string[], rest: readonly string[]): void {
  try {
    commander.parse([...rest], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (KEY_AS_ARGUMENT.test(error.message)) throw keyAsArgument()
    throw wrongUsage(sentenceOf(error.message), seeHelpOf(path))
  }
}

/** What commander says, as a person would. */
function sentenceOf(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. /s, '$1 $2: ')
    .replace(/^option '(?:-\w, )?(--[\w-]+ .*)' argument missing$/s, '$1 needs a value')
    .replace(/^too many arguments\. Expected 0 arguments but got \d+\.$/, 'too many arguments: it takes none')
    .replace(
      /^too many arguments\. Expected (\d+) arguments? but got (\d+)\.$/,
      'too many arguments: $2 given, at most $1 taken',
    )
    .replace(
      /\n\(Did you mean (?:one of )?(.*)\?\)$/s,
      (_, names: string) =>
        `. Did you mean ${names
          .split(', ')
          .map((name) => `\`${name}\``)
          .join(' or ')}?`,
    )
}

const KEY_AS_ARGUMENT = /^error: unknown option '--(api-)?key\b(?!-)/

/** What was typed is not repeated: it holds the key. */
function keyAsArgument(): Failure {
  return wrongUsage(
    'an API key is never an argument: every program of this machine could read it',
    'Set INPK_API_KEY, or use --api-key-file PATH or `inpk login`.',
  )
}

function toCommander(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.purpose)
  // `--no-input` is a switch of its own and stands beside an `--input FILE`; commander would make them one.
  option.negate = false
  if (spec.initial !== undefined && spec.read) option.default(spec.initial)
  if (spec.read) option.argParser((value, soFar) => readValue(spec, value, soFar))
  return option
}

function readValue(spec: OptionSpec, value: string, soFar: unknown): unknown {
  try {
    return spec.read!(value, soFar)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
