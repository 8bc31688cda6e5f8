import { isObject, type JsonObject } from '../../../base/is-object.js'
import { follow, LIMITS } from '../../compatibility/shape.js'
import { withExamples } from './examples.js'
import { bothShapes, eitherShape, isNullInAll } from './merge-shapes.js'

/** What a value on the wire looks like, as far as learning needs to know: from a schema, or from values that were seen. */
export type Shape =
  /** `isListed`: a schema lists its members, so that any other is absent. Values that were seen list nothing. */
  | { kind: 'object'; members: Readonly<Record<string, Member>>; isListed?: true }
  /** An object with any names, all of one shape; `keys` are names that were seen. */
  | { kind: 'map'; entry: Shape; keys?: readonly string[]; limits?: Limits }
  /** `groups`: it is a list for each of these sides of a sentiment. */
  | { kind: 'list'; entry: Shape; limits?: Limits; groups?: readonly string[] }
  | ScalarShape
  /** Nothing is said about it, but that it is no plain value if `isComposed`. */
  | { kind: 'any'; isComposed?: true }

export interface ScalarShape {
  kind: 'scalar'
  types: readonly ScalarType[]
  format?: string
  /** The only values it may have. */
  words?: readonly string[]
  /** The only value it may have, where that is a number or a boolean. */
  constant?: number | boolean
  limits?: Limits
  /** Whether a pattern says what its texts look like. */
  isPatterned?: true
  /** What a request means by leaving it out. */
  default?: unknown
  /** Values that were seen, or given as examples, and numbers of an enumeration; not all of them. */
  seen: readonly unknown[]
  /** Values in examples of whole answers, which may be placeholders. */
  examples?: readonly unknown[]
}

/** What a schema says about the size of a value, by its keywords: `maxLength`, `maxItems`. */
export type Limits = Readonly<Record<string, number>>

type ScalarType = 'string' | 'integer' | 'number' | 'boolean'

export interface Member {
  shape: Shape
  required: boolean
  nullable: boolean
  /** What a description says about it. */
  about?: string
  /** Where there is a description and traffic: which of them alone has it (`one-sided.ts`). */
  only?: 'described' | 'seen'
}

export const ANY: Shape = { kind: 'any' }
export const DEEPEST = 16

/** The shape a JSON Schema allows (OpenAPI 3.0 and 3.1), its references followed in `root`. Alternatives are laid over one another. */
export function shapeOfSchema(root: JsonObject, schema: unknown): Member {
  return memberOf(root, schema, 0)
}

const KEPT_TO = 8
/**
 * Schemas that were read before: many may refer to one, and that to many, so that to read each again would have no end. Deeper down
 * a schema is cut off soon, and so counts there alone.
 */
const READ = Array.from({ length: DEEPEST + 1 - KEPT_TO }, () => new WeakMap<JsonObject, Member>())
const UNKNOWN: Member = { shape: ANY, required: true, nullable: false }

function memberOf(root: JsonObject, schema: unknown, depth: number): Member {
  const node = follow(root, schema)
  if (depth > DEEPEST) return UNKNOWN
  const read = READ[Math.max(0, depth - KEPT_TO)]!
  const known = READ[0]!.get(node) ?? read.get(node)
  if (known) return known
  // What leads back to itself is not looked into twice.
  read.set(node, UNKNOWN)
  const member = readMember(root, node, depth)
  read.set(node, member)
  return member
}

function readMember(root: JsonObject, node: JsonObject, depth: number): Member {
  const types = [node.type ?? []].flat() as string[]
  const parts = (name: string) =>
    ((Array.isArray(node[name]) ? node[name] : []) as unknown[]).map((part) => memberOf(root, part, depth + 1))
  const all = parts('allOf')
  const any = [...parts('anyOf'), ...parts('oneOf')]
  const own = ownShape(
    root,
    node,
    types.filter((type) => type !== 'null'),
    depth,
  )
  const alternative = any.map((part) => part.shape).reduce(eitherShape, ANY)
  const ownNull = types.includes('null') || ('const' in node && node.const === null)
  const conjuncts = [
    { shape: own, nullable: ownNull },
    ...all,
    { shape: alternative, nullable: any.some((part) => part.nullable) },
  ]
  const whole = demanding(
    [...all.map((part) => part.shape), alternative].reduce(bothShapes, own),
    demandsOf(root, node),
  )
  const shape = whole.kind === 'scalar' ? whole : withExamples(whole, examplesOf(node))
  const about = [node.description, ...[...all, ...any].map((part) => part.about)].filter(
    (each) => typeof each === 'string',
  )
  return {
    shape,
    required: true,
    ...(about.length > 0 && { about: about.join(' ') }),
    // OpenAPI 3.0 has no other way to say so of a reference than `nullable` beside `allOf`.
    nullable: node.nullable === true || isNullInAll(conjuncts),
  }
}

