import { expect, test } from 'vitest'
import { clampOf } from '../../../src/truth/learn/conduct/clamp.js'
import { seen } from './seen.js'

const page = (size: number | undefined, pagination: object) => ({
  size,
  seen: seen('GET /api/input/surveys/list', { survey_series: [], pagination }),
})

test('a size that answers repeat shows what is usual, and what a larger one is cut to', () => {
  const pages = [
    page(20, { limit: 20 }),
    page(50, { limit: 50 }),
    page(500, { limit: 200 }),
    page(undefined, { limit: 50 }),
  ]
  expect(clampOf(pages)).toMatchObject({ values: { default: 50, most: 200, above: 'clamped' } })
})

test('the number of a page is no size, though it is one that was asked for', () => {
  const pages = [page(1, { page: 1 }), page(2, { page: 2 }), page(2, { page: 1 }), page(undefined, { page: 1 })]
  expect(clampOf(pages)).toBeUndefined()
})

test('what larger sizes are cut to is not below one that was given', () => {
  const pages = [page(20, { limit: 20 }), page(50, { limit: 50 }), page(500, { limit: 10 })]
  expect(clampOf(pages)).toBeUndefined()
})

test('a refusal that names one greatest size says what is taken at most', () => {
  const refused = (message: string) => ({
    size: 1000,
    seen: seen('GET /api/input/surveys/list', { error: { code: 'VALIDATION_ERROR', message } }, { status: 400 }),
  })
  const valuesOf = (message: string) => clampOf([page(20, { limit: 20 }), page(50, { limit: 50 }), refused(message)])
  expect(valuesOf('limit must be at most 100')).toEqual({ values: { most: 100, above: 'refused' } })
  expect(valuesOf('1000 is not between 1 and 250.')).toEqual({ values: { most: 250, above: 'refused' } })
  expect(valuesOf('Input should be less than or equal to 100')).toEqual({ values: { most: 100, above: 'refused' } })
  for (const other of ['limit must be less than 101', 'at most 100, or 500 with a token', 'try v1.200 of 2026-01-100'])
    expect(valuesOf(other), other).toEqual({ values: { above: 'refused' } })
})
