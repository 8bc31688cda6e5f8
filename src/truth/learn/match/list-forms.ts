import { slugOf } from '../../../contract/facts/slug.js'
import type { Member, Shape } from '../evidence/shape.js'
import { isKnownByForm } from './contradicts.js'
import { suits } from './fit.js'
import { namesOf, plainName } from './lexicon.js'
import { type Leaf, leavesOf } from './match.js'
import { meaningOf } from './meanings.js'
import { nameScore } from './name-score.js'
import { isOrdinal } from './ordinals.js'
import { pairsForm } from './pairs-form.js'
import type { Slot } from './slots.js'
import { oneOf } from './values.js'

/** How a list is written where its entries are of another kind than ours, as a member of a fact; empty if nothing tells. */
export function listForm(
  own: Shape,
  their: Shape,
  { slot, isDescribed }: { slot: Slot; isDescribed: boolean },
): Record<string, unknown> {
  const pairs = own.kind === 'map' ? pairsForm(their) : undefined
  if (pairs) return { list: pairs }
  if (own.kind !== 'list') return {}
  if (their.kind === 'object') return { list: { single: true } }
  if (their.kind === 'scalar') return own.entry.kind === 'object' ? { list: { counted: true } } : {}
  if (their.kind === 'map') {
    const list = mapForm(own.entry, their)
    return list ? { list } : {}
  }
  if (their.kind !== 'list') return {}
  if (their.groups) return { list: { groups: their.groups } }
  if (own.entry.kind === 'object' && their.entry.kind === 'scalar') {
    const only = onlyMember(own.entry, their.entry)
    return only ? { list: { values: only } } : {}
  }
  if (own.entry.kind === 'scalar' && their.entry.kind === 'object') {
    const inner = wordingIn(own.entry, their.entry)
    const number = slot === 'body' && inner !== undefined ? numberBeside(their.entry) : {}
    const others = Object.entries(their.entry.members).filter(([name]) => !Object.values(number).includes(name))
    // What every entry of the requests that were seen has besides may be needed, and may differ from entry to entry.
    const isAlone = others.every(([name, { required }]) => !required || name === inner)
    const slug = slot === 'body' && inner !== undefined && !isDescribed ? slugBeside(inner, others) : undefined
    if (slug !== undefined) return { list: { in: inner, slug, ...number } }
    if (inner === undefined || !(slot === 'result' || isDescribed || isAlone)) return {}
    const beside = constantsBeside(inner, their.entry, slot === 'result')
    const again = slot === 'body' ? anyTextBeside(inner, others, beside) : undefined
    if (again !== undefined) return { list: { in: inner, again, ...number } }
    return { list: { in: inner, ...(Object.keys(beside).length > 0 ? { beside } : {}), ...number } }
  }
  return {}
}

/** The one member of ours that a plain value can be; undefined if there are several. */
export function onlyMember(own: Shape, their: Shape): string | undefined {
  const suitable = leavesOf(own).filter((leaf) => suits(leaf, { ...leaf, shape: their }) >= 0.9)
  const knownByForm = suitable.filter(({ path }) => isKnownByForm(path, their))
  // What is always a number is neither a name nor a text.
  const numbered = isNumbered(their) ? suitable.filter(({ path }) => meaningOf(path).is === 'id') : suitable
  const fitting = knownByForm.length > 0 ? knownByForm : numbered
  return fitting.length === 1 ? fitting[0]!.path.join('.') : undefined
}

/** Whether an entry of ours is one of several identifiers, and theirs is the identifier alone: one of those that were sent. */
export function isAlternatives(own: Shape, their: Shape): boolean {
  const leaves = leavesOf(own)
  return leaves.length > 1 && leaves.every((leaf) => !leaf.required && suits(leaf, { ...leaf, shape: their }) >= 0.9)
}

/** Whether all values that are known are written in figures. */
function isNumbered(their: Shape): boolean {
  if (their.kind !== 'scalar') return false
  const values = [...their.seen, ...(their.examples ?? [])]
  return values.length > 0 && values.every((each) => /^\d+$/.test(String(each)))
}

/** Where an entry of theirs has the text that is ours: under a name for it, or in its only text. */
function wordingIn(own: Shape, their: Shape): string | undefined {
  const texts = leavesOf(their).filter((leaf) => suits({ ...leaf, shape: own }, leaf) >= 0.9)
  const called = namesOf('wording').flatMap((name) => texts.filter(({ path }) => isCalled(path.at(-1)!, name)))
  return (called[0] ?? (texts.length === 1 ? texts[0] : undefined))?.path.join('.')
}