/** The members that a schema requires, wherever they are described: `allOf: [{$ref}, {required: ['text']}]`. */
function demandsOf(root: JsonObject, node: JsonObject): string[] {
  const all = Array.isArray(node.allOf) ? node.allOf.map((part) => follow(root, part)) : []
  return [node, ...all].flatMap(({ required }) => (Array.isArray(required) ? required : []))
}

function demanding(shape: Shape, names: readonly string[]): Shape {
  if (shape.kind !== 'object' || names.every((name) => shape.members[name]?.required !== false)) return shape
  const members = Object.entries(shape.members).map(([name, member]): [string, Member] => [
    name,
    names.includes(name) ? { ...member, required: true } : member,
  ])
  return { ...shape, members: Object.fromEntries(members) }
}

function ownShape(root: JsonObject, node: JsonObject, types: readonly string[], depth: number): Shape {
  if (isObject(node.properties)) {
    const required = new Set(Array.isArray(node.required) ? node.required : [])
    const members = Object.entries(node.properties).map(([name, schema]): [string, Member] => [
      name,
      { ...memberOf(root, schema, depth + 1), required: required.has(name) },
    ])
    return { kind: 'object', members: Object.fromEntries(members), isListed: true }
  }
  if (node.items !== undefined)
    return { kind: 'list', entry: memberOf(root, node.items, depth + 1).shape, ...limitsOf(node) }
  if (types.includes('array')) return { kind: 'list', entry: ANY, ...limitsOf(node) }
  if (node.additionalProperties === true) return { kind: 'map', entry: ANY }
  const patterned = isObject(node.patternProperties) ? Object.values(node.patternProperties)[0] : undefined
  const entries = isObject(node.additionalProperties) ? node.additionalProperties : patterned
  if (entries) return { kind: 'map', entry: memberOf(root, entries, depth + 1).shape, ...limitsOf(countsOf(node)) }
  const scalars = types.filter(isScalarType)
  const values = 'const' in node ? [node.const] : Array.isArray(node.enum) ? node.enum : undefined
  const words = values?.filter((value) => typeof value === 'string')
  const numbers = values?.filter((value) => typeof value === 'number') ?? []
  const constant = values?.length === 1 ? values.find(isConstant) : undefined
  if (scalars.length === 0 && !words?.length && constant === undefined) return ANY
  const typed = constant === undefined ? 'string' : (typeof constant as 'number' | 'boolean')
  return {
    kind: 'scalar',
    types: scalars.length > 0 ? scalars : [typed],
    ...formatOf(node),
    ...(words && words.length > 0 ? { words } : {}),
    ...(constant === undefined ? {} : { constant }),
    ...limitsOf(node),
    ...(typeof node.pattern === 'string' ? { isPatterned: true } : {}),
    ...('default' in node ? { default: node.default } : {}),
    seen: [...examplesOf(node), ...numbers],
  }
}

const isConstant = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'

/** OpenAPI 3.1 says of the media type what 3.0 calls the format `binary`, and of the encoding what it calls `byte`. */
function formatOf({ format, contentMediaType, contentEncoding, type }: JsonObject): Pick<ScalarShape, 'format'> {
  if (typeof format === 'string') return { format }
  if (contentEncoding === 'base64' && type === 'string') return { format: 'byte' }
  return contentMediaType === 'application/octet-stream' && type === 'string' ? { format: 'binary' } : {}
}

/** How many entries a map may have, as of a list. */
function countsOf({ minProperties, maxProperties }: JsonObject): JsonObject {
  return { minItems: minProperties, maxItems: maxProperties }
}

function limitsOf(node: JsonObject): { limits?: Limits } {
  const found = LIMITS.flatMap((name) => (typeof node[name] === 'number' ? [[name, node[name]]] : []))
  return found.length > 0 ? { limits: Object.fromEntries(found) } : {}
}

function examplesOf({ example, examples }: JsonObject): unknown[] {
  return [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])]
}

/** Whether a type is one of plain values. */
export function isScalarType(type: string): type is ScalarType {
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean'
}

/** Whether a description lists the members of a record and of all objects inside it, those of its lists apart. */
export function listsMembers(shape: Shape): boolean {
  if (shape.kind !== 'object') return true
  return shape.isListed === true && Object.values(shape.members).every((member) => listsMembers(member.shape))
}
