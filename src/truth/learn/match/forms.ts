import { timeTypeOf } from '../../../contract/facts/scalars.js'
import { isMoment, SECONDS_BELOW } from '../../../contract/times.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import type { Demands } from '../demands.js'
import type { ScalarShape, Shape } from '../evidence/shape.js'
import { isInverted, isKnownByForm } from './contradicts.js'
import { demandsOf } from './demanded.js'
import { isFlag, isTime } from './fit.js'
import { namesOf, plainName } from './lexicon.js'
import { isAlternatives, listForm, onlyMember } from './list-forms.js'
import { isListedCount } from './listed-counts.js'
import type { Leaf } from './match.js'
import { meaningOf } from './meanings.js'
import type { Slot } from './slots.js'
import { oneOf } from './values.js'
import { type WordMap, wordsBetween, wordsOf, wordThatHolds } from './words.js'

/** Where two members stand. */
export interface Pairing {
  slot: Slot
  /** A description says what must be sent. */
  isDescribed: boolean
  /** Values were seen in traffic. */
  isSeen?: boolean
  /** A member of a pushed item: its limits are those of `behaviour:item-lengths`, and a push tells what they cost it. */
  isOfItem?: boolean
  /** The client can send it unasked. */
  canFill?: boolean
  /** What requests that were seen show of what must be sent. */
  demands?: Demands
}

/**
 * How the form of a value differs from ours, as members of a fact; undefined if it does not. What must be sent
 * is said by a description (`isDescribed`), or by refusals of requests that lack it: others carry what their sender wished to say.
 */
