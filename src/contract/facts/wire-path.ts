import { isObject, type JsonObject } from '../../base/is-object.js'
import { indexOfLike, likeWord } from '../alike-words.js'

/**
 * A step on the wire: a member, or with `where` the entry of a list whose member has that value, or, with `alike`, a word for that side
 * of a sentiment, or that outcome of mails. With `each` all entries of a list: what
 * they have at the steps below are parts of one list of ours.
 */
export interface WireStep {
  name: string
  each?: true
  where?: { member: string; value: string; alike?: true }
}

/** Where a member is on the wire: from where its parent stands, or, lifted, from its record. */
export interface WirePlace {
  lifted: boolean
  steps: readonly WireStep[]
}

const STEP = /^(\??[A-Za-z_$@][\w$@-]{0,63})(?:(\[\])|\[([A-Za-z_$@][\w$@-]{0,63})=([^[\]=]{1,100})\])?$/
/** Before what an entry has a word for. */
const ALIKE = '~'
const QUERY_NAME = /^[A-Za-z_$@][\w$@.[\]-]{0,63}$/

/**
 * `title`, `attributes.title`, `/positive_count`, `distribution[label=positive].count`, `distribution[label=~positive].count` where what
 * the label says for that side is not known; undefined for a text that is not a place. With
 * `parts` also `groups[].themes`, which only names a list of ours.
 */
export function parsePlace(text: string, { parts = false } = {}): WirePlace | undefined {
  const lifted = text.startsWith('/')
  const path = lifted ? text.slice(1) : text
  const steps = path === '' ? [] : path.split(/\.(?![^[]*\])/).map(parseStep)
  const isPlace = steps.every((step) => step !== undefined && (parts || !step.each)) && !steps.at(-1)?.each
  return isPlace ? { lifted, steps: steps as WireStep[] } : undefined
}

/** The place of a member of a query: all of a text is its name. */
export function parseQueryPlace(text: string): WirePlace | undefined {
  return QUERY_NAME.test(text) ? { lifted: false, steps: [{ name: text }] } : undefined
}

function parseStep(text: string): WireStep | undefined {
  const [matched, name = '', each, member, value] = STEP.exec(text) ?? []
  if (matched === undefined) return undefined
  if (each !== undefined) return { name, each: true }
  if (member === undefined || value === undefined) return { name }
  if (!value.startsWith(ALIKE)) return { name, where: { member, value } }
  const word = likeWord(value.slice(ALIKE.length))
  return word && value === ALIKE + word ? { name, where: { member, value: word, alike: true } } : undefined
}

/** The step as facts write it. */
export function stepText({ name, each, where }: WireStep): string {
  if (each) return `${name}[]`
  return where ? `${name}[${where.member}=${where.alike ? ALIKE : ''}${where.value}]` : name
}

/** The text of a step as the list and the entry that is chosen of it; of any other step, itself. */
export function expandStep(text: string): string[] {
  const [, name, chosen] = /^([^[]+)(\[\]|\[[^\]=]+=.*)$/.exec(text) ?? []
  return name === undefined ? [text] : [name, chosen!]
}

/** The value at the end of some steps; undefined if there is none. */
export function valueAt(from: unknown, steps: readonly WireStep[]): unknown {
  let at = from
  for (const [index, { name, each, where }] of steps.entries()) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined
    at = at[name]
    if (each && index < steps.length - 1) return joined(at, steps.slice(index + 1))
    if (where) at = Array.isArray(at) ? chosenOf(at, where) : undefined
  }
  return at
}

/** The lists at these steps of all entries as one; undefined if none has a list there, or one has something else. */
function joined(entries: unknown, steps: readonly WireStep[]): unknown[] | undefined {
  if (!Array.isArray(entries)) return undefined
  const lists = entries.map((entry) => valueAt(entry, steps) ?? undefined).filter((list) => list !== undefined)
  return lists.every(Array.isArray) && (lists.length > 0 || entries.length === 0) ? lists.flat() : undefined
}

/**
 * Puts a value at the end of some steps of an object that is being made; what is on the way is made, or copied before it is changed.
 * Two objects at one place become one.
 */
export function putAt(target: JsonObject, steps: readonly WireStep[], value: unknown, from = 0): void {
  const step = steps[from]
  if (!step) return
  const known = Object.hasOwn(target, step.name) ? target[step.name] : undefined
  if (step.each) setMember(target, step.name, inOneEntry(steps.slice(from + 1), value))
  else if (step.where) setMember(target, step.name, withChosen(known, step.where, steps, value, from))
  else if (from === steps.length - 1) {
    setMember(target, step.name, merged(known, value))
  } else {
    const next = isObject(known) ? { ...known } : {}
    putAt(next, steps, value, from + 1)
    setMember(target, step.name, next)
  }
}

/** A list as parts in entries: all of it in one. What is no list has no entries. */
function inOneEntry(steps: readonly WireStep[], value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value
  const entry: JsonObject = {}
  putAt(entry, steps, value)
  return [entry]
}

/** Two objects as one, all the way down; of anything else, what is put last. */
function merged(known: unknown, value: unknown): unknown {
  if (!isObject(known) || !isObject(value)) return value
  const both = { ...known }
  for (const name of Object.keys(value)) {
    setMember(both, name, Object.hasOwn(known, name) ? merged(known[name], value[name]) : value[name])
  }
  return both
}

function withChosen(list: unknown, where: Where, steps: readonly WireStep[], value: unknown, from: number): unknown[] {
  const entries = Array.isArray(list) ? [...list] : []
  const known = entries.findIndex((entry) => isChosen(entry, where))
  const entry: JsonObject = known < 0 ? { [where.member]: where.value } : { ...entries[known] }
  if (from < steps.length - 1) putAt(entry, steps, value, from + 1)
  else if (isObject(value)) Object.assign(entry, value)
  entries[known < 0 ? entries.length : known] = entry
  return entries
}

type Where = NonNullable<WireStep['where']>

/** The entry of a list that is chosen; by a word for it only where what the words say is clear. */
function chosenOf(list: readonly unknown[], where: Where): unknown {
  if (!where.alike) return list.find((entry) => isChosen(entry, where))
  const words = list.map((entry) => (isObject(entry) ? entry[where.member] : undefined))
  return list[indexOfLike(words, where.value)]
}

function isChosen(entry: unknown, { member, value }: Where): boolean {
  return isObject(entry) && String(entry[member]) === value
}

/** Sets a member, also one that every object has by its prototype. */
export function setMember(target: JsonObject, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
  else target[name] = value
}
