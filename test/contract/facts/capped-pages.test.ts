import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { readPage } from '../../../src/contract/facts/paging.js'

test.each([
  { style: 'offset', at: 'offset' },
  { style: 'page', at: 'page', first: 1, limit: null },
])('a service that caps its pages below what was asked for has more until a page is empty: $style', (fact) => {
  const paging = contractWith({ 'paging:listFeedback': fact }).pagingOf('listFeedback')!
  const page = (count: number) => readPage(paging, { wire: {}, headers: {}, asked: { limit: 200 }, count })
  expect(page(100).has_more).toBe(true)
  expect(page(0)).toMatchObject({ has_more: false, next_cursor: null })
})
