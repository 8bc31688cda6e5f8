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
