import { getOrAdd } from '../../base/get-or-add.js'
import { lastMade } from '../../base/last-made.js'
import { perObject } from '../../base/per-object.js'
import { CHECK_LIMITS, howToOverride, pagingAssumption, RECOMMENDED_WORDS } from '../assumptions/overridable.js'
import type { Operation, WireWords } from '../operation.js'
import { type OperationId, rowOf } from '../operations/index.js'
import { Id, type TSchema } from '../schema.js'
import { recommendedSchema, recommendedWord } from '../vocabulary.js'
import { type Codec, type CodecOptions, codecOf } from './codec.js'
import type { Fact, Facts, Slot } from './facts.js'
import { fixedOf, isAboutMembers, type LimitName, type MemberRule, placeOf, readMembers } from './member-facts.js'
import { codecOfBoth, factsOfOther } from './other-answer.js'
import { ownForm } from './own-forms.js'
import type { ListForm, MemberFact } from './plan-tree.js'
import { isTime, type WireType, wireTypesOf, withoutNull } from './scalars.js'
import { eachMember, findNode, type Steps, withNode, withOwnMembers } from './schema-path.js'

const PAGING_MEMBERS: Record<Slot, readonly string[]> = { query: ['limit', 'cursor'], body: [], result: ['pagination'] }

const ID = Id as { minLength?: number; maxLength?: number }

/** What facts say of the members of one slot. */
export interface SlotFacts {
  rules: readonly (MemberRule & { id: string })[]
  fixed: Readonly<Record<string, unknown>>
}

/** The facts about members by slot, such as `createSource body` or `event content.pushed`. */
export function slotsOf(facts: Facts): Map<string, SlotFacts> {
  const slots = new Map<string, SlotFacts>()
  for (const [id, fact] of Object.entries(facts)) {
    if (!isAboutMembers(id)) continue
    const place = placeOf(id)
    const key = place.of ? slotKey(place.of.operation, place.of.slot) : eventKey(id.slice('event:'.length))
    const { rules, fixed } = slots.get(key) ?? { rules: [], fixed: {} }
    const own = getOrAdd(rulesOf(fact), id, () => readMembers(place, fact).rules.map((rule) => ({ ...rule, id })))
    slots.set(key, { rules: [...rules, ...own], fixed: { ...fixed, ...fixedOf(fact) } })
  }
  return slots
}

/** What a fact says, by the assumption it is about: the same facts are checked, and put in force, many times over. */
const rulesOf = perObject((_: Fact) => new Map<string, SlotFacts['rules']>())

/** The name of a slot in `slotsOf`. */
export function slotKey(operation: OperationId, slot: Slot): string {
  return `${operation} ${slot}`
}

/** The name of the data of an event in `slotsOf`. */
export function eventKey(event: string): string {
  return `event ${event}`
}

/** The codec of a slot on routes of these words; undefined if nothing differs from our schema. */
export function slotCodec(
  facts: Facts,
  known: SlotFacts | undefined,
  { id, slot, words }: { id: OperationId; slot: Slot; words: WireWords },
): Codec | undefined {
  const schema = rowOf(id)[slot]
  if (!schema) return undefined
  const members = slotFactsIn(facts, known, { id, slot, words })
  const options: CodecOptions = { fixed: known?.fixed ?? {}, isQuery: slot === 'query' }
  const hasOwnForm = ownForm(facts, id, slot) !== undefined
  if (members.length + Object.keys(options.fixed!).length === 0 && !hasOwnForm) return undefined
  const said = JSON.stringify([members, options, known?.rules])
  return lastCodecs(`${slotKey(id, slot)} ${words}`, [said], () => {
    const codecFor = (facts: readonly MemberFact[]) => {
      if (words === 'classic') return codecOf(schema, facts, options)
      return codecOf(recommendedSchema(schema), facts, {
        ...options,
        exclusive: codecOf(schema, known?.rules ?? [], options).exclusive,
      })
    }
    const ofOther = factsOfOther(members)
    const first = codecFor(members)
    const { otherwise }: Operation = rowOf(id)
    if (!ofOther || !otherwise) return first
    return codecOfBoth({ first, other: codecFor(ofOther), facts: members, otherwise })
  })
}

