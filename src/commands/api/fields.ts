import { isObject } from '../../base/is-object.js'
import { wrongUsage } from '../../terminal/failure.js'

export type FieldValue = string | number | boolean | null
interface Fields {
  [name: string]: FieldValue | Fields | Fields[] | FieldValue[]
}

/** A member and its value as they were typed: `name=value`, `outer[inner]=value`, `list[]=value`. */
export interface RequestField {
  path: readonly [string, ...string[]]
  text: string
}

/** Takes `name=value` apart. Refuses what has no `=` or a name no JSON path can be made of. */
export function parseField(word: string): RequestField {
  const equals = word.indexOf('=')
  const [, name, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(word.slice(0, Math.max(equals, 0))) ?? []
  if (name === undefined)
    throw wrongUsage(`expected key=value, got "${word}"`, 'Write name=value, outer[inner]=value or list[]=value.')
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part!)
  return { path: [name, ...inner], text: word.slice(equals + 1) }
}

/** The value a text stands for: true, false, null and numbers are themselves, anything else is text. */
export function typedValue(text: string): FieldValue {
  if (text === 'true') return true
  if (text === 'false') return false
  if (text === 'null') return null
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Puts a value where its path leads, making what is missing on the way. Refuses a path through a value. */
export function placeField(target: Fields, [name, ...rest]: readonly string[], value: FieldValue): void {
  const [next, ...more] = rest
  if (next === undefined) target[name!] = value
  else if (next === '') placeInList(listAt(target, name!), more, value)
  else placeField(objectAt(target, name!), rest, value)
}

/** `list[]=value` adds an entry; `list[][a]=value` adds to the last one until it has that member. */
function placeInList(list: unknown[], rest: readonly string[], value: FieldValue): void {
  const [member] = rest
  if (member === undefined) return void list.push(value)
  const last = list.at(-1)
  const isOpen = last !== null && typeof last === 'object' && (rest.length > 1 || !Object.hasOwn(last, member))
  const entry: Fields = isOpen ? (last as Fields) : Object.create(null)
  if (!isOpen) list.push(entry)
  placeField(entry, rest, value)
}

function listAt(target: Fields, name: string): unknown[] {
  target[name] ??= []
  const found = target[name]
  if (Array.isArray(found)) return found
  throw wrongUsage(`${name} is both a list and something else`)
}

function objectAt(target: Fields, name: string): Fields {
  target[name] ??= Object.create(null) as Fields
  const found = target[name]
  if (isObject(found)) return found
  throw wrongUsage(`${name} has both members and a value`)
}