/** What each entry says besides: where its description allows only one word for it, or answers with several texts have one. */
function constantsBeside(inner: string, entry: ObjectShape, isAnswer: boolean): Record<string, string> {
  const texts = Object.hasOwn(entry.members, inner) ? entry.members[inner]!.shape : undefined
  const isVaried = isAnswer && texts?.kind === 'scalar' && texts.seen.length > 1
  const others = Object.entries(entry.members).flatMap(([name, { shape, required }]): [string, string][] => {
    if (name === inner || !required || shape.kind !== 'scalar') return []
    const word = oneOf(shape.words ?? (isVaried ? shape.seen : []))
    return typeof word === 'string' ? [[name, word]] : []
  })
  return Object.fromEntries(others)
}

type Members = readonly (readonly [name: string, member: Member])[]

/** What an entry has to say besides where that may be any text: a name for the value itself, `{label: "Yes", value: "Yes"}`. */
const OF_VALUE = ['value', 'key', 'code', 'id', 'slug', 'name', 'identifier']

function anyTextBeside(inner: string, members: Members, known: Record<string, string>): string | undefined {
  const needed = members.filter(([name, { required }]) => required && name !== inner)
  const [only, another] = needed
  if (!only || another || Object.hasOwn(known, only[0]) || !OF_VALUE.includes(plainName(only[0]))) return undefined
  const { shape } = only[1]
  const isAny =
    shape.kind === 'scalar' && shape.types.includes('string') && !shape.words && !shape.format && !shape.isPatterned
  return isAny ? only[0] : undefined
}

/** The one member that every entry has besides, where each of its values is the short name of a text that was seen: `{label: "Yes", value: "yes"}`. */
function slugBeside(inner: string, members: Members): string | undefined {
  const [only, another] = members.filter(([name]) => name !== inner)
  if (only === undefined || another !== undefined || !only[1].required || !OF_VALUE.includes(plainName(only[0])))
    return undefined
  const text = members.find(([name]) => name === inner)?.[1]
  return text && areSlugs(seenOf(only[1].shape), seenOf(text.shape)) ? only[0] : undefined
}

const seenOf = (shape: Shape) => (shape.kind === 'scalar' ? shape.seen.map(String) : [])

/** Whether names are the short names of texts that were seen, of more than one: one alone may be so by chance. */
function areSlugs(names: readonly string[], texts: readonly string[]): boolean {
  const slugs = new Set(texts.map(slugOf))
  return names.length > 1 && names.length === slugs.size && names.every((each) => slugs.has(each))
}

/** What numbers the entries of a list: it is called so, and what was sent are the numbers from 0 or 1 on. */
function numberBeside({ members }: ObjectShape): { index?: string; number?: string } {
  const all = Object.entries(members).filter(([name, member]) => isOrdinal({ ...member, path: [name] }))
  const [only, another] = all
  if (!only || another) return {}
  const seen = seenOf(only[1].shape)
  if (seen.length > 0 && !isCountedUp(seen)) return {}
  return seen.includes('0') ? { index: only[0] } : { number: only[0] }
}

type ObjectShape = Extract<Shape, { kind: 'object' }>

/** `answer_text` is a text. */
function isCalled(name: string, word: string): boolean {
  const plain = plainName(name)
  return plain === word || plain.endsWith(`_${word}`)
}

/** What is in a list or a map, or the one entry that stands for a list. */
export function entryOf(shape: Shape): Shape {
  return shape.kind === 'list' || shape.kind === 'map' ? shape.entry : shape
}

type MapShape = Shape & { kind: 'map' }