/** The last codec of each slot: who learns reads all answers by the facts after each step, and few have changed by then. */
const lastCodecs = lastMade<string, Codec>()

/** What changes the form of a slot, in the words of a route. */
export function slotFactsIn(
  facts: Facts,
  known: SlotFacts | undefined,
  at: { id: OperationId; slot: Slot; words: WireWords },
): MemberFact[] {
  const schema = rowOf(at.id)[at.slot]!
  const renamed = [
    ...formsOfAnswers(facts, at.slot === 'result' ? schema : undefined, at.words),
    ...otherWords(facts, schema, at),
  ]
  const rules = (known?.rules ?? []).filter(changesForm)
  return [...renamed, ...(at.words === 'classic' ? rules : rules.map(inRecommendedWords)), ...pagedApart(facts, at)]
}

/** The codec of the data of an event; undefined if it is as in our schema. */
export function eventCodec(schema: TSchema, known: SlotFacts | undefined): Codec | undefined {
  const rules = (known?.rules ?? []).filter(changesForm)
  return rules.length === 0 ? undefined : codecOf(schema, rules)
}

function changesForm({ name, otherwise, type, words, flags, list, tag }: MemberRule): boolean {
  return [name, otherwise, type, words, flags, list, tag].some((part) => part !== undefined)
}

function inRecommendedWords(fact: MemberFact): MemberFact {
  return {
    ...fact,
    steps: fact.steps.map(recommendedWord),
    ...(fact.list && { list: listInRecommendedWords(fact.list) }),
  }
}

function listInRecommendedWords(list: ListForm): ListForm {
  if ('by' in list) {
    return { by: recommendedWord(list.by), ...(list.value === undefined ? {} : { value: recommendedWord(list.value) }) }
  }
  return 'values' in list ? { values: recommendedWord(list.values) } : list
}

/** What a fact about paging puts in the place of: such members are read and written apart. */
function pagedApart(facts: Facts, { id, slot }: { id: OperationId; slot: Slot }): MemberFact[] {
  if (facts[pagingAssumption(id)] === undefined) return []
  return PAGING_MEMBERS[slot].map((name) => ({ steps: [name], name: null }))
}

/** How all times and identifiers of answers are written, where facts say so of all of them. */
function formsOfAnswers(facts: Facts, schema: TSchema | undefined, words: WireWords): MemberFact[] {
  const formOf = (behaviour: string) => facts[`behaviour:${behaviour}`]?.answers as WireType | undefined
  const forms = { times: formOf('times'), identifiers: formOf('identifiers') }
  if (!schema || (forms.times === undefined && forms.identifiers === undefined)) return []
  return timesAndIdentifiers(schema).flatMap(({ steps, is }) => {
    const type = forms[is]
    return type === undefined ? [] : [{ steps: words === 'classic' ? steps : steps.map(recommendedWord), type }]
  })
}

interface WrittenAlike {
  steps: Steps
  is: 'times' | 'identifiers'
}

const WRITTEN_ALIKE = new WeakMap<TSchema, readonly WrittenAlike[]>()

/** The members of an answer that are of the times, or of the identifiers, which a service writes alike. */
export function timesAndIdentifiers(schema: TSchema): readonly WrittenAlike[] {
  const known = WRITTEN_ALIKE.get(schema) ?? findWrittenAlike(schema)
  WRITTEN_ALIKE.set(schema, known)
  return known
}

