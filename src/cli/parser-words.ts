import { distance, eitherOf, nearest } from '../base/nearest.js'
import type { Command } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import type { OptionSpec } from './options.js'

/** What commander says, as a person would; `args`: what was typed besides options. */
export function sentenceOf(message: string, args: readonly string[]): string {
  return message
    .replace(/^error: /, '')
    .replace(/^option '(?:-\w, )?(--[\w-]+ .*)' argument missing$/s, '$1 needs a value')
    .replace(/^unknown option '(-\d[^']*)'$/, 'unknown option $1; a value that starts with - goes after `--`')
    .replace(/^too many arguments\. Expected (\d+) .*$/, (_, most: string) => {
      const extra = shown(args[Number(most)] ?? '')
      return `too many arguments${extra && `:${extra}`} (${most === '0' ? 'none expected' : `expected at most ${most}`})`
    })
    .replace(/^unknown option '([^']*)'$/s, 'unknown option $1')
    .replace(/^missing required argument '([^']*)'$/, '$1 is required')
}

/** What to do about arguments: an option an extra one was meant for, or the line with the word that is missing before it. */
export function adviseArguments(
  message: string,
  { options, argumentsMean = [], arguments: taken = [] }: Command,
  { path, args }: { path: readonly string[]; args: readonly string[] },
): string | undefined {
  if (/^error: too many arguments/.test(message)) {
    const flags = argumentsMean.map((name) => `\`${options[name]!.flags.replace(/^-\w, /, '')}\``)
    return flags.length === 0 ? undefined : `Use ${eitherOf(flags)}.`
  }
  const [first, second] = taken
  const [word, ...words] = first?.choices ?? []
  const typed = args[0]?.toUpperCase()
  const isSkipped = typed !== undefined && ![word, ...words].some((each) => each?.toUpperCase() === typed)
  // What is one of another list of words is not meant for a free text.
  if (word === undefined || second?.choices || !isSkipped || !/^error: missing required argument/.test(message))
    return undefined
  return `Did you mean \`${['inpk', ...path, word, ...args].join(' ')}\`?`
}

/** An argument in quotes, unless it may be a key or secret that was typed in the wrong place. */
function shown(arg: string): string {
  return /^(whsec_|[^_]*_[^_]+_)/.test(arg) || arg.length > 40 ? '' : ` ${JSON.stringify(arg)}`
}

/** The option a command doesn't have, as it was typed and without a value; undefined where something else is wrong. */
export function unknownOption(message: string): string | undefined {
  return /^error: unknown option '(--?[a-z][\w-]*)[^']*'$/i.exec(message)?.[1]
}

/** `Did you mean …?` for an option that a command doesn't have; undefined if none of its options or arguments is near. */
export function suggestOption(
  unknown: string,
  { options, arguments: taken = [] }: Pick<Command, 'options' | 'arguments'>,
  more: readonly string[] = ['help'],
): string | undefined {
  const word = unknown.replace(/^-+/, '')
  const argument = taken.find(({ name }) => name.toLowerCase() === word)
  if (argument) return `${argument.name} is an argument: write it without \`${unknown}\`.`
  const specs = Object.values<OptionSpec>({ ...GLOBAL_OPTIONS, ...options })
  const known = specs.filter(({ hidden }) => !hidden).map((spec) => ({ name: nameOf(spec), isWaiver: spec.waives }))
  const names = (waives: boolean) => known.filter((each) => waives === (each.isWaiver === true)).map(({ name }) => name)
  const near = [
    nearest(word, [...names(false), ...more]),
    names(true).filter((name) => isNearly(word, name)),
    relatedTo(word, names(false)),
  ]
  const found = near.find(({ length }) => length > 0) ?? []
  if (found.length === 0 || found.length > 3) return undefined
  return `Did you mean ${found.map((name) => `\`--${name}\``).join(' or ')}?`
}

/** Whether an option that waives a question or a guard was meant: accepting the suggestion must not be how it gets switched on. */
function isNearly(word: string, name: string): boolean {
  return distance(word, name) <= 1 || (word.length > 2 && name.startsWith(word))
}

/** The options that share a word with the one typed, such as `feedback-type` with `type`. */
function relatedTo(word: string, names: readonly string[]): string[] {
  const words = new Set(word.split('-').flatMap((part) => [part, `${part}s`]))
  return names.filter((name) => name.split('-').some((part) => words.has(part)))
}

function nameOf({ flags }: OptionSpec): string {
  return /--([\w-]+)/.exec(flags)![1]!
}
