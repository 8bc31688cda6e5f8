import type { JsonObject } from '../base/is-object.js'
import { isObject } from '../base/is-object.js'
import type { TSchema } from '../contract/schema.js'
import { formatTime, timeInOtherForm } from '../contract/times.js'
import { memberPath } from '../contract/vocabulary.js'
import { markBlank } from './blanks.js'
import { UnexpectedResponseError } from './errors.js'
import { markGap } from './gaps.js'
import { countOfList, isCount, isOfType, misfitOf } from './scalar-forms.js'

interface SchemaNode {
  type?: string
  format?: string
  properties?: Record<string, SchemaNode>
  required?: string[]
  anyOf?: SchemaNode[]
  items?: SchemaNode
  additionalProperties?: boolean
  minimum?: number
  maximum?: number
}

/** Which answer is read, for what is said of it. */
export interface AnswerContext {
  /** `The response to getMe`, or what a service did besides answering. */
  subject: string
  /** A path in the schema, such as `surveys[].survey_id`, as it is on the wire. */
  wirePath(path: string): string
  /** Whether the service is known to have no member at such a path. */
  isGone?: ((path: string) => boolean) | undefined
  /** Whether a member that may be null must be present anyway, as of an emulator. */
  isExact?: true
  /** What to do about an answer in another form; by default, to learn how the service differs. */
  hint?: string | undefined
}

/** What is said of null: a blank, which is nothing to be told of unless a whole record is. */
const IS_NULL = 'is null'

/** A value that can be read, or why it cannot. */
type Checked = { value: unknown } | { fault: string }

/**
 * The payload, guarded by its schema: reading a member that is missing, null or of another type than the schema says throws
 * `UnexpectedResponseError`, which names it. Nothing else changes: a payload that fits is given back itself, members no one reads
 * do no harm, a missing member that may be null is null, and a number that is an identifier is a string. As JSON it is what came.
 */
export function checkedPayload(schema: TSchema, payload: unknown, reading: AnswerContext): unknown {
  const checked = check(schema as SchemaNode, payload, '', reading)
  if ('fault' in checked) throw new UnexpectedResponseError(`${reading.subject} ${checked.fault}`, reading.hint)
  return checked.value
}

/** The members that are there and fit, for what is nice to show and not needed. */
export function optional<T extends object>(payload: T): Partial<T> {
  return { ...payload }
}

/** A member that is nice to show: undefined if it is missing or does not fit. */
export function findMember(payload: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(payload, name)?.value
}

/** The payload as the service sent it, whatever form its members have. */
export function asSent(payload: object): JsonObject {
  const toJSON = findMember(payload, 'toJSON')
  return typeof toJSON === 'function' ? toJSON() : (payload as JsonObject)
}

/** The payload with more members; what it lacks is still refused where it is read. */
export function addMembers<T extends object, M extends object>(payload: T, members: M): T & M {
  const result = Object.defineProperties({}, { ...descriptorsOf(payload), ...descriptorsOf(members) })
  return hide(result, 'toJSON', { value: () => ({ ...asSent(payload), ...asSent(members) }) }) as T & M
}

/** The payload with members for whoever reads it, in place of those that it lacks; as JSON it is what came. */
export function fillIn<T extends object>(payload: T, members: JsonObject): T {
  const lacking = Object.entries(members).filter(([name]) => findMember(payload, name) === undefined)
  if (lacking.length === 0) return payload
  const filled = Object.defineProperties({}, descriptorsOf(payload))
  for (const [name, value] of lacking) hide(filled, name, { value, enumerable: true })
  return hide(filled, 'toJSON', { value: () => asSent(payload) }) as T
}

/** Copies what does not meet the eye: the members that are refused if they are read. */
export function copyGuards<T extends object>(from: object, to: T): T {
  const hidden = Object.entries(descriptorsOf(from)).filter(([, { enumerable }]) => !enumerable)
  return hidden.length === 0 ? to : Object.defineProperties(to, Object.fromEntries(hidden))
}

const descriptorsOf: (value: object) => Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors

/** Whether a value needs no guard; most do not, and this costs little. */
function fits(node: SchemaNode, value: unknown): boolean {
  const { type, anyOf, properties, required = [] } = node
  if (anyOf) return anyOf.some((each) => fits(each, value))
  if (type === undefined) return true
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value) && value.every((entry) => fits(node.items!, entry))
  if (node.format === 'date-time' && timeInOtherForm(value) !== undefined) return false
  if (type !== 'object') return isOfType(type, value) && misfitOf(node, value) === undefined
  if (!isObject(value)) return false
  if (!properties || node.additionalProperties) return true
  return Object.keys(properties).every((name) => {
    const member = (value as JsonObject)[name]
    return member === undefined ? !required.includes(name) : fits(properties[name]!, member)
  })
}

function check(node: SchemaNode, value: unknown, path: string, reading: AnswerContext): Checked {
  if (fits(node, value)) return { value }
  if (node.anyOf) return check(alternativeOf(node.anyOf, value), value, path, reading)
  if (node.type === 'array') {
    if (!Array.isArray(value)) return otherType(value, 'a list')
    const members = value.map(
      (entry, index) => [String(index), checkMember(node.items!, entry, `${path}[]`, reading)] as const,
    )
    return { value: guarded(value, members, `${path}[]`, reading) }
  }
  if (node.type === 'object') return checkObject(node, value, path, reading)
  return checkScalar(node, value, path)
}

