import { isInQuery } from '../../../contract/facts/body-places.js'
import { isMoment } from '../../../contract/times.js'
import type { ScalarShape, Shape } from '../evidence/shape.js'
import { contradicts, isInverted, isStepOfProgress } from './contradicts.js'
import { plainName } from './lexicon.js'
import type { Leaf } from './match.js'
import { meaningOf } from './meanings.js'
import { pairsForm } from './pairs-form.js'
import type { Slot } from './slots.js'
import { wordFor, wordsOf, wordThatHolds } from './words.js'

/** How well what is known of a value's form suits one of our members: 0 (never) to 1. */
export function suits(ours: Leaf, theirs: Leaf): number {
  const [own, their] = [ours.shape, theirs.shape]
  if (isStepOfProgress(theirs.path) && meaningOf(ours.path).is !== 'progress') return 0
  if (their.kind === 'any' && their.isComposed && own.kind === 'scalar') return 0
  if (their.kind === 'any' || own.kind === 'any') return 0.9
  if (own.kind === 'scalar') return their.kind === 'scalar' ? fitScalars(ours, own, theirs, their) : 0
  if (own.kind === 'list')
    return their.kind === 'list' ? fitEntries(own.entry, their.entry) : their.kind === 'map' ? 0.85 : 0
  if (their.kind === 'list') return own.kind === 'map' && pairsForm(their) ? 0.85 : 0
  return their.kind === 'map' || their.kind === 'object' ? 0.95 : 0
}

function fitEntries(own: Shape, their: Shape): number {
  if (own.kind === 'any' || their.kind === 'any' || own.kind === their.kind) return 1
  return own.kind === 'scalar' || their.kind === 'scalar' ? 0.85 : 0.9
}

const hasType = ({ types }: ScalarShape, ...wanted: readonly string[]) => types.some((type) => wanted.includes(type))

/** Whether nothing is said of a text but that it is one. */
function isUnsaid({ types, format, words, seen, examples = [] }: ScalarShape): boolean {
  return types.join() === 'string' && !format && !words && [...seen, ...examples].length === 0
}

function fitScalars({ path }: Leaf, own: ScalarShape, theirs: Leaf, their: ScalarShape): number {
  if (contradicts(path, own, their)) return 0
  const { is } = meaningOf(path)
  // Some frameworks write every number as `number`.
  if (is === 'id') return hasType(their, 'string', 'integer', 'number') ? 1 : 0
  if (isTime(path, own)) return fitTime(their, theirs.path.at(-1)!)
  if (hasType(own, 'boolean') && isInverted(theirs.path)) return their.types.join() === 'boolean' ? 1 : 0
  if (hasType(own, 'boolean')) return hasType(their, 'boolean') ? 1 : isFlag(their) ? 0.9 : 0.3
  if (is === 'share')
    return hasType(their, 'number') ? 1 : hasType(their, 'integer') ? 0.7 : isNumeric(their, 1) ? 0.9 : 0.4
  // What may have parts and is at most 1 or 100 is a share, and counts nothing.
  if (is === 'count' && hasType(their, 'number') && [1, 100].includes(their.limits?.maximum ?? 0)) return 0.3
  if (hasType(own, 'integer')) {
    if (hasType(their, 'integer', 'number')) return hasType(their, 'integer') ? 1 : 0.95
    // Some services write numbers as texts: under the name of a count, such a text is a number.
    const isCount = is === 'count' && /(^|_)(count|total)(_|$)/.test(plainName(theirs.path.at(-1)!))
    return isNumeric(their) ? 0.9 : isCount && isUnsaid(their) ? 0.7 : 0.3
  }
  if (hasType(own, 'number'))
    return hasType(their, 'number', 'integer') ? 1 : isNumeric(their) ? 0.9 : isUnsaid(their) ? 0.7 : 0.4
  if (own.words && their.words) return fitWords(own.words, their.words)
  if (own.words && hasType(their, 'boolean') && wordThatHolds(own.words, theirs.path.at(-1)!) !== undefined) return 0.9
  if (!hasType(their, 'string')) return 0.3
  const isOther = their.format !== own.format && ['date-time', 'uuid', 'uri'].includes(their.format ?? '')
  return isOther ? 0.4 : own.words ? 0.95 : 1
}

/** Whether all values that are known, or that there may be, are ways to write what is true or false. */
export function isFlag({ seen, examples = [], words = [], limits = {} }: ScalarShape): boolean {
  if (limits.minimum === 0 && limits.maximum === 1) return true
  const values = [...seen, ...examples, ...words].filter((each) => each !== null)
  return values.length > 0 && values.every((each) => ['true', 'false', '0', '1'].includes(String(each)))
}

