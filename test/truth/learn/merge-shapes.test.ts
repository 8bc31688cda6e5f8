import { expect, test } from 'vitest'
import { bothShapes, eitherShape } from '../../../src/truth/learn/evidence/merge-shapes.js'
import { type Shape, shapeOfSchema } from '../../../src/truth/learn/evidence/shape.js'

const TEXT = { type: 'string' }
const NULLABLE = { type: ['string', 'null'] }

const isNullable = (schema: object) => shapeOfSchema({}, schema).nullable

test('null is allowed by allOf only if all parts allow it', () => {
  expect(isNullable({ allOf: [NULLABLE, TEXT] })).toBe(false)
  expect(isNullable({ allOf: [NULLABLE, NULLABLE] })).toBe(true)
  expect(isNullable({ ...TEXT, allOf: [NULLABLE] })).toBe(false)
  expect(isNullable({ allOf: [{ anyOf: [TEXT, { type: 'null' }] }, TEXT] })).toBe(false)
})

test('a part of allOf that says nothing of the value allows null', () => {
  expect(isNullable({ allOf: [NULLABLE, { description: 'What was said.' }] })).toBe(true)
  expect(isNullable({ allOf: [{ type: ['object', 'null'], properties: { a: TEXT } }, { required: ['a'] }] })).toBe(true)
})

test('null is allowed by anyOf and oneOf if one part allows it, and by `nullable: true` beside allOf', () => {
  expect(isNullable({ anyOf: [TEXT, { type: 'null' }] })).toBe(true)
  expect(isNullable({ oneOf: [TEXT, NULLABLE] })).toBe(true)
  expect(isNullable({ nullable: true, allOf: [TEXT] })).toBe(true)
})

test('a member may be null only if all parts of allOf that have it allow that', () => {
  const withMember = (schema: object) => ({ type: 'object', properties: { note: schema } })
  const member = (...parts: object[]) => {
    const { shape } = shapeOfSchema({}, { allOf: parts.map(withMember) })
    return shape.kind === 'object' && shape.members.note?.nullable
  }
  expect(member(NULLABLE, TEXT)).toBe(false)
  expect(member(NULLABLE, NULLABLE)).toBe(true)
  expect(member(NULLABLE)).toBe(true)
  expect(member(NULLABLE, { description: 'What was said.' })).toBe(true)
})

test('the keys that were seen of a map stay when it is merged', () => {
  const map = (...keys: string[]): Shape => ({ kind: 'map', entry: { kind: 'any' }, keys })
  const plain: Shape = { kind: 'map', entry: { kind: 'any' } }
  expect(eitherShape(map('7', '8'), map('8', '9'))).toMatchObject({ keys: ['7', '8', '9'] })
  expect(bothShapes(plain, map('7'))).toMatchObject({ keys: ['7'] })
  expect(eitherShape(map('7'), plain)).toMatchObject({ keys: ['7'] })
  expect(eitherShape(plain, plain)).not.toHaveProperty('keys')
})

test('the names of objects seen where a map is described are its keys, each once', () => {
  const entry = { shape: { kind: 'any' }, required: true, nullable: false } as const
  const seen = (...names: string[]): Shape => ({
    kind: 'object',
    members: Object.fromEntries(names.map((name) => [name, entry])),
  })
  const map: Shape = { kind: 'map', entry: { kind: 'any' } }
  const all = [seen('7', '8'), seen('8', '9')].reduce(eitherShape, map)
  expect(all).toMatchObject({ kind: 'map', keys: ['7', '8', '9'] })
})
