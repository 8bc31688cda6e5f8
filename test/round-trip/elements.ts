import { isObject, type JsonObject } from '../../src/base/is-object.js'
import { DELIVERED } from '../../src/contract/events.js'
import { type Fact, type Facts, pathText, type Slot } from '../../src/contract/facts/facts.js'
import { isAboutMembers, placeOf, readMembers } from '../../src/contract/facts/member-facts.js'
import { findNode, type Steps } from '../../src/contract/facts/schema-path.js'
import { eventKey, slotKey, slotsOf } from '../../src/contract/facts/slots.js'
import { type OperationId, rowOf } from '../../src/contract/operations/index.js'
import type { TSchema } from '../../src/contract/schema.js'
import type { FactPart, FactWord } from './observable-parts.js'

/** What can be said of one member. */
export type Part = 'name' | 'type' | 'words' | 'flags' | 'list' | 'tag' | 'required' | 'limits' | 'fixed'

/** The smallest thing a fact says: what it can be right or wrong about. */
export interface Element {
  /** The assumption. */
  id: string
  /** Of a fact about members: its slot, what is said, and of which member. */
  member?: { key: string; part: Part; steps: Steps }
  /** As it reads in a report: `names.survey_id`. */
  text: string
  /** The fact that says this alone. */
  fact: JsonObject
}

/** Everything that facts say, one by one. */
export function elementsOf(facts: Facts): Element[] {
  return Object.entries(facts).flatMap(([id, { evidence: _, ...fact }]) =>
    isAboutMembers(id) ? memberElements(id, fact) : isConduct(id) ? conductElements(id, fact) : [elementOf(id, fact)],
  )
}

const elementOf = (id: string, fact: JsonObject): Element => ({ id, text: JSON.stringify(fact), fact })

const isConduct = (id: string) => id.startsWith('behaviour:')

/** What is said of a behaviour, member by member. */
function conductElements(id: string, fact: JsonObject): Element[] {
  return Object.entries(fact).map(([name, value]) => elementOf(id, { [name]: value }))
}

function memberElements(id: string, fact: JsonObject): Element[] {
  const place = placeOf(id)
  const key = place.of ? slotKey(place.of.operation, place.of.slot) : eventKey(id.slice('event:'.length))
  return each(fact).flatMap((alone): Element[] => {
    const [[name, value] = ['', undefined]] = Object.entries(alone)
    if (name === 'fixed') {
      return [{ id, member: { key, part: 'fixed', steps: place.steps }, text: JSON.stringify(alone), fact: alone }]
    }
    return readMembers(place, alone).rules.flatMap(({ steps, limits, from: _, ...rule }) => {
      const [part] = Object.keys(rule)
      const found = part ?? (Object.keys(limits).length > 0 ? 'limits' : undefined)
      if (found === undefined) return []
      const text = `${name} ${pathText(steps)} ${JSON.stringify(value)}`
      return [{ id, member: { key, part: found as Part, steps }, text, fact: alone }]
    })
  })
}

/** The fact as facts with one entry each: words one by one, too. */
function each(fact: JsonObject): JsonObject[] {
  return Object.entries(fact).flatMap(([name, value]): JsonObject[] => {
    if (!isObject(value) || name === 'list' || name === 'tag') return [{ [name]: value }]
    return Object.entries(value).flatMap(([path, entry]): JsonObject[] => {
      if (name !== 'words' || !isObject(entry)) return [{ [name]: { [path]: entry } }]
      return Object.entries(entry).map(([ours, theirs]) => ({ words: { [path]: { [ours]: theirs } } }))
    })
  })
}

/** What an element says, as the table of evidence has it. */
export function factPartOf({ member, fact }: Element): FactPart {
  const part = member!.part
  if (part === 'name') return saysNone(fact) ? 'absence' : 'name'
  if (part !== 'type') return part
  return /"iso/.test(JSON.stringify(fact)) ? 'time' : isNumberedText(member!, fact) ? 'number' : part
}

/** Whether a fact says that one of our texts is a number. */
function isNumberedText({ key, steps }: NonNullable<Element['member']>, fact: JsonObject): boolean {
  return JSON.stringify(fact).includes('"integer"') && isText(key, steps)
}