function checkObject(node: SchemaNode, value: unknown, path: string, reading: AnswerContext): Checked {
  if (!isObject(value)) return otherType(value, 'an object')
  if (!node.properties || node.additionalProperties) return { value }
  const members = Object.entries(node.properties).map(([name, each]) => {
    const inner = memberPath(path, name)
    const isRequired = node.required?.includes(name) ?? false
    return [name, checkMember(each, (value as JsonObject)[name], inner, reading, isRequired)] as const
  })
  return { value: guarded(value, members, path, reading) }
}

function checkMember(
  node: SchemaNode,
  value: unknown,
  path: string,
  reading: AnswerContext,
  isRequired = true,
): Checked {
  if (value !== undefined && value !== null) return check(node, value, path, reading)
  if (value === undefined && !isRequired) return { value }
  if (fits(node, null) && !(reading.isExact && value === undefined && isRequired)) return { value: null }
  if (!isRequired) return { value: undefined }
  if (value === null) return node.type === 'object' ? otherType(value, 'an object') : { fault: IS_NULL }
  return { fault: '' }
}

function checkScalar(node: SchemaNode, value: unknown, path: string): Checked {
  const { type } = node
  if (type === 'string' && typeof value === 'number' && /(^|[._])id$/.test(path)) return { value: String(value) }
  const at = node.format === 'date-time' ? timeInOtherForm(value) : undefined
  if (at !== undefined) return { value: formatTime(at) }
  const counted = isCount(node) ? countOfList(value) : undefined
  if (counted !== undefined) return { value: counted }
  if (type !== undefined && !isOfType(type, value)) return otherType(value, `a ${type === 'integer' ? 'number' : type}`)
  const misfit = misfitOf(node, value)
  return misfit === undefined ? { value } : { fault: `is ${value}, ${misfit}` }
}

/** The value itself where its members fit; else a copy without those that do not, which are refused if they are read. */
function guarded(
  value: object,
  members: readonly (readonly [string, Checked])[],
  path: string,
  reading: AnswerContext,
): object {
  const changed = members.filter(([name, each]) => 'fault' in each || each.value !== (value as JsonObject)[name])
  if (changed.length === 0) return value
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  for (const [name, each] of changed) {
    const sent = (value as JsonObject)[name]
    if (!('fault' in each)) {
      hide(copy, name, { value: each.value, enumerable: Object.hasOwn(value, name) && each.value != null })
      if (each.value === null && sent === undefined) markBlank(copy, name, memberPath(path, name), reading)
    } else hide(copy, name, { get: refusing(value, name, each.fault, path, reading) })
  }
  return hide(copy, 'toJSON', { value: () => value })
}

function refusing(value: object, name: string, fault: string, path: string, reading: AnswerContext): () => never {
  const get = () => refuse(value, name, fault, path, reading)
  const inner = Array.isArray(value) ? path : memberPath(path, name)
  const gap = { subject: reading.subject, path: reading.wirePath(inner), ...(fault === '' ? {} : { why: fault }) }
  markGap(get, reading.isGone?.(inner) ? 'gone' : fault === IS_NULL ? 'null' : gap)
  return get
}

function hide<T extends object>(target: T, name: string, descriptor: PropertyDescriptor): T {
  return Object.defineProperty(target, name, { configurable: true, enumerable: false, ...descriptor })
}

const NAMES_SHOWN = 12

function refuse(value: object, name: string, fault: string, path: string, reading: AnswerContext): never {
  const { subject, wirePath, hint } = reading
  const inner = wirePath(Array.isArray(value) ? path : memberPath(path, name))
  if (fault !== '') throw new UnexpectedResponseError(`${subject} is not as expected: \`${inner}\` ${fault}`, hint)
  const described = describeMembers(value, (member) => lastName(wirePath(memberPath(path, member))))
  throw new UnexpectedResponseError(`${subject} has no \`${inner}\`; ${described}`, hint)
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** `it has id, title`: what an object has instead. */
export function describeMembers(value: object, wordOf = (member: string) => member): string {
  const names = Object.keys(value).map(wordOf)
  const more = names.length > NAMES_SHOWN ? ', …' : ''
  return names.length === 0 ? 'it has no members' : `it has ${names.slice(0, NAMES_SHOWN).join(', ')}${more}`
}

function otherType(value: unknown, wanted: string): Checked {
  const found =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`
  return { fault: `is ${found}, not ${wanted}` }
}

/** The form that the value comes nearest to. */
function alternativeOf(nodes: readonly SchemaNode[], value: unknown): SchemaNode {
  const forms = nodes.filter(({ type }) => type !== 'null')
  const known = ({ properties = {} }: SchemaNode) =>
    Object.keys(properties).filter((name) => Object.hasOwn(value as object, name)).length
  if (forms.length < 2 || typeof value !== 'object' || value === null) return forms[0]!
  return forms.reduce((best, form) => (known(form) > known(best) ? form : best))
}
