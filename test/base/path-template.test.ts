import { describe, expect, it } from 'vitest'
import { compileTemplate, fillTemplate, isPathTemplate, pathParameters } from '../../src/base/path-template.js'

const TEMPLATE = '/orgs/{org_id}/files/{id}.eml'

describe('a path template', () => {
  it('names its parts in their order', () => {
    expect(pathParameters(TEMPLATE)).toEqual(['org_id', 'id'])
    expect(pathParameters('/me')).toEqual([])
  })

  it('is filled in percent-encoded, and reads back what was filled in', () => {
    const path = fillTemplate(TEMPLATE, (name) => `${name}/ü`)
    expect(path).toBe('/orgs/org_id%2F%C3%BC/files/id%2F%C3%BC.eml')
    expect(compileTemplate(TEMPLATE)(path)).toEqual({ org_id: 'org_id%2F%C3%BC', id: 'id%2F%C3%BC' })
  })

  it.each([
    '/orgs/1/files/2-eml',
    '/orgs/1/files/.eml',
    '/orgs/1/2/files/3.eml',
    '/orgs/1/files/2.eml/',
    'x/orgs/1/files/2.eml',
  ])('does not fit %s', (path) => expect(compileTemplate(TEMPLATE)(path)).toBeUndefined())

  it('consists of words and named parts', () => {
    expect(['/a/{b}', '/openapi.json', '/a-b_c'].map(isPathTemplate)).toEqual([true, true, true])
    expect(['a', '/', '/a/', '/{}', '/a?b', undefined].map(isPathTemplate)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
