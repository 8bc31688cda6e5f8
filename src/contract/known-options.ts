import { distance, meantOrKnown, mustBeOneOf } from '../base/nearest.js'
import { InputError } from './input-error.js'

/** What an option may be: a kind of value, one of some words, or a whole number from the one to the other; `any` if something else checks that. */
export type OptionKind =
  | ('string' | 'number' | 'boolean' | 'function' | 'object' | 'any')
  | readonly string[]
  | { from: number; to?: number }

/** The options in `T` with their kinds: the compiler requires all of them, those that may be absent too. */
export type OptionKinds<T> = { readonly [Name in keyof Required<T>]: OptionKind }

type Kinds = Readonly<Record<string, OptionKind>>
/** Names by the option they are members of. */
export type Places = Readonly<Record<string, readonly string[]>>

/**
 * Refuses options that a function does not have, and those of another kind: one misspelt in JavaScript, or in an object that was built
 * elsewhere, would change what is done without a word. One that is undefined is as if it were not there. Throws `InputError`
 * (`ARGUMENT_INVALID`) with the nearest name. `of`: the function, such as `pushFile`; `places`: the names that belong into an option,
 * by that option.
 */
export function requireKnownOptions(given: object, kinds: Kinds, of: string, places = (): Places => ({})): void {
  requireNames(given, Object.keys(kinds), { what: 'option', of, list: 'Options', places })
  requireKinds(given, kinds, of)
}

/** As `requireKnownOptions`, of the names alone. */
export function requireKnownNames(given: object, known: readonly string[], of: string): void {
  requireNames(given, known, { what: 'option', of, list: 'Options' })
}

/**
 * As `requireKnownOptions`, for settings that may be an object with more in it, such as a running emulator or the configuration of a
 * program: of names that are not known it refuses only the misspelling of an option that is not given.
 */
export function requireNoMisspelling(given: object, kinds: Kinds, of: string): void {
  const names = Object.keys(kinds)
  requireObject(given, names, of)
  const missing = names.filter((name) => (given as Record<string, unknown>)[name] === undefined)
  // All that most callers give is known, and to compare every name with every other takes longer than the rest of a client.
  const unknown = Object.entries(given).filter(([typed]) => !names.includes(typed))
  const meant = unknown.filter(([typed]) => missing.some((name) => isMisspelling(typed, name)))
  requireKnownNames(Object.fromEntries(meant), names, of)
  requireKinds(given, kinds, of)
}

/** Below this length an edit makes another word: `page` is not a misspelling of `pace`. */
const LONG = 6
/** The first half of a name that can only mean it: `timeout` of `timeoutMs`. */
const isBeginning = (typed: string, name: string) => typed.length >= LONG && name.startsWith(typed)
const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '')

function isMisspelling(typed: string, name: string): boolean {
  if (plain(typed) === plain(name) || isBeginning(typed, name)) return true
  return Math.min(typed.length, name.length) >= LONG && distance(plain(typed), plain(name)) <= 1
}

/** The same of the filters in a query. */
export function requireKnownFilters(given: object, known: readonly string[], of: string): void {
  requireNames(given, known, { what: 'filter', of, list: 'Filters' })
}

function requireNames(
  given: object,
  known: readonly string[],
  { what, of, list, places = () => ({}) }: { what: string; of: string; list: string; places?: () => Places },
): void {
  requireObject(given, known, of, list)
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))
  if (!unknown) return
  const [name] = unknown
  const [place] = Object.entries(places()).find(([, names]) => names.includes(name)) ?? []
  const hint =
    place !== undefined
      ? `It is part of \`${place}\`: ${of}({ ${place}: { ${name}: … } }).`
      : known.length === 0
        ? `${of} takes none.`
        : meantOrKnown(name, known, list)
  throw new InputError('ARGUMENT_INVALID', `${of} has no ${what} \`${name}\``, hint)
}

function requireObject(given: unknown, known: readonly string[], of: string, list = 'Options'): void {
  if (typeof given === 'object' && given !== null) return
  const hint = `${list}: ${known.join(', ')}.`
  throw new InputError('ARGUMENT_INVALID', `${of} takes ${list.toLowerCase()} as an object, not ${kindOf(given)}`, hint)
}

function requireKinds(given: object, kinds: Kinds, of: string): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    // `null` counts as not given: programs pass it for a signal they don't have.
    if (kind === undefined || value === undefined || value === null) continue
    const fault = typeof kind === 'string' ? kindFault(kind, value) : valueFault(kind, value)
    if (fault !== undefined) throw new InputError('ARGUMENT_INVALID', `\`${name}\` of ${of} ${fault}`)
  }
}

/** What is wrong with a value that must be of a kind; undefined if nothing is. */
function kindFault(kind: string, value: unknown): string | undefined {
  return kind === 'any' || typeof value === kind ? undefined : `must be ${aOrAn(kind)}, not ${kindOf(value)}`
}

/** The same of one of some words, or a number in a range. */
function valueFault(of: readonly string[] | { from: number; to?: number }, value: unknown): string | undefined {
  if (Array.isArray(of)) return of.includes(value) ? undefined : mustBeOneOf(of, value)
  const { from, to = Number.MAX_SAFE_INTEGER } = of as { from: number; to?: number }
  const isWithin = Number.isInteger(value) && (value as number) >= from && (value as number) <= to
  const most = to === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${to}`
  return isWithin ? undefined : `must be a whole number of ${from} ${most}, not ${String(value)}`
}

const aOrAn = (kind: string) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

function kindOf(value: unknown): string {
  return value === undefined || value === null ? String(value) : aOrAn(typeof value)
}
