import { describe, expect, it } from 'vitest'
import { declaresMember } from '../../src/truth/compatibility/declares-member.js'

const BODY = { type: 'object', properties: { source_id: { type: 'string' } } }
const OTHER = { type: 'object', properties: { ids: { type: 'array' } } }
const BOTH = { type: 'object', properties: { ...BODY.properties, ...OTHER.properties } }

function described(schema: unknown, path = '/api/input/feedback/erase', more: object = {}) {
  const operation = (each: unknown) => ({
    post: { requestBody: { content: { 'application/json': { schema: each } } } },
  })
  const components = { schemas: { Erase: BODY, Round: { $ref: '#/components/schemas/Round' } } }
  return { openapi: '3.1.0', components, paths: { [path]: operation(schema), ...more } }
}

const declares = (description: object) =>
  declaresMember(description as Record<string, unknown>, 'POST /feedback/erase', 'source_id')

describe('a member that the body of an operation is said to have (P1)', () => {
  it.each([
    ['directly', BODY],
    ['behind a reference', { $ref: '#/components/schemas/Erase' }],
    ['in a part of allOf', { allOf: [OTHER, { $ref: '#/components/schemas/Erase' }] }],
    ['in each alternative', { oneOf: [BODY, BOTH] }],
  ])('is seen %s', (_, schema) => {
    expect(declares(described(schema))).toBe(true)
    expect(declares(described(schema, '/feedback/erase'))).toBe(true)
  })

  it.each([
    ['is not there', OTHER],
    ['is in one alternative only', { anyOf: [BODY, OTHER] }],
    ['is forbidden', { properties: { source_id: false } }],
    ['is behind a reference that leads round', { $ref: '#/components/schemas/Round' }],
    ['is behind a reference that cannot be read', { $ref: '#/%/x' }],
    ['has no schema around it', undefined],
  ])('is not taken for declared where it %s', (_, schema) => expect(declares(described(schema))).toBe(false))

  it('is not taken for declared where another mount lacks it, or the operation is not described', () => {
    const lacking = described(OTHER).paths
    expect(declares(described(BODY, '/api/v1/feedback/erase', lacking))).toBe(false)
    expect(declares(described(BODY, '/feedback/erase_all'))).toBe(false)
    expect(declares({})).toBe(false)
  })

  it('is read at the address that is asked, and not at another that ends alike', () => {
    expect(declares(described(BODY, '/internal/archive/feedback/erase'))).toBe(false)
    const elsewhere = described(BODY, '/public/feedback/erase') as unknown as Record<string, unknown>
    expect(declaresMember(elsewhere, 'POST /feedback/erase', 'source_id', '/public')).toBe(true)
  })
})