function isText(key: string, steps: Steps): boolean {
  const { type, anyOf = [] } = (findNode(schemaOf(key), steps) ?? {}) as { type?: string; anyOf?: { type?: string }[] }
  return [type, ...anyOf.map((each) => each.type)].includes('string')
}

/** The schema of a slot, or of the data of an event, by its key. */
export function schemaOf(key: string): TSchema {
  const [first = '', second = ''] = key.split(' ')
  if (first === 'event') return DELIVERED[second as keyof typeof DELIVERED].data
  return rowOf(first as OperationId)[second as Slot]!
}

/** Which word of an enum an element is about, if it is about one. */
export function factWordOf({ member, fact }: Element): FactWord | undefined {
  const [[path, words] = ['', undefined]] = Object.entries(member?.part === 'words' ? (fact.words as JsonObject) : {})
  if (words === undefined) return undefined
  return isObject(words) ? { member: path, word: Object.keys(words)[0]! } : { member: '', word: path }
}

/** Whether a fact with one entry says that there is no such member. */
function saysNone({ name, names }: JsonObject): boolean {
  return name === null || (isObject(names) && Object.values(names).includes(null))
}

/** Whether a list of answers is read as it should be: what is said beside each of its texts, or from which number they are counted, who reads it need not know. */
export function isReadAlike(truth: Facts, { id, member, fact }: Element): boolean {
  if (member?.part !== 'list' || id.startsWith('body:')) return false
  const formOf = (rules: readonly { steps: Steps; list?: unknown }[]) =>
    rules.find(({ steps }) => steps.join('.') === member.steps.join('.'))?.list as
      | { in?: string; numbered?: number }
      | undefined
  const theirs = formOf(slotsOf(truth).get(member.key)?.rules ?? [])
  const own = formOf(readMembers(placeOf(id), fact).rules)
  if (own?.numbered !== undefined && theirs?.numbered !== undefined) return true
  return own?.in !== undefined && own.in === theirs?.in && Object.keys(own).length === 1
}

/** Facts that say one thing more. */
export function withElement(facts: Facts, { id, fact }: Element): Facts {
  // What is said of a route or of paging is one thing as a whole.
  const isWhole = /^(route|paging|behaviour):/.test(id)
  const more = isWhole ? fact : withWordsBelow(fact)
  const known = isWhole ? (facts[id] ?? {}) : withWordsBelow(facts[id] ?? {})
  const whole = /^(route|paging):/.test(id) ? fact : mergeDeep(withoutOtherForm(known, more), more)
  return { ...facts, [id]: whole as Fact }
}

/** The fact without what the added one says in the other form: `name` is `names` of the node itself. */
function withoutOtherForm(known: Fact, added: JsonObject): JsonObject {
  const rest: JsonObject = { ...known }
  for (const [name, value] of Object.entries(added)) {
    const below = rest[`${name}s`]
    if (isObject(below)) rest[`${name}s`] = Object.fromEntries(Object.entries(below).filter(([path]) => path !== ''))
    if (isObject(value) && '' in value && name.endsWith('s') && name !== 'words') delete rest[name.slice(0, -1)]
  }
  return rest
}

/** The words of the node itself, which may stand alone, beside those of others. */
function withWordsBelow(fact: JsonObject): JsonObject {
  const { words } = fact
  return isObject(words) && !Object.values(words).some(isObject) ? { ...fact, words: { '': words } } : fact
}

/** One more thing in a fact: what it says of other members, and of other words of an enum, stays. */
function mergeDeep(fact: JsonObject, added: JsonObject, depth = 0): JsonObject {
  const merged = { ...fact }
  for (const [name, value] of Object.entries(added)) {
    const known = fact[name]
    const goesOn = isObject(known) && isObject(value) && depth < (name === 'words' || depth > 0 ? 2 : 1)
    const isForm = depth === 0 && (name === 'list' || name === 'tag')
    merged[name] = goesOn && !isForm ? mergeDeep(known, value, name === 'words' ? 1 : depth + 2) : value
  }
  return merged
}
