import type { OutputFormat } from '../output/format.js'
import type { CommandOutcome } from '../output/outcome.js'
import type { Factory } from './factory.js'
import type { Named, OptionTable, ValuesOf } from './options.js'

export interface ArgumentSpec {
  readonly name: string
  readonly purpose: string
  readonly required?: boolean
  readonly variadic?: boolean
  /** Allowed words, for completion. */
  readonly choices?: readonly string[]
  /** What it is the name of, for completion. */
  readonly names?: Named
}

/** The values of a command's options, and its arguments in order. */
export type CommandInput<S extends OptionTable> = ValuesOf<S> & {
  readonly args: readonly string[]
  /** Every option in the order it was given, with its text: for those that refer to the one before. */
  readonly given: readonly (readonly [name: string, text: string])[]
}

/** The input of a command that has arguments only. */
export type NoOptions = Record<never, never>

/** Two options, by the names of their values. */
type Pair<Name extends string = string> = readonly [one: Name, other: Name]

/** A command: its options apart from its work. The line of purpose is in the tree. */
export interface Command<S extends OptionTable = OptionTable> {
  /** Command lines without `inpk`, each with what it does. */
  readonly examples: readonly (readonly [line: string, purpose?: string])[]
  readonly arguments?: readonly ArgumentSpec[]
  readonly options: S
  /** Titles under which help shows options, by the names of their values, where there are many; the others come last. */
  readonly groups?: Readonly<Record<string, readonly string[]>>
  /** The options, by the names of their values, that an argument was probably meant for, of a command that takes none. */
  readonly argumentsMean?: readonly string[]
  /** Pairs of options that can't be combined: one would be ignored. */
  readonly excludes?: readonly Pair[]
  /** Options that do nothing without another. */
  readonly needs?: readonly Pair[]
  /** The formats it can print, where they are not those of every command: `PLAIN_FORMATS`. */
  readonly outputs?: readonly OutputFormat[]
  /** What members of its requests were typed as, by their paths: of a service that is known to have no place for one. */
  readonly typedAs?: Readonly<Record<string, string>>
  run(input: CommandInput<S>, factory: Factory): Promise<CommandOutcome>
}

/** Keeps the types of a command's options, so that `run` sees them, and pairs name none but them. */
export function command<S extends OptionTable>(
  spec: Command<S> & {
    excludes?: readonly Pair<keyof S & string>[]
    needs?: readonly Pair<keyof S & string>[]
    argumentsMean?: readonly (keyof S & string)[]
    groups?: Readonly<Record<string, readonly (keyof S & string)[]>>
  },
): Command<S> {
  return spec
}