/** A map by the member of ours that names an entry; a map of plain values by that and what is said of it; of texts by number. */
function mapForm(own: Shape, map: MapShape): Record<string, unknown> | undefined {
  const their = map.entry
  if (own.kind !== 'object') return areSlugs(map.keys ?? [], seenOf(their)) ? { keyed: 'slug' } : numbersOf(map)
  const leaves = leavesOf(own).filter(
    ({ shape, path, required }) => shape.kind === 'scalar' && path.length === 1 && required,
  )
  const inside = leavesOf(their)
  const likeness = ({ path }: Leaf, leaf: Leaf) => nameScore(path, leaf.path, meaningOf(path).of)
  const { keys = [] } = map
  const seenAt = ({ shape }: Leaf) => (shape.kind === 'scalar' ? shape.seen.map(String) : [])
  // What each entry is listed by stands in it once more; a figure may be as much as a key by chance.
  const again = inside.find(
    (leaf) => keys.length > 0 && seenAt(leaf).length > 0 && keys.every((key) => seenAt(leaf).includes(key)),
  )
  const repeated = again && leaves.find((leaf) => !isFigure(leaf) && likeness(leaf, again) >= 0.6)
  // Keys that count up may be the numbers of the entries as well, and who reads by number needs not know which.
  if (repeated) return isCountedUp(keys) ? numbersOf(map) : { by: repeated.path.join('.') }
  // `theme: "Late delivery"` is no identifier, and then what the theme is called.
  const mayBe = (one: Leaf, leaf: Leaf) =>
    meaningOf(one.path).is !== 'id' || !seenAt(leaf).some((each) => /\s/.test(each))
  const sure = (one: Leaf, leaf: Leaf) => (mayBe(one, leaf) ? likeness(one, leaf) : 0)
  // A code of an error is no identifier, as long as the entry has an error with a code.
  const isBest = (one: Leaf, leaf: Leaf) => leavesOf(own).every((each) => sure(each, leaf) <= sure(one, leaf))
  const isInside = (one: Leaf) => inside.some((leaf) => sure(one, leaf) >= 0.6 && isBest(one, leaf))
  // What an entry says inside is not what it is listed by: one with a name of its own is listed by its identifier.
  const outside = leaves.filter((leaf) => !isInside(leaf) && canBeKey(leaf, map.keys ?? []))
  const isName = ({ path }: Leaf) => ['name', 'label', 'variable'].includes(path.join('.'))
  const isId = ({ path }: Leaf) => meaningOf(path).is === 'id'
  // `theme` inside may be the identifier or the label; what entries are listed by is the other one, and no name of a map says which.
  const isEither = (leaf: Leaf) =>
    leaves.filter((one) => (isName(one) || isId(one)) && sure(one, leaf) >= 0.6).length > 1
  if (keys.length === 0 && inside.some(isEither)) return undefined
  // How many there are tells no entry from another.
  const isCount = ({ path }: Leaf) => ['count', 'matches'].includes(meaningOf(path).is)
  const others = outside.filter((leaf) => !isCount(leaf))
  const key = others.find(isName) ?? others.find(isId) ?? (leaves.some(isName) ? undefined : others[0])
  if (!key) return map.keys && leaves.every((leaf) => isInside(leaf) || isCount(leaf)) ? numbersOf(map) : undefined
  const by = key.path.join('.')
  if (their.kind !== 'scalar' || leaves.length === 1) return { by }
  // A plain value beside a name says how many, or the one thing that there is to say.
  const fitting = leaves.filter((leaf) => leaf !== key && !isId(leaf) && suits(leaf, { ...leaf, shape: their }) >= 0.9)
  const value = fitting.find(isCount) ?? (fitting.length === 1 && !leaves.some(isCount) ? fitting[0] : undefined)
  if (value) return { by, value: value.path.join('.') }
  // Where nothing of ours is of that type, what is said of a name is nothing of ours, such as an example of a variable.
  const isOfOurs = leavesOf(own).some((leaf) => leaf.path.join('.') !== by && sharesType(leaf.shape, their))
  return isName(key) && !isOfOurs ? { by } : undefined
}

function sharesType(one: Shape, other: Shape): boolean {
  return one.kind === 'scalar' && other.kind === 'scalar' && one.types.some((type) => other.types.includes(type))
}

/** Whether a member of ours is a number that tells no entry from another; that of a row does. */
function isFigure({ shape, path }: Leaf): boolean {
  const isNumber = shape.kind === 'scalar' && shape.types.some((type) => type === 'integer' || type === 'number')
  return isNumber && path.at(-1) !== 'row'
}

/** Whether the names that were seen in a map can be values of a member of ours: a label is no number, and nothing else has an `@`. */
function canBeKey({ path, shape }: Leaf, keys: readonly string[]): boolean {
  if (keys.length === 0) return true
  const { is } = meaningOf(path)
  const areNumbers = keys.every((key) => /^\d+$/.test(key))
  if (is === 'email') return keys.every((key) => key.includes('@'))
  if (is === 'id') return keys.every((key) => !/[\s@]/.test(key))
  const isNumber = shape.kind === 'scalar' && shape.types.some((type) => type === 'integer' || type === 'number')
  return isNumber === areNumbers
}

/** Whether keys are the numbers from 0 or 1 on, none left out. */
function isCountedUp(keys: readonly string[]): boolean {
  const numbers = keys.map(Number).sort((one, other) => one - other)
  return (numbers[0] === 0 || numbers[0] === 1) && numbers.every((each, at) => each === numbers[0]! + at)
}

/** A map by number; from which one is only seen in names. Who reads it needs not know that. */
function numbersOf({ keys = [] }: MapShape): Record<string, unknown> | undefined {
  if (keys.length === 0) return { numbered: 1 }
  const first = Math.min(...keys.map(Number))
  return first === 0 || first === 1 ? { numbered: first } : undefined
}

/** Entries of a map without the member that names them there. */
export function withoutKey(entry: Shape, list: unknown): Shape {
  const by = (list as { by?: string } | undefined)?.by
  if (by === undefined || entry.kind !== 'object') return entry
  const members = Object.entries(entry.members).filter(([name]) => name !== by)
  return { kind: 'object', members: Object.fromEntries(members) }
}