function findWrittenAlike(schema: TSchema): WrittenAlike[] {
  return [...eachMember(schema)].flatMap(({ steps, name }): WrittenAlike[] => {
    const node = withoutNull(findNode(schema, steps)!)
    if (wireTypesOf(name, node).length === 0) return []
    if (isTime(name, node)) return isAssumedAt(schema, steps) ? [{ steps, is: 'times' }] : []
    return isId(node) ? [{ steps, is: 'identifiers' }] : []
  })
}

/** Whether the interface leaves open what is at a path: of the times that it shows, it shows the format, too. */
function isAssumedAt(schema: TSchema, steps: Steps): boolean {
  return [schema, ...steps.map((_, at) => findNode(schema, steps.slice(0, at + 1))!)].some(
    (node) => 'x-assumed' in node,
  )
}

/** Whether a text is an identifier of the kinds that are counted. */
function isId(node: TSchema): boolean {
  const { minLength, maxLength } = node as { minLength?: number; maxLength?: number }
  return minLength === ID.minLength && maxLength === ID.maxLength
}

/** Other recommended words: names on the recommended routes, and taken on the classic ones, too (VOC-5). */
function otherWords(
  facts: Facts,
  schema: TSchema,
  { id, slot, words }: { id: OperationId; slot: Slot; words: WireWords },
): MemberFact[] {
  const fact = facts[RECOMMENDED_WORDS] as { words?: Readonly<Record<string, string>> } | undefined
  const given = fact?.words
  if (!given || howToOverride(`${slot}:${id}`) === undefined) return []
  const seen = new Set<string>()
  return [...eachMember(schema)].flatMap(({ steps, name }): MemberFact[] => {
    const word = Object.hasOwn(given, name) ? given[name]! : undefined
    const key = steps.join('.')
    if (word === undefined || seen.has(key)) return []
    seen.add(key)
    if (words === 'classic') return [{ steps, alias: word }]
    // Some answers may keep to our word.
    return [{ steps: steps.map(recommendedWord), name: word, alias: recommendedWord(name) }]
  })
}

/** The row with what facts say of its members: limits, what is required, and no demand for what the service does not have. */
export function rowUnder(row: Operation, slot: Slot, known: SlotFacts | undefined): Operation {
  if (!known || !row[slot]) return row
  const paths = known.rules.map(({ steps }) => steps)
  const schema = known.rules.reduce<TSchema>(
    (whole, rule) => {
      const limited = withLimits(
        whole,
        slot === 'body' && isSingle(rule) ? { ...rule, limits: { max_items: 1 } } : rule,
      )
      const required = rule.name === null ? false : rule.required
      return required === undefined ? limited : withRequired(limited, rule.steps, required)
    },
    withOwnMembers(row[slot], paths),
  )
  return { ...row, [slot]: schema }
}

function isSingle({ list }: MemberRule): boolean {
  return list !== undefined && 'single' in list
}

function withLimits(whole: TSchema, { steps, limits }: MemberRule): TSchema {
  const keywords = Object.entries(limits).map(([name, value]) => [CHECK_LIMITS[name as LimitName].keyword, value])
  if (keywords.length === 0) return whole
  return withNode(whole, steps, (node) => {
    return { ...node, ...Object.fromEntries(keywords), 'x-overridden': true } as TSchema
  })
}

function withRequired(whole: TSchema, steps: Steps, required: boolean): TSchema {
  const name = steps.at(-1)!
  const demand = (node: TSchema): TSchema => {
    const { required: now = [], anyOf, ...rest } = node as { required?: string[]; anyOf?: TSchema[] }
    // Of a value that may be plain as well, the record among its forms demands it.
    if (anyOf) return { ...node, anyOf: anyOf.map((each) => ('properties' in each ? demand(each) : each)) } as TSchema
    const others = now.filter((each) => each !== name)
    const all = required ? [...others, name] : others
    return { ...rest, ...(all.length > 0 ? { required: all } : {}) } as unknown as TSchema
  }
  return withNode(whole, steps.slice(0, -1), demand)
}
