import { Type as TypeBox } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Type } from '../../src/contract/schema.js'

/** The same schemas, written with either builder. */
const samples = (type: typeof Type) => ({
  words: type.String({ minLength: 1 }),
  whole: type.Integer({ minimum: 0 }),
  number: type.Number(),
  yes: type.Boolean({ description: 'yes or no' }),
  nothing: type.Null(),
  anything: type.Unknown(),
  literal: type.Literal('free'),
  one: type.Literal(1),
  unsafe: type.Unsafe<'a'>({ type: 'string', enum: ['a'] }),
  list: type.Array(type.String(), { maxItems: 3 }),
  either: type.Union([type.String(), type.Null()]),
  record: type.Record(type.String(), type.Unknown()),
  empty: type.Object({}),
  optional: type.Object({ a: type.Optional(type.String({ maxLength: 2 })) }),
  object: type.Object(
    { a: type.String(), b: type.Optional(type.Object({ c: type.Integer() })) },
    { additionalProperties: false },
  ),
  copied: type.Object({ a: { ...type.Optional(type.String()) } as ReturnType<typeof type.String> }),
})

describe('the schema builder', () => {
  const theirs = samples(TypeBox as unknown as typeof Type)
  it.each(Object.entries(samples(Type)))('makes of %s what typebox makes', (name, schema) => {
    expect(JSON.stringify(schema)).toBe(JSON.stringify(theirs[name as keyof typeof theirs]))
  })
})
