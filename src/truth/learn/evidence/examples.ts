import { isObject } from '../../../base/is-object.js'
import type { Member, ScalarShape, Shape } from './shape.js'

/** The shape with the values of examples at the scalars that they are examples of. What they have besides says nothing. */
export function withExamples(shape: Shape, examples: readonly unknown[]): Shape {
  return examples.reduce<Shape>(withExample, shape)
}

function withExample(shape: Shape, example: unknown): Shape {
  switch (shape.kind) {
    case 'scalar':
      return isOfType(shape, example) ? { ...shape, examples: [...(shape.examples ?? []), example] } : shape
    case 'list':
      return Array.isArray(example) ? { ...shape, entry: withExamples(shape.entry, example) } : shape
    case 'map':
      if (!isObject(example) || Object.keys(example).length === 0) return shape
      return {
        ...shape,
        entry: withExamples(shape.entry, Object.values(example)),
        keys: [...(shape.keys ?? []), ...Object.keys(example)],
      }
    case 'object':
      return isObject(example) ? { ...shape, members: withExampleMembers(shape.members, example) } : shape
    default:
      return shape
  }
}

function withExampleMembers(
  members: Readonly<Record<string, Member>>,
  example: Readonly<Record<string, unknown>>,
): Record<string, Member> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      Object.hasOwn(example, name) ? { ...member, shape: withExample(member.shape, example[name]) } : member,
    ]),
  )
}

function isOfType({ types }: ScalarShape, example: unknown): boolean {
  if (typeof example !== 'number') return types.some((type) => type === typeof example)
  return types.includes('number') || (types.includes('integer') && Number.isInteger(example))
}

/** An answer of a shape, by the first values of its examples: of a list its first entry. */
export function exampleOf(shape: Shape): unknown {
  if (shape.kind === 'scalar') return shape.examples?.[0]
  if (shape.kind === 'list') return [exampleOf(shape.entry)]
  if (shape.kind !== 'object') return undefined
  return Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, exampleOf(member.shape)]))
}
