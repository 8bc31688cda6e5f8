import { isObject, type JsonObject } from '../../../src/base/is-object.js'
import { requiredChoice } from '../../../src/contract/at-least-one.js'
import { describedKeywords, type TSchema } from '../../../src/contract/schema.js'

/** One of each kind that JSON has. */
const KINDS = ['x', 1, true, {}, [], null] as const
/** What the schema of an object does not have. */
const UNKNOWN_MEMBER = { no_such_member: 1 }

type Node = JsonObject & {
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  patternProperties?: Record<string, TSchema>
}

/** The values a schema allows, for the compiler: the least of each alternative, and one with each optional member. */
export function rightValues(schema: TSchema): unknown[] {
  const node = schema as Node
  if (node.contentMediaType !== undefined) return [new Uint8Array()]
  if (node.anyOf) return node.anyOf.flatMap(rightValues)
  if (Array.isArray(node.enum)) return node.enum
  if ('const' in node) return [node.const]
  if (node.items) return [rightValues(node.items)]
  if (node.properties) return rightObjects(node.properties, requiredOf(schema))
  if (node.patternProperties) {
    return rightValues(Object.values(node.patternProperties)[0]!).map((value) => ({ any: value }))
  }
  if (isIntegerText(schema)) return [1, '1']
  const plain: Record<string, unknown> = { string: 'x', integer: 1, number: 1.5, boolean: true, null: null }
  return [String(node.type) in plain ? plain[String(node.type)] : {}]
}

function rightObjects(properties: Record<string, TSchema>, required: ReadonlySet<string>): unknown[] {
  const least = Object.fromEntries([...required].map((name) => [name, rightValues(properties[name]!)[0]]))
  const others = Object.entries(properties).flatMap(([name, schema]) =>
    rightValues(schema).map((value) => ({ ...least, [name]: value })),
  )
  return [least, ...others]
}

/** Values the compiler must refuse: of another kind, with a member missing, with one that is unknown, at any depth. */
export function wrongValues(schema: TSchema, name = ''): unknown[] {
  const node = schema as Node
  const others = KINDS.filter((value) => !isOfKind(schema, value))
  if (node.anyOf) {
    // Of objects that differ in more than their members' names the compiler says less.
    const objects = node.anyOf.filter((each) => (each as Node).properties)
    return [
      ...others,
      ...(objects.length === 1 ? wrongValues(objects[0]!).filter((each) => !isOfKind(schema, each)) : []),
    ]
  }
  if (node.items) return [...others, ...wrongValues(node.items).map((value) => [value])]
  // Any object will do where no member is named.
  if (node.properties && Object.keys(node.properties).length > 0)
    return [...others, ...wrongObjects(node.properties, requiredOf(schema))]
  if (isIntegerText(schema)) return [...(name.endsWith('_id') ? [] : ['x']), true, {}, []]
  if (Array.isArray(node.enum)) return [...others, 'no such word']
  return others
}

/** The members an object needs; of those of which it needs one, the first. */
function requiredOf(schema: TSchema): ReadonlySet<string> {
  return new Set([...((schema as Node).required ?? []), ...(requiredChoice(schema)?.slice(0, 1) ?? [])])
}

function wrongObjects(properties: Record<string, TSchema>, required: ReadonlySet<string>): unknown[] {
  const [least] = rightObjects(properties, required) as [JsonObject]
  const incomplete = [...required].map((name) => ({ ...least, [name]: undefined }))
  const members = Object.entries(properties).flatMap(([name, schema]) =>
    wrongValues(schema, name).map((value) => ({ ...least, [name]: value })),
  )
  return [{ ...least, ...UNKNOWN_MEMBER }, ...incomplete, ...members]
}

const isIntegerText = (schema: TSchema) => describedKeywords(schema)?.type === 'integer'

/** Whether the compiler may take a value for one of a schema: it does not look into texts and numbers. */
function isOfKind(schema: TSchema, value: unknown): boolean {
  const node = schema as Node
  if (node.anyOf) return node.anyOf.some((each) => isOfKind(each, value))
  if (node.contentMediaType !== undefined) return false
  if (Array.isArray(node.enum)) return node.enum.includes(value)
  if ('const' in node) return node.const === value
  if (node.type === 'array') return Array.isArray(value)
  if (node.type === 'object') return isObject(value) && requiredOf(schema).size === 0
  if (node.type === 'null') return value === null
  if (node.type === 'integer') return typeof value === 'number'
  if (node.type === undefined) return true
  return typeof value === node.type
}

/** A value as source text. */
export function sourceOf(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (value instanceof Uint8Array) return 'new Uint8Array()'
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{ ${members.map(([name, each]) => `${JSON.stringify(name)}: ${sourceOf(each)}`).join(', ')} }`
}
