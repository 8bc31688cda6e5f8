import { isObject } from '../../base/is-object.js'
import { mustBeOneOf } from '../../base/nearest.js'
import { CHECK_LIMITS } from '../assumptions/overridable.js'
import { entrySchema, memberSchemas, type TSchema } from '../schema.js'
import { isInQuery, WHOLE_BODY } from './body-places.js'
import { findListFault, isConstant, isName, isUnion } from './check-list.js'
import { type Fact, pathText } from './facts.js'
import { flagNames } from './flags.js'
import {
  fixedOf,
  type LimitName,
  type MemberPlace,
  type MemberRule,
  type PartFault,
  partsOf,
  readMembers,
  unknownMember,
} from './member-facts.js'
import { constantsIn } from './ordinals.js'
import { WIRE_TYPES, wireTypesOf, withoutNull } from './scalars.js'
import { findNode, memberNames, type Steps, withOwnMembers } from './schema-path.js'
import { parsePlace, parseQueryPlace, type WirePlace } from './wire-path.js'

type Node = { type?: string; enum?: unknown[]; anyOf?: unknown[] }

/** What is wrong with a fact about members, each fault at its path in the fact. */
export function findMemberFaults(ours: MemberPlace, fact: Fact): PartFault[] {
  const { rules, faults } = readMembers(ours, fact)
  const paths = rules.map(({ steps }) => steps)
  const place = { ...ours, schema: withOwnMembers(ours.schema, paths) }
  const isQuery = place.of?.slot === 'query'
  const parse = isQuery ? parseQueryPlace : parsePlace
  const fixed = Object.entries(fixedOf(fact)).flatMap(([path, value]): PartFault[] => {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
    if (!parse(path)?.steps.length)
      return [{ path: `fixed.${path}`, message: `fixed ${path} is not a valid place in the body` }]
    return isScalar ? [] : [{ path: `fixed.${path}`, message: `fixed ${path} must be a string, a number or a boolean` }]
  })
  return [...faults, ...rules.flatMap((rule) => findRuleFaults(place, rule)), ...fixed]
}

function findRuleFaults(place: MemberPlace, rule: MemberRule): PartFault[] {
  const { steps, from } = rule
  const node = findNode(place.schema, steps)
  const text = pathText(steps)
  if (!node) {
    const around = steps.map((_, index) => findNode(place.schema, steps.slice(0, steps.length - 1 - index)))
    const parent = around.find((each) => each !== undefined)
    const known = memberNames(parent).join(', ') || 'no members'
    return [{ path: Object.values(from)[0] ?? '', message: `has no ${text}; it has ${known}` }]
  }
  const at = text === '' ? '' : `${text}: `
  const checks: [keyof MemberRule['from'], string | undefined][] = [
    ['name', findNameFault(place, rule, node)],
    ['otherwise', findOtherwiseFault(place, rule, node)],
    ['type', findTypeFault(steps, node, rule)],
    ['words', rule.words === undefined ? undefined : findWordsFault(node, rule.words)],
    ['flags', rule.flags === undefined ? undefined : findFlagsFault(node, rule)],
    ['list', rule.list === undefined ? undefined : findListFault(node, rule.list, place)],
    ['tag', findTagFault(rule)],
    ['required', findRequiredFault(steps, rule)],
    ['sent', findSentFault(rule)],
    ['limits', findLimitFault(node, place, rule)],
  ]
  return checks.flatMap(([part, fault]) =>
    fault === undefined ? [] : [{ path: from[part] ?? '', message: `${at}${fault}` }],
  )
}

function findNameFault({ of }: MemberPlace, rule: MemberRule, node: TSchema): string | undefined {
  const { name, steps } = rule
  if (name === undefined || (name === null && steps.length > 0 && steps.at(-1) !== '[]')) return undefined
  const isQuery = of?.slot === 'query'
  const place =
    typeof name === 'string' ? (isQuery ? parseQueryPlace(name) : parsePlace(name, { parts: true })) : undefined
  if (steps.length === 0 || steps.at(-1) === '[]') {
    const isPlain = place && !place.lifted && place.steps.every(({ where }) => !where) && !isInParts(place)
    if (!isPlain) return 'must be the place of an object, such as data.source'
    const isObjects = memberSchemas(node) !== undefined && !isUnion(node)
    return steps.length === 0 || isObjects ? undefined : 'only entries that are objects can have a place'
  }
  if (!place || (place.steps.length === 0 && !place.lifted)) {
    return isQuery
      ? 'a name of a query has 1 to 64 letters, digits and signs'
      : 'a name is 1 to 64 letters, digits, _ and -; a place is such names joined by points'
  }
  if (!isQuery && place.steps.some((step) => isInQuery(step.name) || step.name === WHOLE_BODY)) {
    const isOwn = of?.slot === 'body' && steps.length === 1 && place.steps.length === 1 && !place.lifted
    if (!isOwn) return 'only a member of a body itself can be in the query, or be all of the body'
  }
  if (isInParts(place) && !(of?.slot === 'result' && isWholeList(node, rule, place)))
    return 'only a list of objects in a response can be in parts, below the entries of one list, and has no other form'
  if (place.steps.at(-1)?.where && !memberSchemas(node)) return 'only an object can be an entry of a list'
  return undefined
}

/** A place in the other answer is as one in the first: only a member of both answers themselves has two. */
function findOtherwiseFault(place: MemberPlace, { otherwise, ...rule }: MemberRule, node: TSchema): string | undefined {
  if (otherwise === undefined) return undefined
  if (typeof otherwise !== 'string' || rule.steps.length !== 1)
    return 'only a member of the response itself can be elsewhere'
  if (rule.name === null) return "can't be elsewhere: the service does not have it"
  return findNameFault(place, { ...rule, name: otherwise }, node)
}

