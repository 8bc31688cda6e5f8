import { didYouMean } from '../base/nearest.js'
import { parseTime } from '../contract/times.js'
import { wrongUsage } from '../terminal/failure.js'

/** What has names that completion can ask for. */
export type Named = 'sources' | 'groups' | 'profiles'

/** One option of a command: how it is written, what it is for, and how its text becomes a value. */
export interface OptionSpec<T = unknown> {
  readonly flags: string
  readonly purpose: string
  /** The value of the option from its text; `soFar` is set for one that may be given several times. Absent: a plain switch. */
  read?(text: string, soFar: T | undefined): T
  readonly initial?: T
  readonly required?: true
  /** Allowed words, for help and completion. */
  readonly choices?: readonly string[]
  /** What it is the name of, for completion. */
  readonly names?: Named
  /** Neither in help nor in completion: known only so that it can be refused with advice. */
  readonly hidden?: true
  /** Passes over a question or a guard, so it is suggested to no one who didn't all but write it. */
  readonly waives?: true
}

/** Options by the name their value has in the input of a command. */
export type OptionTable = Readonly<Record<string, OptionSpec>>

type ValueOf<S> = S extends OptionSpec<infer T> ? T : never
/** The values a command is handed, by option name. */
export type ValuesOf<S extends OptionTable> = { readonly [Name in keyof S]: ValueOf<S[Name]> }

/** A switch: there or not. */
export function flag(flags: string, purpose: string): OptionSpec<boolean> {
  return { flags, purpose, initial: false }
}

/** A switch, or another option, that passes over a question or a guard. */
export function waiver<T>(spec: OptionSpec<T>): OptionSpec<T> {
  return { ...spec, waives: true }
}

/** A switch that is known only so that the command can refuse it with advice; it may be followed by a value. */
export function refused(flags: string): OptionSpec<boolean> {
  return { flags, purpose: '', hidden: true, initial: false, read: () => true }
}

/** A text; undefined if not given. */
export function text(flags: string, purpose: string): OptionSpec<string | undefined> {
  return { flags, purpose, read: (value) => value }
}

/** The name of one, or its identifier; undefined if not given. */
export function name(flags: string, purpose: string, names: Named): OptionSpec<string | undefined> {
  return { ...text(flags, purpose), names }
}

/** A switch that may take a text: `true` if it has none. */
export function flagOrText(flags: string, purpose: string): OptionSpec<string | true | undefined> {
  return { flags, purpose, read: (value) => value }
}

/** A text that must be given. */
export function requiredText(flags: string, purpose: string): OptionSpec<string> {
  return { flags, purpose, read: (value) => value, required: true }
}

/** The name of one, or its identifier, which must be given. */
export function requiredName(flags: string, purpose: string, names: Named): OptionSpec<string> {
  return { ...requiredText(flags, purpose), names }
}

/** A text that may be given several times. */
export function texts(flags: string, purpose: string): OptionSpec<readonly string[]> {
  return { flags, purpose: `${purpose} (repeatable)`, read: (value, soFar) => [...(soFar ?? []), value], initial: [] }
}

/** A whole number from `min` to `max`. */
export function integer(
  flags: string,
  purpose: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): OptionSpec<number | undefined> {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`
  const read = (value: string) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) throw wrongUsage(`must be a whole number, ${bounds}`)
    return number
  }
  return { flags, purpose, read }
}

/** One of a few words; undefined if not given. */
export function choice<const W extends readonly string[]>(
  flags: string,
  purpose: string,
  choices: W,
): OptionSpec<W[number] | undefined> {
  const read = (value: string) => {
    if (!choices.includes(value)) throw wrongUsage(`must be one of ${choices.join(', ')}`, didYouMean(value, choices))
    return value
  }
  return { flags, purpose, choices, read }
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration such as `500ms`, `30s`, `6m`, `1h30m`; a bare number counts seconds. In milliseconds. */
export function duration(flags: string, purpose: string): OptionSpec<number | undefined> {
  return { flags, purpose, read: readDuration }
}

/** A duration as `duration` reads it, but not 0. */
export function positiveDuration(flags: string, purpose: string): OptionSpec<number | undefined> {
  const read = (value: string) => {
    const ms = readDuration(value)
    if (ms <= 0) throw wrongUsage('must be longer than 0')
    return ms
  }
  return { flags, purpose, read }
}

/** Milliseconds of `500ms`, `30s`, `1h30m`; a bare number counts seconds. Refuses anything else as wrong usage. */
export function readDuration(value: string): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(value)) throw wrongUsage('must be a duration such as 30s, 6m or 1h30m')
  const parts = value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit!]!, 0)
}

/** Epoch milliseconds of an ISO-8601 time or a plain date. Refuses anything else as wrong usage; `what` was typed: `--since`, `TIME`. */
export function readTime(what: string, value: string): number {
  const at = parseTime(value)
  if (at !== undefined) return at
  throw wrongUsage(`${what} "${value}" is not a time`, 'Write 2026-02-28 or 2026-02-28T12:00:00Z.')
}