export function formOf(ours: Leaf, theirs: Leaf, pairing: Pairing): Record<string, unknown> | undefined {
  const { slot } = pairing
  const found = {
    ...withoutLoss(scalarForm(ours, theirs, pairing), pairing),
    ...(theirs.isListed ? { list: { listed: true } } : listForm(ours.shape, theirs.shape, pairing)),
    ...(slot === 'result' ? {} : demandsOf(ours, theirs, pairing)),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/**
 * A request that takes days alone loses the time of day. A push says so of its items, whose day is enough for their tracking
 * period; of what else is asked for the refusal is better.
 */
function withoutLoss({ type, ...form }: Record<string, unknown>, { slot, isOfItem }: Pairing): Record<string, unknown> {
  const isLossy = slot !== 'result' && !isOfItem && type === 'date'
  return type === undefined || isLossy ? form : { ...form, type }
}

function scalarForm(ours: Leaf, theirs: Leaf, pairing: Pairing): Record<string, unknown> {
  if (isListedCount(ours, theirs)) return { type: 'listed' }
  if (ours.shape.kind !== 'scalar' || theirs.shape.kind !== 'scalar') return {}
  const [own, their] = [ours.shape, theirs.shape]
  // The unit is open: of what is read the size of a number says it, and what is sent has that of what is read.
  const isNumber = isNumericTime(ours, own, their) && numbersOf(their).every(isMoment)
  const type =
    typeOf(ours, own, theirs, their) ?? writtenTime(ours, theirs, pairing) ?? (isNumber ? 'epoch' : undefined)
  const words = own.words && formOfWords(own.words, theirs.path.at(-1)!, their)
  return { ...(type === undefined ? {} : { type }), ...(words ? { words } : {}) }
}

function formOfWords(own: readonly string[], name: string, their: ScalarShape): WordMap | undefined {
  if (!their.types.includes('boolean'))
    return wordsBetween({ ours: own, theirs: wordsOf(their), ...(their.words && { isWhole: true as const }) })
  const held = wordThatHolds(own, name)
  if (held === undefined) return undefined
  // What does not hold may be any other word, if there are several.
  const others = own.filter((word) => word !== held)
  return others.length === 1 ? { [others[0]!]: false, [held]: true } : { [held]: true }
}

function typeOf(ours: Leaf, own: ScalarShape, theirs: Leaf, their: ScalarShape): string | undefined {
  const only = (type: string) => their.types.length === 1 && their.types[0] === type
  const numbers = numbersOf(their)
  const { is } = meaningOf(ours.path)
  const name = theirs.path.join('_')
  if (isNumericTime(ours, own, their))
    return their.format === 'unix-time' ? 'epoch-seconds' : (unitOf(name, their, numbers) ?? unitSaid(theirs.about))
  if (isTime(ours.path, own) && their.format === 'date') return 'date'
  if (is === 'share' && isPercent(name, their, theirs.about)) return 'percent'
  const isFractionOf1 = /(^|_)(fraction|ratio)(_|$)/.test(plainName(name)) || their.limits?.maximum === 1
  if (is === 'progress' && (isFractionOf1 || areFractions(numbers))) return 'fraction'
  if (own.types.includes('string') && (only('integer') || (is === 'id' && isAlwaysNumber(their)))) return 'integer'
  if (own.types.includes('integer') && only('string')) return 'string'
  if (own.types.includes('number') && only('string')) return 'string'
  if (own.types.includes('boolean') && isInverted(theirs.path)) return only('boolean') ? 'inverted' : undefined
  if (own.types.includes('boolean') && isFlag(their))
    return only('integer') ? 'integer' : only('string') ? 'string' : undefined
  return undefined
}

function isNumericTime(ours: Leaf, own: ScalarShape, their: ScalarShape): boolean {
  return isTime(ours.path, own) && !their.types.includes('string')
}

/** Whether numbers are of 0 to 1: one between them proves it, as whole percents have none. */
function areFractions(numbers: readonly number[]): boolean {
  return numbers.every((each) => each <= 1) && numbers.some((each) => each > 0 && each < 1)
}

/** How a time in a text is written, where that is not as ours. */
function writtenTime(ours: Leaf, theirs: Leaf, { slot, isSeen }: Pairing): string | undefined {
  if (ours.shape.kind !== 'scalar' || !isTime(ours.path, ours.shape)) return undefined
  const type = writtenAs(ours, theirs)?.type
  // The examples of a description are made up, but hardly one without a zone. A request may write a time as it likes
  // wherever a service takes every form; one without a zone none needs to take.
  const isTelling = slot === 'result' && isSeen ? type !== 'iso' : type?.startsWith('iso-local')
  return isTelling ? type : undefined
}

/** The type that the values of a time or an identifier have, with these values. */
export interface Written {
  type: string
  values: readonly unknown[]
}

/** How a time or an identifier is written, where all values that were seen are alike; of a number, where it is described. */
export function writtenAs(ours: Leaf, theirs: Leaf): Written | undefined {
  const [own, their] = [ours.shape, theirs.shape]
  if (own.kind !== 'scalar' || their.kind !== 'scalar') return undefined
  const values = [...their.seen, ...(their.examples ?? [])]
  const type = isTime(ours.path, own)
    ? (oneOf(their.types.includes('string') ? values.map(timeTypeOf) : []) ??
      localSaid(theirs, values) ??
      typeOf(ours, own, theirs, their))
    : meaningOf(ours.path).is === 'id'
      ? idType(values.length > 0 ? values.map((each) => typeof each) : their.types)
      : undefined
  return type === undefined ? undefined : { type, values }
}

/** How a description says that times in UTC have no zone, where no value shows one. */
function localSaid({ about = '', shape }: Leaf, values: readonly unknown[]): string | undefined {
  if (values.length > 0 || shape.kind !== 'scalar' || !/\bUTC\b/.test(about)) return undefined
  const [, between] =
    /\b(?:Y-m-d|YYYY-MM-DD|%Y-%m-%d)( |'?T'?)(?:H:i:s|HH:mm:ss|%H:%M:%S)(?![.Z+]|XXX)/.exec(about) ?? []
  if (between !== undefined) return between === ' ' ? 'iso-local' : 'iso-local-t'
  const isBare = /\b(?:without|no) (?:an? |any )?(?:time ?)?(?:zone|offset)\b/i.test(about)
  return isBare && shape.format === 'date-time' ? 'iso-local-t' : undefined
}

function idType(types: readonly string[]): string | undefined {
  return oneOf(types.map((type) => (type === 'number' ? 'integer' : type)))
}

/** What a value may mean, where nothing tells: a number of no scale. Undefined if it is clear. */
export function openForms(ours: Leaf, theirs: Leaf, seen: Pairing): readonly string[] | undefined {
  const [own, their] = [ours.shape, theirs.shape]
  if (isOpenList(ours, theirs, seen)) return [theirs.path.join('.')]
  if (own.kind !== 'scalar' || their.kind !== 'scalar') return undefined
  const place = theirs.path.join('.')
  if (meaningOf(ours.path).is !== 'share') return undefined
  const isClear = typeOf(ours, own, theirs, their) === 'percent' || isFraction(place, theirs, their)
  return isClear ? undefined : [`${place} of 0 to 1`, `${place} of 0 to 100`]
}

/** Whether the entries of a list are of another kind, and nothing says what they are of ours. */
export function isOpenList(ours: Leaf, theirs: Leaf, pairing: Pairing): boolean {
  const [own, their] = [ours.shape, theirs.shape]
  if (own.kind !== 'list') return false
  const isFormless = () => Object.keys(listForm(own, their, pairing)).length === 0
  if (their.kind === 'map') return isFormless()
  if (their.kind !== 'list') return false
  // Under another name than ours, entries that are none of ours, or that were never seen, may be anything.
  const name = ours.path.at(-1)!
  const theirName = plainName(theirs.path.at(-1)!)
  const isNamed = [name, recommendedWord(name)].includes(theirName)
  if (own.entry.kind === 'object' && their.entry.kind === 'any') return !isNamed && !pairing.isDescribed
  if (own.entry.kind === 'object' && their.entry.kind === 'scalar') {
    // What such a text is, its request says.
    if (isAlternatives(own.entry, their.entry)) return !isNamed && !namesOf(meaningOf(ours.path).is).includes(theirName)
    return isFormless() || !(isNamed || isCalledByName(own.entry, their.entry) || isEmail(own.entry, their.entry))
  }
  return own.entry.kind === 'scalar' && their.entry.kind === 'object' && isFormless()
}

/** Whether an entry is its name, and little else: a list of texts in its place has these names. */
function isCalledByName(own: Shape, their: Shape): boolean {
  return onlyMember(own, their) === 'name'
}

/** Whether entries are plain addresses of mails, and an entry of ours has one. */
function isEmail(own: Shape, their: Shape): boolean {
  const member = onlyMember(own, their)
  return member !== undefined && isKnownByForm([member], their)
}

/** The numbers that were seen, or that are examples of whole answers. */
function numbersOf({ seen, examples = [] }: ScalarShape): number[] {
  return [...seen, ...examples].filter((each): each is number => typeof each === 'number')
}

/** The same, with those that are written as texts. */
function figuresOf({ seen, examples = [] }: ScalarShape): number[] {
  return [...seen, ...examples].map((each) => (each === '' ? Number.NaN : Number(each))).filter(Number.isFinite)
}

/** Whether an identifier that may be a number or a text was a number each time. */
function isAlwaysNumber({ seen, examples = [], types }: ScalarShape): boolean {
  const values = [...seen, ...examples]
  return types.includes('integer') && values.length > 0 && values.every((each) => Number.isInteger(each))
}

/** Whether numbers are parts of 100: what is said of them tells, or their size; a name only where neither speaks against it. */
function isPercent(name: string, their: ScalarShape, about = ''): boolean {
  const numbers = numbersOf(their)
  if (their.limits?.maximum === 100 || OF_100.test(about) || numbers.some((each) => each > 1)) return true
  const isDenied = their.limits?.maximum === 1 || OF_1.test(about) || numbers.some((each) => each > 0 && each < 1)
  return /percent|pct/i.test(name) && !isDenied
}

/** Whether numbers are shares of 1: parts of it were seen. */
function isFraction(place: string, { about = '' }: Leaf, their: ScalarShape): boolean {
  const isSaid = their.limits?.maximum === 1 || OF_1.test(about)
  if (isSaid || /(^|[._])(share|fraction|ratio|proportion)$/i.test(place)) return true
  return !/percent|pct/i.test(place) && figuresOf(their).some((each) => each > 0 && each < 1)
}

/** How a description says of what numbers are parts. */
const OF_100 = /\b0 ?(?:to|and|-|–|\.\.) ?100\b/
const OF_1 = /\b0 ?(?:to|and|-|–|\.\.) ?1\b(?!\.\d)/

/** How a description says what is counted. */
function unitSaid(about = ''): string | undefined {
  const [isMilliseconds, isSeconds] = [
    /\b(milliseconds|millis|ms)\b/i.test(about),
    /\bseconds\b|\b(unix|epoch) time/i.test(about),
  ]
  if (isMilliseconds) return 'epoch-milliseconds'
  return isSeconds ? 'epoch-seconds' : undefined
}

/** Seconds or milliseconds, where values, limits or the name say which; undefined leaves it open. */
function unitOf(name: string, { limits = {} }: ScalarShape, seen: readonly number[]): string | undefined {
  const bounds = Object.values(limits)
  const moments = [...seen, ...bounds].filter(isMoment)
  if (moments.length > 0) {
    const isMilliseconds = moments.map((each) => each >= SECONDS_BELOW)
    if (isMilliseconds.every(Boolean)) return 'epoch-milliseconds'
    return isMilliseconds.some(Boolean) ? undefined : 'epoch-seconds'
  }
  if (/(^|_)(ms|millis|milliseconds)$|Ms$|Millis$/i.test(name)) return 'epoch-milliseconds'
  return /(^|_)(epoch|unix|seconds)$/i.test(name) ? 'epoch-seconds' : undefined
}
