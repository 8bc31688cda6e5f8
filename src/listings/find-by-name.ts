import { didYouMean } from '../base/nearest.js'
import { Failure } from '../terminal/failure.js'

/** Whether what was typed is an identifier: digits are, anything else is an exact name (cli.md section 2). */
export function isIdentifier(reference: string): boolean {
  return /^\d+$/.test(reference)
}

/** The failure for a record there is not, with the nearest names. */
export function notFoundFailure(
  kind: string,
  reference: string,
  names: readonly string[],
  where: string,
  orElse?: string,
): Failure {
  const what = isIdentifier(reference) ? `with id ${reference}` : `named ${JSON.stringify(reference)}`
  return new Failure({
    exit: 'notFound',
    code: 'NOT_FOUND',
    message: `no ${kind} ${what}`,
    hint: [isIdentifier(reference) ? undefined : didYouMean(reference, names), where, orElse].filter(Boolean).join(' '),
  })
}

/** A record of the dashboard, by its id and its name. */
export interface NamedRecord {
  id: string
  name: string
}

/**
 * The identifier of the record of this name among `records`; their identifiers are taken as well. Refuses a name there is not, with the
 * nearest, or that several have. `list`: the command that lists them.
 */
export function requireIdByName(
  [kind, kinds]: readonly [kind: string, kinds: string],
  reference: string,
  records: readonly NamedRecord[],
  list: string,
): string {
  // Identifiers of keys are not digits.
  if (records.some(({ id }) => id === reference)) return reference
  const matches = records.filter(({ name }) => name === reference.trim()).map(({ id }) => id)
  if (matches.length > 1) throw notUnique(kinds, reference, matches)
  if (matches[0] !== undefined) return matches[0]
  const names = records.map(({ name }) => name)
  throw notFoundFailure(kind, reference, names, `\`inpk ${list}\` lists them.`)
}

/** The failure for a name that several records have; `shown`: their ids. */
export function notUnique(
  kinds: string,
  reference: string,
  shown: readonly string[],
  hint = 'Choose one by its id.',
): Failure {
  return new Failure({
    exit: 'usage',
    code: 'NAME_NOT_UNIQUE',
    message: `several ${kinds} are named ${JSON.stringify(reference)}: ${shown.join(', ')}`,
    hint,
  })
}
