import { isObject, type JsonObject } from '../../base/is-object.js'
import { orNearestName } from '../../base/nearest.js'
import { CHECK_LIMITS, SENT_IF_TAKEN } from '../assumptions/overridable.js'
import { DELIVERED } from '../events.js'
import { answersTwoWays, type Operation } from '../operation.js'
import { type OperationId, rowOf } from '../operations/index.js'
import type { TSchema } from '../schema.js'
import { type Fact, pathText, type Slot, withoutEvidence } from './facts.js'
import type { MemberFact } from './plan-tree.js'
import { type Steps, stepsOf } from './schema-path.js'

export type LimitName = keyof typeof CHECK_LIMITS

/** What a fact says about one member: how it is on the wire, and what a request must keep to. */
export interface MemberRule extends MemberFact {
  required?: boolean
  /** Accepted requests always had it, so it is sent wherever its value is known. */
  sent?: boolean
  limits: Partial<Record<LimitName, number>>
  /** The member of the fact each part was read from, for faults. */
  from: Partial<
    Record<'name' | 'otherwise' | 'type' | 'words' | 'flags' | 'list' | 'tag' | 'required' | 'sent' | 'limits', string>
  >
}

/** Where an assumption about members of an operation or event stands. */
export interface MemberPlace {
  schema: TSchema
  steps: Steps
  /** Nothing for an event. */
  of?: { operation: OperationId; slot: Slot }
}

/** The schema and the path in it that an assumption is about. */
export function placeOf(id: string): MemberPlace {
  const kind = id.slice(0, id.indexOf(':'))
  const rest = id.slice(id.indexOf(':') + 1)
  if (kind === 'event') return { schema: DELIVERED[rest as keyof typeof DELIVERED].data, steps: [] }
  const dot = rest.indexOf('.')
  const operation = (dot < 0 ? rest : rest.slice(0, dot)).replace('[]', '') as OperationId
  const slot = kind as Slot
  return {
    schema: rowOf(operation)[slot]!,
    steps: dot < 0 ? [] : stepsOf(rest.slice(dot + 1)),
    of: { operation, slot },
  }
}

/** Whether an assumption is about members. */
export function isAboutMembers(id: string): boolean {
  return /^(query|body|result|event):/.test(id)
}

/** What a fact says of the node itself, and of members below it by path. */
const PARTS = {
  name: { own: 'name', below: 'names' },
  otherwise: { own: 'otherwise', below: 'otherwise' },
  type: { own: 'type', below: 'types' },
  words: { own: 'words', below: 'words' },
  flags: { own: 'flags', below: 'flags' },
  list: { own: 'list', below: 'lists' },
  tag: { own: 'tag', below: 'tags' },
  required: { own: 'required', below: 'required' },
  sent: { own: 'sent', below: 'sent' },
} as const
type Part = keyof typeof PARTS

/** The members a fact about this place may have. */
export function partsOf({ steps, of }: MemberPlace): string[] {
  if (steps.length === 0 && of?.slot === 'result' && (rowOf(of.operation) as Operation).placeAssumed)
    return ['at', 'beside']
  const isRequest = of !== undefined && of.slot !== 'result'
  const lists: Part[] = of?.slot === 'query' ? [] : ['list', 'tag']
  const parts: Part[] = ['name', 'type', 'words', ...(isRequest ? [] : (['flags'] as const)), ...lists]
  const known = [
    ...parts,
    ...(isAnswerOfTwo({ steps, of }) ? (['otherwise'] as const) : []),
    ...(isRequest ? (['required'] as const) : []),
  ].flatMap((part) => (steps.length === 0 ? [PARTS[part].below] : [PARTS[part].own, PARTS[part].below]))
  return [
    ...new Set(known),
    ...(steps.length === 0 && of?.slot !== 'query' ? ['at'] : []),
    ...(of && SENT_IF_TAKEN.has(`${of.slot}:${of.operation}.${pathText(steps)}`) ? ['sent'] : []),
    ...(isRequest ? ['fixed', ...Object.keys(CHECK_LIMITS), 'limits'] : []),
  ]
}