const isInParts = ({ steps }: WirePlace) => steps.some(({ each }) => each)

/** Whether a place below one list is that of a list of objects, each of them as the list has it. */
function isWholeList(node: TSchema, { list }: MemberRule, { steps }: WirePlace): boolean {
  const entries = entrySchema(withoutNull(node))
  const lists = steps.filter(({ each }) => each)
  return lists.length === 1 && !list && entries !== undefined && !!memberSchemas(entries)
}

function findTypeFault(steps: Steps, node: TSchema, { type, words }: MemberRule): string | undefined {
  if (type === undefined) return undefined
  if (!(WIRE_TYPES as readonly unknown[]).includes(type)) return `type ${mustBeOneOf(WIRE_TYPES, type)}`
  if (words) return 'takes a type or words, not both'
  const name = steps.at(-1) === '[]' ? '' : steps.at(-1)!
  const fitting = wireTypesOf(name, withoutNull(node))
  if (fitting.length === 0) return 'takes no type: it is not a scalar, or has words'
  return fitting.includes(type) ? undefined : `can't be ${type}; it may be ${fitting.join(', ')}`
}

function findWordsFault(node: TSchema, words: unknown): string | undefined {
  const { enum: ours } = withoutNull(node) as Node
  if (!ours) return 'takes no words: it may hold any text'
  if (!isObject(words)) return 'words must be an object, ours: theirs'
  const unknown = Object.keys(words).find((word) => !ours.includes(word))
  if (unknown !== undefined) return `words ${unknownMember(unknown, ours.map(String))}`
  const theirs = ours.flatMap((word) => (Object.hasOwn(words, String(word)) ? words[String(word)] : word))
  const isWord = (word: unknown) =>
    typeof word === 'string' ? word.length > 0 && word.length <= 100 : ['number', 'boolean'].includes(typeof word)
  if (!theirs.every(isWord)) return 'a word must be a string, number or boolean, or a list of these'
  if (Object.values(words).some((word) => Array.isArray(word) && word.length === 0))
    return 'a list of words must not be empty'
  const twice = theirs.find((word, index) => theirs.indexOf(word) !== index)
  return twice === undefined ? undefined : `the word ${String(twice)} is used twice`
}

function findFlagsFault(node: TSchema, { flags, name, words }: MemberRule): string | undefined {
  const { enum: ours } = withoutNull(node) as Node
  if (!ours) return 'takes no flags: it may hold any text'
  if (!isObject(flags) || Object.keys(flags).length === 0) return 'flags must be an object, ours: the name of a flag'
  // A word of the service's own is called as its flag.
  const unknown = Object.keys(flags).find((word) => !ours.includes(word) && flags[word] !== word)
  if (unknown !== undefined) return `flags ${unknownMember(unknown, ours.map(String))}`
  if (name !== undefined || words !== undefined) return 'takes flags, or a name and words, not both'
  const names = Object.values(flags).map(flagNames)
  if (!names.flat().every(isName)) return 'a flag must be a name, or a list of names'
  if (names.flat().length === 0) return 'one word at least must have a flag'
  const sets = names.map((each) => [...each].sort().join(' and '))
  const twice = sets.find((each, index) => sets.indexOf(each) !== index)
  return twice === undefined ? undefined : `the flag ${twice} is used twice`
}

function findTagFault({ tag, name }: MemberRule): string | undefined {
  if (tag === undefined) return undefined
  const isMap = isObject(tag) && Object.keys(tag).length > 0
  if (!isMap || !Object.values(tag).every(isConstant)) return 'tags must map names to strings'
  if (name === null || (name === undefined && constantsIn(tag).length > 0)) return 'a tag needs a name to distinguish'
  return Object.keys(tag).every(isPlainPath) ? undefined : 'a tag must be a name, or a path of names'
}

function isPlainPath(path: string): boolean {
  const place = parsePlace(path)
  return place?.lifted === false && place.steps.length > 0 && place.steps.every(({ where }) => !where)
}

function findRequiredFault(steps: Steps, { required, name }: MemberRule): string | undefined {
  if (required === undefined) return undefined
  if (typeof required !== 'boolean') return 'required must be true or false'
  if (steps.at(-1) === '[]') return 'only a member can be required'
  return required && name === null ? "can't be required: the service does not have it" : undefined
}

function findSentFault({ sent, name }: MemberRule): string | undefined {
  if (sent === undefined) return undefined
  if (typeof sent !== 'boolean') return 'sent must be true or false'
  return sent && name === null ? "can't be sent: the service does not have it" : undefined
}

function findLimitFault(node: TSchema, place: MemberPlace, { steps, limits }: MemberRule): string | undefined {
  for (const [limit, value] of Object.entries(limits)) {
    const known = Object.hasOwn(CHECK_LIMITS, limit) ? CHECK_LIMITS[limit as LimitName] : undefined
    if (!known || !partsOf(place).includes('limits')) return unknownMember(limit, Object.keys(CHECK_LIMITS))
    if (steps.includes('content') && steps.length > steps.indexOf('content') + 1) {
      return 'limits of items belong in behaviour:item-lengths'
    }
    const { type } = withoutNull(node) as Node
    if (!(known.types as readonly string[]).includes(type ?? '')) return `has no ${limit}`
    if (!Number.isInteger(value) || Number(value) < 0) return `${limit} must be a whole number`
  }
  for (const [least, most] of [
    ['min_length', 'max_length'],
    ['minimum', 'maximum'],
    ['min_items', 'max_items'],
  ] as const) {
    if (limits[least] !== undefined && limits[most] !== undefined && limits[least] > limits[most]) {
      return `${least} must be at most ${most}`
    }
  }
  return undefined
}
