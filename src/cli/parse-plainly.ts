import type { ArgumentSpec, Command } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import type { OptionSpec } from './options.js'
import type { ReadLine } from './parse.js'

/**
 * Reads a command line that is written as most are: each option by its whole name, its value after it or after `=`, and the right number
 * of arguments. Undefined for any other, which may be wrong or only unusual.
 */
export function readPlainly(command: Command, rest: readonly string[]): ReadLine | undefined {
  const globals = optionsByFlag(Object.entries<OptionSpec>(GLOBAL_OPTIONS))
  const own = optionsByFlag(Object.entries<OptionSpec>(command.options))
  const values = new Map<OptionSpec, unknown>()
  const args: string[] = []
  const given: [string, string][] = []
  const words = rest.values()
  for (const word of words) {
    if (!isOption(word)) {
      args.push(word)
      continue
    }
    const end = word.startsWith('--') ? word.indexOf('=') : -1
    const flag = end === -1 ? word : word.slice(0, end)
    const named = own.get(flag) ?? globals.get(flag)
    if (!named || !isPlain(named.spec)) return undefined
    const { name, spec } = named
    let text: string | undefined
    if (spec.read) text = end === -1 ? words.next().value : word.slice(end + 1)
    if (spec.read ? text === undefined : end !== -1) return undefined
    try {
      values.set(spec, spec.read ? spec.read(text!, values.get(spec) ?? spec.initial) : true)
    } catch {
      return undefined
    }
    if (own.has(flag)) given.push([name, text!])
  }
  return takes(command.arguments ?? [], args.length) ? { values, args, given } : undefined
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-')
}

interface NamedOption {
  name: string
  spec: OptionSpec
}

function optionsByFlag(options: [name: string, spec: OptionSpec][]): Map<string, NamedOption> {
  const flagsOf = (spec: OptionSpec) => spec.flags.split(/[ ,]+/).filter((word) => word.startsWith('-'))
  return new Map(options.flatMap(([name, spec]) => flagsOf(spec).map((flag) => [flag, { name, spec }] as const)))
}

/** Whether an option is a switch or takes one value: neither a value that may be left out nor several. */
function isPlain({ flags, read }: OptionSpec): boolean {
  return !/\[|\.\.\./.test(flags) && flags.includes('<') === (read !== undefined)
}

function takes(specs: readonly ArgumentSpec[], count: number): boolean {
  const least = specs.filter(({ required }) => required).length
  return count >= least && (count <= specs.length || specs.at(-1)?.variadic === true)
}