/** Whether a place is all of an answer that is one of two. */
function isAnswerOfTwo({ steps, of }: Pick<MemberPlace, 'steps' | 'of'>): boolean {
  return steps.length === 0 && of?.slot === 'result' && answersTwoWays(rowOf(of.operation))
}

/** Says that a fact has no such member, and which one may be meant. */
export function unknownMember(name: string, known: readonly string[]): string {
  const near = orNearestName(name, known)
  return `has no ${name}${near}${near === '' ? '; it' : ' It'} may have ${known.join(', ')}`
}

/** A fault of the form, at a path in the fact. */
export type PartFault = { path: string; message: string }

/** What a fact says of each member, or what of its form makes no sense. */
export function readMembers(place: MemberPlace, fact: Fact): { rules: MemberRule[]; faults: PartFault[] } {
  const given = withoutEvidence(fact)
  const known = partsOf(place)
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    return { rules: [], faults: unknown.map((name) => ({ path: name, message: unknownMember(name, known) })) }
  }
  const rules = new Map<string, MemberRule>()
  const faults: PartFault[] = []
  const ruleOf = (steps: Steps): MemberRule => {
    const key = pathText(steps)
    const rule = rules.get(key) ?? { steps, limits: {}, from: {} }
    rules.set(key, rule)
    return rule
  }
  for (const { part, path, steps, value } of entriesOf(place.steps, given, faults)) {
    const rule = ruleOf(steps)
    if (part === 'limits') Object.assign(rule.limits, value)
    else Object.assign(rule, { [part]: value })
    rule.from[part] = path
  }
  return { rules: [...rules.values()], faults }
}

interface Entry {
  part: Part | 'limits'
  path: string
  steps: Steps
  value: unknown
}

function entriesOf(steps: Steps, given: JsonObject, faults: PartFault[]): Entry[] {
  const entries: Entry[] = []
  if (given.at !== undefined) entries.push({ part: 'name', path: 'at', steps, value: given.at })
  if (given.beside !== undefined) entries.push(...entriesBeside(given.beside, faults))
  for (const [part, { own, below }] of Object.entries(PARTS) as [Part, (typeof PARTS)[Part]][]) {
    if (Object.hasOwn(given, own) && (own !== below || isOwn(part, steps, given[own]))) {
      entries.push({ part, path: own, steps, value: given[own] })
      if (own === below) continue
    }
    if (Object.hasOwn(given, below)) entries.push(...entriesBelow(part, below, steps, given[below], faults))
  }
  const limits = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(CHECK_LIMITS, name)))
  const [first] = Object.keys(limits)
  if (first !== undefined) entries.push({ part: 'limits', path: first, steps, value: limits })
  if (given.limits !== undefined) entries.push(...entriesBelow('limits', 'limits', steps, given.limits, faults))
  return entries
}

/** Members that stand beside the object that the others are in, under their own names. */
function entriesBeside(value: unknown, faults: PartFault[]): Entry[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.map((name): Entry => ({ part: 'name', path: 'beside', steps: [name], value: `/${name}` }))
  faults.push({ path: 'beside', message: 'beside must be a list of members' })
  return []
}

/** Words, flags, `required` and `sent` are written alike for the node itself and for members below it. */
function isOwn(part: Part, steps: Steps, value: unknown): boolean {
  if (steps.length === 0) return false
  return part === 'required' || part === 'sent'
    ? !isObject(value)
    : isObject(value) && !Object.values(value).some(isObject)
}

function entriesBelow(part: Entry['part'], name: string, steps: Steps, value: unknown, faults: PartFault[]): Entry[] {
  if (!isObject(value)) {
    faults.push({ path: name, message: `${name} must be an object, by the path of a member` })
    return []
  }
  return Object.entries(value).flatMap(([path, entry]) => {
    if (part === 'limits' && !isObject(entry)) {
      faults.push({ path: `${name}.${path}`, message: `${path} must be an object` })
      return []
    }
    return [{ part, path: `${name}.${path}`, steps: [...steps, ...stepsOf(path)], value: entry }]
  })
}

/** The constants of a fact, by their place on the wire. */
export function fixedOf(fact: Fact): Readonly<Record<string, unknown>> {
  return isObject(fact.fixed) ? fact.fixed : {}
}
