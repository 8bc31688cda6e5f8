import { meantOrKnown, nearest } from '../base/nearest.js'
import { InputError } from './input-error.js'

/** The names of the options in `T`, each once: the compiler requires all of them, those that may be absent too. */
export type OptionNames<T> = { readonly [Name in keyof Required<T>]: true }

/**
 * Refuses options that a function does not have: one misspelt in JavaScript, or in an object that was built elsewhere, would change
 * what is done without a word. Throws `InputError` (`ARGUMENT_INVALID`) with the nearest name. `of`: the function, such as `pushFile`.
 */
export function requireKnownOptions(given: object, known: Readonly<Record<string, true>>, of: string): void {
  requireNames(given, Object.keys(known), { what: 'option', of, list: 'Options' })
}

/** Letters of a long name that may differ; of a short one a single one may: `close` is no `clock`. */
const NEAR = { long: 2, short: 1, longFrom: 7 }

/**
 * As `requireKnownOptions`, for settings that may be an object with more in it, such as a running emulator: refuses only what is nearly
 * the name of an option that is not given.
 */
export function requireNoMisspelling(given: object, known: Readonly<Record<string, true>>, of: string): void {
  const names = Object.keys(known)
  const isMissing = (name: string) => (given as Record<string, unknown>)[name] === undefined
  const isMeant = ([name]: [string, unknown]) =>
    names.includes(name) || nearest(name, names, name.length < NEAR.longFrom ? NEAR.short : NEAR.long).some(isMissing)
  requireNames(Object.fromEntries(Object.entries(given).filter(isMeant)), names, {
    what: 'option',
    of,
    list: 'Options',
  })
}

/** The same of the filters in a query. */
export function requireKnownFilters(given: object, known: readonly string[], of: string): void {
  requireNames(given, known, { what: 'filter', of, list: 'Filters' })
}

function requireNames(
  given: object,
  known: readonly string[],
  { what, of, list }: { what: string; of: string; list: string },
): void {
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))
  if (!unknown) return
  const [name] = unknown
  const hint = known.length === 0 ? `${of} takes none.` : meantOrKnown(name, known, list)
  throw new InputError('ARGUMENT_INVALID', `${of} has no ${what} \`${name}\``, hint)
}