/** Whether all texts that were seen are numbers, none above the most. */
function isNumeric({ seen, examples = [] }: ScalarShape, most = Number.POSITIVE_INFINITY): boolean {
  const values = [...seen, ...examples]
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && Number(text) <= most
  return values.length > 0 && values.every((each) => typeof each === 'string' && isNumber(each))
}

/** Moments are known by their format, or by what they mean: requests take days as well. */
export function isTime(path: readonly string[], { format }: ScalarShape): boolean {
  return format === 'date-time' || meaningOf(path).is.startsWith('occurred')
}

function fitTime(their: ScalarShape, name: string): number {
  const values = their.seen.filter((each) => each !== null)
  if (their.words || (values.length > 0 && !values.some(mayBeTime))) return 0
  if (hasType(their, 'string')) return their.format === 'date-time' ? 1 : their.format === 'date' ? 0.9 : 0.92
  if (!hasType(their, 'integer', 'number')) return 0
  // A number is as plain as a text where it was seen, or is called a time.
  const isPlain = values.length > 0 ? values.every(mayBeTime) : /_(at|on|time|date|ts)$/.test(plainName(name))
  return isPlain ? 0.97 : 0.9
}

/** The least number that is taken for a moment: seconds of 1973. */
const LEAST_MOMENT = 1e8

/** Whether a value can be a moment in any form: a text without two figures in a row is none, nor is a small number. */
function mayBeTime(value: unknown): boolean {
  return typeof value === 'number' ? value >= LEAST_MOMENT : /\d\d/.test(String(value))
}

/** Words of ours that were seen in other words make an enum ours from so many on. */
const SEEN_WORDS = 3

/** Whether an enum of theirs has a word for each of ours, and no word for two; or several of its words were seen, and each is one of ours. */
export function hasAllWords(own: Shape, their: Shape): boolean {
  if (own.kind !== 'scalar' || their.kind !== 'scalar' || !own.words) return false
  const [ours, theirs] = [own.words, wordsOf(their)]
  // Besides all of ours there may be other names for them.
  if (ours.length >= SEEN_WORDS && ours.every((word) => theirs.includes(word))) return true
  // Texts of any kind are compared with each of our words otherwise, and there are many.
  if (theirs.length > ours.length + 1 || theirs.length < (their.words ? ours.length : SEEN_WORDS)) return false
  const found = ours.flatMap((word) => wordFor(word, theirs) ?? [])
  const isOneToOne = new Set(found).size === found.length
  if (!their.words) return isOneToOne && theirs.every((each) => found.includes(each))
  return isOneToOne && ours.length > 1 && found.length === ours.length
}

/** Whether a flag is called by one of two words of ours: `is_active` says whether a source is accessible, and else it is not. */
export function holdsOneWord({ shape: own }: Leaf, { shape: their, path, required }: Leaf): boolean {
  if (own.kind !== 'scalar' || their.kind !== 'scalar' || own.words?.length !== 2) return false
  return required && hasType(their, 'boolean') && wordThatHolds(own.words, path.at(-1)!) !== undefined
}

function fitWords(own: readonly string[], their: readonly string[]): number {
  const known = own.filter((word) => wordFor(word, their) !== undefined).length
  return known === 0 ? 0.3 : 0.8 + (0.2 * known) / own.length
}

/** A time of theirs in a query, or what is true or false there, with its values as what they are: all come as text. */
export function asQueried(ours: Leaf, theirs: Leaf, slot: Slot): Leaf {
  const [own, their] = [ours.shape, theirs.shape]
  if (slot !== 'query' && !isInQuery(theirs.path[0]!)) return theirs
  if (own.kind !== 'scalar' || their.kind !== 'scalar' || their.seen.length === 0) return theirs
  const as = (type: ScalarShape['types'][number], read: (value: unknown) => unknown): Leaf => ({
    ...theirs,
    shape: { ...their, types: [type], seen: their.seen.map(read) },
  })
  const areAll = (...words: string[]) => their.seen.every((value) => words.includes(String(value)))
  if (own.types.includes('boolean') && areAll('true', 'false'))
    return as('boolean', (value) => String(value) === 'true')
  if (own.types.includes('boolean') && areAll('1', '0')) return as('integer', Number)
  if (!isTime(ours.path, own)) return theirs
  const numberOf = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)
  const areMoments = their.seen.map(numberOf).every((value) => typeof value === 'number' && isMoment(value))
  return areMoments ? as('integer', numberOf) : theirs
}
