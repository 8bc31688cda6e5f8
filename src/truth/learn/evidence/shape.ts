import { isObject, type JsonObject } from '../../../base/is-object.js'
import { follow, LIMITS } from '../../compatibility/shape.js'
import { withExamples } from './examples.js'

/** What a value on the wire looks like, as far as learning needs to know: from a schema, or from values that were seen. */
export type Shape =
  /** `isListed`: a schema lists its members, so that any other is absent. Values that were seen list nothing. */
  | { kind: 'object'; members: Readonly<Record<string, Member>>; isListed?: true }
  /** An object with any names, all of one shape; `keys` are names that were seen. */
  | { kind: 'map'; entry: Shape; keys?: readonly string[] }
  | { kind: 'list'; entry: Shape }
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
  limits?: Readonly<Record<string, number>>
  /** What a request means by leaving it out. */
  default?: unknown
  /** Values that were seen, or given as examples; not all of them. */
  seen: readonly unknown[]
  /** Values in examples of whole answers, which may be placeholders. */
  examples?: readonly unknown[]
}

export type ScalarType = 'string' | 'integer' | 'number' | 'boolean'

export interface Member {
  shape: Shape
  required: boolean
  nullable: boolean
  /** What a description says about it. */
  about?: string
}

export const ANY: Shape = { kind: 'any' }
export const DEEPEST = 16
const SEEN_MOST = 200

/** The shape a JSON Schema allows (OpenAPI 3.0 and 3.1), its references followed in `root`. Alternatives are laid over one another. */
export function shapeOfSchema(root: JsonObject, schema: unknown): Member {
  return memberOf(root, schema, 0)
}

/** Schemas that were read before: many may refer to one, and that to many, so that to read each again would have no end. */
const READ = new WeakMap<JsonObject, Member>()
/** Deeper down a schema is cut off soon, and so not worth keeping. */
const KEPT_TO = 8
const UNKNOWN: Member = { shape: ANY, required: true, nullable: false }

function memberOf(root: JsonObject, schema: unknown, depth: number): Member {
  const node = follow(root, schema)
  if (depth > DEEPEST) return UNKNOWN
  const known = READ.get(node)
  if (known) return known
  if (depth > KEPT_TO) return readMember(root, node, depth)
  // What leads back to itself is not looked into twice.
  READ.set(node, UNKNOWN)
  const member = readMember(root, node, depth)
  READ.set(node, member)
  return member
}

function readMember(root: JsonObject, node: JsonObject, depth: number): Member {
  const types = [node.type ?? []].flat() as string[]
  const parts = (name: string) =>
    ((Array.isArray(node[name]) ? node[name] : []) as unknown[]).map((part) => memberOf(root, part, depth + 1))
  const all = parts('allOf')
  const any = [...parts('anyOf'), ...parts('oneOf')]
  const nullable = node.nullable === true || types.includes('null') || [...all, ...any].some((part) => part.nullable)
  const own = ownShape(
    root,
    node,
    types.filter((type) => type !== 'null'),
    depth,
  )
  const alternative = any.map((part) => part.shape).reduce(eitherShape, ANY)
  const whole = [...all.map((part) => part.shape), alternative].reduce(bothShapes, own)
  const shape = whole.kind === 'scalar' ? whole : withExamples(whole, examplesOf(node))
  const about = [node.description, ...[...all, ...any].map((part) => part.about)].filter(
    (each) => typeof each === 'string',
  )
  return {
    shape,
    required: true,
    ...(about.length > 0 && { about: about.join(' ') }),
    nullable: nullable || ('const' in node && node.const === null),
  }
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
  if (node.items !== undefined) return { kind: 'list', entry: memberOf(root, node.items, depth + 1).shape }
  if (types.includes('array')) return { kind: 'list', entry: ANY }
  if (node.additionalProperties === true) return { kind: 'map', entry: ANY }
  const entries = isObject(node.additionalProperties) ? node.additionalProperties : undefined
  if (entries) return { kind: 'map', entry: memberOf(root, entries, depth + 1).shape }
  const scalars = types.filter(isScalarType)
  const values = 'const' in node ? [node.const] : Array.isArray(node.enum) ? node.enum : undefined
  const words = values?.filter((value) => typeof value === 'string')
  const constant = typeof node.const === 'number' || typeof node.const === 'boolean' ? node.const : undefined
  if (scalars.length === 0 && !words?.length && constant === undefined) return ANY
  const typed = constant === undefined ? 'string' : (typeof constant as 'number' | 'boolean')
  return {
    kind: 'scalar',
    types: scalars.length > 0 ? scalars : [typed],
    ...formatOf(node),
    ...(words && words.length > 0 ? { words } : {}),
    ...(constant === undefined ? {} : { constant }),
    ...limitsOf(node),
    ...('default' in node ? { default: node.default } : {}),
    seen: examplesOf(node),
  }
}

