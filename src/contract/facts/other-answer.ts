import { isObject } from '../../base/is-object.js'
import type { Operation } from '../operation.js'
import { memberSchemas, type TSchema } from '../schema.js'
import { recommendedWord } from '../vocabulary.js'
import type { Codec } from './codec.js'
import type { MemberFact } from './plan-tree.js'

// An operation that answers two ways, such as with what was sent or with a preview, may have one member of both at two places.

/** What facts say of the other answer of an operation; undefined where that has all members where the first one has them. */
export function factsOfOther(facts: readonly MemberFact[]): MemberFact[] | undefined {
  if (facts.every(({ otherwise }) => otherwise === undefined)) return undefined
  return facts.map(({ otherwise, ...fact }) => (otherwise === undefined ? fact : { ...fact, name: otherwise }))
}

/** The codecs of both answers, the facts of the first, and what tells our records of them apart. */
interface Answers {
  first: Codec
  other: Codec
  facts: readonly MemberFact[]
  otherwise: NonNullable<Operation['otherwise']>
}

/**
 * The codec of both answers. Ours are told apart by the member that says which; what comes in by where it has the members that the two
 * have at different places: it is the first one if it has any where that has them.
 */
export function codecOfBoth({ first, other, facts, otherwise }: Answers): Codec {
  const moved = facts.flatMap(({ steps, otherwise: place }) => (place === undefined ? [] : [steps[0]!]))
  const telling = [otherwise.member, recommendedWord(otherwise.member)]
  const isOther = (ours: unknown) => isObject(ours) && telling.some((name) => ours[name] === otherwise.value)
  const hasAny = (ours: unknown) => isObject(ours) && moved.some((name) => ours[name] !== undefined)
  const isOtherOnWire = (wire: unknown) => !hasAny(first.fromWire(wire)) && hasAny(other.fromWire(wire))
  const ofAlternative = (schema: TSchema) => {
    const members = Object.keys(memberSchemas(schema) ?? {})
    return telling.some((name) => members.includes(name)) ? other : first
  }
  return {
    ...first,
    toWire: (ours) => (isOther(ours) ? other : first).toWire(ours),
    fromWire: (wire, unknown) => (isOtherOnWire(wire) ? other : first).fromWire(wire, unknown),
    schemaToWire(schema) {
      const { anyOf, ...rest } = schema as { anyOf?: TSchema[] }
      if (!anyOf) return first.schemaToWire(schema)
      return { ...rest, anyOf: anyOf.map((each) => ofAlternative(each).schemaToWire(each)) } as TSchema
    },
  }
}
