import type { TSchema } from '../schema.js'
import type { WireType } from './scalars.js'

/** A schema of a scalar, or of alternatives. */
export type Node = Record<string, unknown> & { type?: string; enum?: unknown[]; format?: string; anyOf?: TSchema[] }

type EpochType = Extract<WireType, `epoch${string}`>

/** The schema with a change to what is no alternative `null`. */
export function onScalar(schema: TSchema, change: (node: Node) => Node): TSchema {
  const { anyOf, ...rest } = schema as Node
  if (!anyOf) return ((schema as Node).type === 'null' ? schema : change(schema as Node)) as TSchema
  return { ...rest, anyOf: anyOf.map((each) => onScalar(each, change)) } as unknown as TSchema
}

/** A number alone says no unit. */
function saidOfUnit(type: EpochType, { description }: Node): string {
  const unit = type === 'epoch-milliseconds' ? 'Milliseconds since 1970.' : 'Seconds since 1970.'
  return description === undefined ? unit : `${description} ${unit}`
}

/** The schema of a scalar that is written as another type. */
export function typedSchema(type: WireType, node: Node): Node {
  const { type: _, format: _format, ...rest } = node
  const { minLength: _min, maxLength: _max, pattern: _pattern, ...unmeasured } = rest
  const { minimum: _low, maximum: _high, ...unbounded } = unmeasured
  if (node.type === 'boolean' && type === 'integer') return { ...unbounded, type, minimum: 0, maximum: 1 } as Node
  if (node.type === 'boolean' && type === 'string') return { ...unbounded, type, enum: ['true', 'false'] }
  switch (type) {
    case 'string':
      return { ...unbounded, type: 'string' }
    case 'integer':
    case 'number':
      // An identifier that is not a number stays a text.
      return { ...unbounded, type: node.type === 'string' ? [type, 'string'] : type } as Node
    case 'boolean':
      return node
    case 'inverted':
      // What ours is said to mean, theirs does not.
      return { ...node, description: undefined }
    case 'listed':
      return { description: 'What is counted, each by its identifier.', type: 'array', items: {} } as Node
    case 'percent':
    case 'fraction':
      return { ...unbounded, ...rescaled(node, type), type: 'number' } as Node
    case 'epoch':
    case 'epoch-seconds':
    case 'epoch-milliseconds':
      return { ...unmeasured, type: 'integer', description: saidOfUnit(type, node) } as Node
    case 'iso-local':
    case 'iso-local-t':
      // RFC 3339, which the format stands for, has a zone in every time.
      return { ...unmeasured, type: 'string' }
    default:
      return { ...unmeasured, type: 'string', format: type === 'date' ? 'date' : 'date-time' }
  }
}

/** What the text about a number says of its scale, of the other one. */
function rescaled({ description }: Node & { description?: string }, type: 'percent' | 'fraction'): object {
  if (description === undefined) return {}
  const [ours, theirs] = type === 'percent' ? [/\b0 to 1\b/, '0 to 100'] : [/\b0 to 100\b/, '0 to 1']
  return { description: description.replace(ours, theirs) }
}