/** OpenAPI 3.1 says of the media type what 3.0 calls the format `binary`. */
function formatOf({ format, contentMediaType, type }: JsonObject): Pick<ScalarShape, 'format'> {
  if (typeof format === 'string') return { format }
  return contentMediaType === 'application/octet-stream' && type === 'string' ? { format: 'binary' } : {}
}

function limitsOf(node: JsonObject): Pick<ScalarShape, 'limits'> {
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

/** What either of two values of one place looks like: required is what both have. */
export function eitherMember(a: Member, b: Member): Member {
  return {
    shape: eitherShape(a.shape, b.shape),
    required: a.required && b.required,
    nullable: a.nullable || b.nullable,
    ...aboutEither(a, b),
  }
}

function aboutEither(a: Member | undefined, b: Member | undefined): Pick<Member, 'about'> {
  const about = a?.about ?? b?.about
  return about === undefined ? {} : { about }
}

/** What either of two shapes of one place looks like. */
export function eitherShape(a: Shape, b: Shape): Shape {
  return merge(a, b, (inA, inB) => Boolean(inA?.required && inB?.required))
}

/** What two schemas of one place say together (`allOf`). */
function bothShapes(a: Shape, b: Shape): Shape {
  return merge(a, b, (inA, inB) => Boolean(inA?.required || inB?.required))
}

type Required = (inA: Member | undefined, inB: Member | undefined) => boolean

function merge(a: Shape, b: Shape, isRequired: Required): Shape {
  if (a === b) return a
  if (a.kind === 'any') return b
  if (b.kind === 'any') return a
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', entry: merge(a.entry, b.entry, isRequired) }
  if (a.kind === 'map' && b.kind === 'map') return { kind: 'map', entry: merge(a.entry, b.entry, isRequired) }
  if (a.kind === 'object' && b.kind === 'object') return mergeObjects(a, b, isRequired)
  if (a.kind === 'scalar' && b.kind === 'scalar') return mergeScalars(a, b)
  if (a.kind === 'map' && b.kind === 'object') return mergeMap(a, b, isRequired)
  if (b.kind === 'map' && a.kind === 'object') return mergeMap(b, a, isRequired)
  // A value that may be plain or composed: what is composed says more.
  return a.kind === 'scalar' ? b : a
}

type ObjectShape = Shape & { kind: 'object' }

function mergeObjects(
  { members: a, isListed: inFirst }: ObjectShape,
  { members: b, isListed: inSecond }: ObjectShape,
  isRequired: Required,
): Shape {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const members = names.map((name): [string, Member] => {
    const inA = Object.hasOwn(a, name) ? a[name] : undefined
    const inB = Object.hasOwn(b, name) ? b[name] : undefined
    const shape = inA && inB ? merge(inA.shape, inB.shape, isRequired) : (inA ?? inB)!.shape
    return [
      name,
      {
        shape,
        required: isRequired(inA, inB),
        nullable: Boolean(inA?.nullable || inB?.nullable),
        ...aboutEither(inA, inB),
      },
    ]
  })
  const isListed = inFirst || inSecond
  return { kind: 'object', members: Object.fromEntries(members), ...(isListed && { isListed }) }
}

/** Whether a description lists the members of a record and of all objects inside it, those of its lists apart. */
export function listsMembers(shape: Shape): boolean {
  if (shape.kind !== 'object') return true
  return shape.isListed === true && Object.values(shape.members).every((member) => listsMembers(member.shape))
}

/** The words of both; those of one alone where all values that were seen of the other are among them. */
function wordsOfBoth(a: ScalarShape, b: ScalarShape): readonly string[] | undefined {
  if (a.words && b.words) return [...new Set([...a.words, ...b.words])]
  const [told, other] = a.words ? [a, b] : [b, a]
  const isAmong = other.seen.length > 0 && other.seen.every((each) => told.words?.includes(String(each)))
  return isAmong ? told.words : undefined
}

/** What is described with any names, and was seen with some. */
function mergeMap(map: Shape & { kind: 'map' }, seen: ObjectShape, isRequired: Required): Shape {
  const entry = Object.values(seen.members).reduce((all, { shape }) => merge(all, shape, isRequired), map.entry)
  return { kind: 'map', entry, keys: [...(map.keys ?? []), ...Object.keys(seen.members)] }
}

function mergeScalars(a: ScalarShape, b: ScalarShape): ScalarShape {
  const { words: _a, ...plainA } = a
  const { words: _b, ...plainB } = b
  const words = wordsOfBoth(a, b)
  const examples = [...(a.examples ?? []), ...(b.examples ?? [])]
  return {
    ...plainB,
    ...plainA,
    types: [...new Set([...a.types, ...b.types])],
    ...(words ? { words } : {}),
    seen: [...new Set([...a.seen, ...b.seen])].slice(0, SEEN_MOST),
    ...(examples.length > 0 ? { examples } : {}),
  }
}
