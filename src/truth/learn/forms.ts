import { timeTypeOf } from '../../contract/facts/scalars.js'
import { recommendedWord } from '../../contract/vocabulary.js'
import { namesOf, plainName } from './lexicon.js'
import { isTime, type Leaf, leavesOf, suits } from './match.js'
import { meaningOf } from './meanings.js'
import type { ScalarShape, Shape } from './shape.js'
import type { Slot } from './slots.js'
import { type WordMap, wordsBetween, wordsOf, wordThatHolds } from './words.js'

/** Where two members stand. */
export interface Pairing {
  slot: Slot
  /** A description says what must be sent. */
  isDescribed: boolean
  /** Values were seen in traffic. */
  isSeen?: boolean
}

/**
 * How the form of a value differs from ours, as members of a fact; undefined if it does not. Only a description says what must be
 * sent (`isDescribed`): requests that were seen carry what their sender wished to say.
 */
export function formOf(ours: Leaf, theirs: Leaf, pairing: Pairing): Record<string, unknown> | undefined {
  const { slot, isDescribed } = pairing
  const found = {
    ...withoutLoss(scalarForm(ours, theirs, pairing), slot),
    ...listForm(ours.shape, theirs.shape, pairing),
    ...(isDescribed && slot !== 'result' && theirs.required && !ours.required ? { required: true } : {}),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** A request that takes days alone would lose the time of day without a word: its refusal is better. */
function withoutLoss({ type, ...form }: Record<string, unknown>, slot: Slot): Record<string, unknown> {
  const isLossy = slot !== 'result' && type === 'date'
  return type === undefined || isLossy ? form : { ...form, type }
}

function scalarForm(ours: Leaf, theirs: Leaf, pairing: Pairing): Record<string, unknown> {
  if (ours.shape.kind !== 'scalar' || theirs.shape.kind !== 'scalar') return {}
  const [own, their] = [ours.shape, theirs.shape]
  const type = typeOf(ours, own, theirs, their) ?? writtenTime(ours, theirs, pairing)
  const words = own.words && formOfWords(own.words, theirs.path.at(-1)!, their)
  return { ...(type === undefined ? {} : { type }), ...(words ? { words } : {}) }
}

function formOfWords(own: readonly string[], name: string, their: ScalarShape): WordMap | undefined {
  if (!their.types.includes('boolean')) return wordsBetween({ ours: own, theirs: wordsOf(their) })
  // What does not hold may be any other word.
  const held = wordThatHolds(own, name)
  return held === undefined ? undefined : { [held]: true }
}

function typeOf(ours: Leaf, own: ScalarShape, theirs: Leaf, their: ScalarShape): string | undefined {
  const only = (type: string) => their.types.length === 1 && their.types[0] === type
  const numbers = their.seen.filter((each): each is number => typeof each === 'number')
  const { is } = meaningOf(ours.path)
  const name = theirs.path.join('_')
  // Parts of 1 are no percentages, whatever the member is called.
  const isOfOne =
    their.limits?.maximum === 1 || (numbers.every((each) => each <= 1) && numbers.some((each) => each > 0 && each < 1))
  if (isTime(ours.path, own) && !their.types.includes('string')) return unitOf(name, their, numbers)
  if (isTime(ours.path, own) && their.format === 'date') return 'date'
  if (
    is === 'share' &&
    !isOfOne &&
    (/percent|pct/i.test(name) || their.limits?.maximum === 100 || numbers.some((each) => each > 1))
  )
    return 'percent'
  if (is === 'progress' && (/fraction|ratio/i.test(name) || their.limits?.maximum === 1)) return 'fraction'
  if (own.types.includes('string') && only('integer')) return 'integer'
  if (own.types.includes('integer') && only('string')) return 'string'
  if (own.types.includes('number') && only('string')) return 'string'
  return undefined
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
    ? (oneOf(their.types.includes('string') ? values.map(timeTypeOf) : []) ?? typeOf(ours, own, theirs, their))
    : meaningOf(ours.path).is === 'id'
      ? idType(values.length > 0 ? values.map((each) => typeof each) : their.types)
      : undefined
  return type === undefined ? undefined : { type, values }
}

function idType(types: readonly string[]): string | undefined {
  return oneOf(types.map((type) => (type === 'number' ? 'integer' : type)))
}

/** What all of them are. */
export function oneOf<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

/** What a value may mean, where nothing tells: a number of no scale, a moment of no unit. Undefined if it is clear. */
export function openForms(ours: Leaf, theirs: Leaf, seen: Pairing): readonly string[] | undefined {
  const [own, their] = [ours.shape, theirs.shape]
  if (isOpenList(ours, theirs, seen)) return [theirs.path.join('.')]
  if (own.kind !== 'scalar' || their.kind !== 'scalar') return undefined
  const place = theirs.path.join('.')
  const numbers = their.seen.filter((each): each is number => typeof each === 'number')
  if (meaningOf(ours.path).is === 'share') {
    const isClear = typeOf(ours, own, theirs, their) === 'percent' || isFraction(place, their, numbers)
    return isClear ? undefined : [`${place} of 0 to 1`, `${place} of 0 to 100`]
  }
  const isOpen =
    isTime(ours.path, own) && !their.types.includes('string') && typeOf(ours, own, theirs, their) === undefined
  return isOpen ? [`${place} in seconds`, `${place} in milliseconds`] : undefined
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
  const isNamed = [name, recommendedWord(name)].includes(plainName(theirs.path.at(-1)!))
  if (own.entry.kind === 'object' && their.entry.kind === 'any') return !isNamed && !pairing.isDescribed
  if (own.entry.kind === 'object' && their.entry.kind === 'scalar') {
    return isFormless() || !(isNamed || isCalledByName(own.entry, their.entry))
  }
  return own.entry.kind === 'scalar' && their.entry.kind === 'object' && isFormless()
}

/** Whether an entry is its name, and little else: a list of texts in its place has these names. */
function isCalledByName(own: Shape, their: Shape): boolean {
  return onlyMember(own, their) === 'name'
}

/** Whether numbers are shares of 1: parts of it were seen. */
function isFraction(place: string, { limits }: ScalarShape, numbers: readonly number[]): boolean {
  const isSaid = limits?.maximum === 1 || /(^|[._])(share|fraction|ratio|proportion)$/i.test(place)
  return isSaid || numbers.some((each) => each > 0 && each < 1)
}

/** Seconds since 1970 are below this until the year 5138; milliseconds are above it since 1973. */
const SECONDS_BELOW = 1e11
/** Examples may be any number: 1 is no moment. */
const MOMENTS_FROM = 1e8

/** Seconds or milliseconds, where values, limits or the name say which; undefined leaves it open. */
function unitOf(name: string, { limits = {} }: ScalarShape, seen: readonly number[]): string | undefined {
  const bounds = Object.values(limits)
  const moments = [...seen, ...bounds].filter((each) => each >= MOMENTS_FROM && each <= 1e14)
  if (moments.length > 0) {
    const isMilliseconds = moments.map((each) => each >= SECONDS_BELOW)
    if (isMilliseconds.every(Boolean)) return 'epoch-milliseconds'
    return isMilliseconds.some(Boolean) ? undefined : 'epoch-seconds'
  }
  if (/(^|_)(ms|millis|milliseconds)$|Ms$|Millis$/i.test(name)) return 'epoch-milliseconds'
  return /(^|_)(epoch|unix|seconds)$/i.test(name) ? 'epoch-seconds' : undefined
}

function listForm(own: Shape, their: Shape, { slot, isDescribed }: Pairing): Record<string, unknown> {
  if (own.kind !== 'list') return {}
  if (their.kind === 'map') {
    const list = mapForm(own.entry, their.entry)
    return list ? { list } : {}
  }
  if (their.kind !== 'list') return {}
  if (own.entry.kind === 'object' && their.entry.kind === 'scalar') {
    const only = onlyMember(own.entry, their.entry)
    return only ? { list: { values: only } } : {}
  }
  if (own.entry.kind === 'scalar' && their.entry.kind === 'object') {
    const inner = wordingIn(own.entry, their.entry)
    const beside = inner === undefined ? {} : constantsBeside(inner, their.entry)
    // What every entry of the requests that were seen has besides may be needed, and may differ from entry to entry.
    const isAlone = Object.entries(their.entry.members).every(([name, { required }]) => !required || name === inner)
    const isWhole = slot === 'result' || isDescribed || isAlone
    if (inner === undefined || !isWhole) return {}
    return { list: { in: inner, ...(Object.keys(beside).length > 0 ? { beside } : {}) } }
  }
  return {}
}

/** What each entry says besides, where its description allows only one word for it. */
function constantsBeside(inner: string, entry: Extract<Shape, { kind: 'object' }>): Record<string, string> {
  const others = Object.entries(entry.members).flatMap(([name, { shape, required }]) => {
    const [word, ...more] = shape.kind === 'scalar' ? (shape.words ?? []) : []
    return name === inner || word === undefined || more.length > 0 || !required ? [] : [[name, word]]
  })
  return Object.fromEntries(others)
}

/** The one member of ours that a plain value can be; undefined if there are several. */
function onlyMember(own: Shape, their: Shape): string | undefined {
  const fitting = leavesOf(own).filter((leaf) => suits(leaf, { ...leaf, shape: their }) >= 0.9)
  return fitting.length === 1 ? fitting[0]!.path.join('.') : undefined
}

/** Where an entry of theirs has the text that is ours: under a name for it, or in its only text. */
function wordingIn(own: Shape, their: Shape): string | undefined {
  const texts = leavesOf(their).filter((leaf) => suits({ ...leaf, shape: own }, leaf) >= 0.9)
  const called = namesOf('wording').flatMap((name) => texts.filter(({ path }) => isCalled(path.at(-1)!, name)))
  return (called[0] ?? (texts.length === 1 ? texts[0] : undefined))?.path.join('.')
}

/** `topic_name` says a name. */
const saysAs = (name: string, property: string) => namesOf(property).some((word) => isCalled(name, word))

/** `answer_text` is a text. */
function isCalled(name: string, word: string): boolean {
  const plain = plainName(name)
  return plain === word || plain.endsWith(`_${word}`)
}

/** A map by the member of ours that names an entry; a map of plain values by that and what is said of it; of texts by number. */
function mapForm(own: Shape, their: Shape): Record<string, unknown> | undefined {
  if (own.kind !== 'object') return { numbered: 1 }
  const leaves = leavesOf(own).filter((leaf) => leaf.shape.kind === 'scalar')
  const isInside = ({ path }: Leaf) => leavesOf(their).some((leaf) => saysAs(leaf.path.at(-1)!, meaningOf(path).is))
  // What an entry says inside is not what it is listed by: one with a name of its own is listed by its identifier.
  const outside = leaves.filter((leaf) => !isInside(leaf))
  const isName = ({ path }: Leaf) => ['name', 'label', 'variable'].includes(path.join('.'))
  const isId = ({ path }: Leaf) => meaningOf(path).is === 'id'
  const key = outside.find(isName) ?? outside.find(isId) ?? (leaves.some(isName) ? undefined : outside[0])
  if (!key) return undefined
  const by = key.path.join('.')
  if (their.kind !== 'scalar') return { by }
  // A plain value beside a name says how many.
  const isCount = ({ path }: Leaf) => ['count', 'matches'].includes(meaningOf(path).is)
  const value = leaves.find((leaf) => leaf !== key && isCount(leaf) && suits(leaf, { ...leaf, shape: their }) >= 0.9)
  return value ? { by, value: value.path.join('.') } : { by }
}
