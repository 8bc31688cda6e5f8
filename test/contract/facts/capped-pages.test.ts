import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { mayBeCut } from '../../../src/contract/facts/cut-pages.js'
import { readPage, saysEnd } from '../../../src/contract/facts/read-page.js'

test.each([
  { style: 'offset', at: 'offset' },
  { style: 'page', at: 'page', first: 1, limit: null },
])('a service that caps its pages below what was asked for has more until a page is empty: $style', (fact) => {
  const paging = contractWith({ 'paging:listFeedback': fact }).pagingOf('listFeedback')!
  const page = (count: number) => readPage(paging, { wire: {}, headers: {}, asked: { limit: 200 }, count })
  expect(page(100).has_more).toBe(true)
  expect(page(0)).toMatchObject({ has_more: false, next_cursor: null })
})

test.each([
  ['a short page without a word', { style: 'offset' }, {}, false],
  ['no paging known', { style: 'none' }, {}, false],
  ['a total', { style: 'none', total: 'total' }, { total: 3 }, true],
  ['a greater total', { style: 'page', total: 'total' }, { total: 4 }, false],
  ['no more', { style: 'offset', more: 'more' }, { more: false }, true],
  ['a size that the page does not fill', { style: 'offset', echo: { limit: 'size' } }, { size: 5 }, true],
  ['no next cursor', { style: 'cursor', next: 'next' }, {}, true],
  ['the last of the pages', { style: 'page', pages: 'pages' }, { pages: 1 }, true],
])('the service itself ends a listing, or does not: %s', (_, fact, wire, expected) => {
  const paging = contractWith({ 'paging:listFeedback': fact }).pagingOf('listFeedback')!
  expect(saysEnd(paging, { wire, headers: {}, asked: { limit: 200 }, count: 3 })).toBe(expected)
})

test.each([
  ['a full page without a link', { style: 'link' }, 200, {}, true],
  ['a short page without a link', { style: 'link' }, 199, {}, false],
  ['a full page with a link', { style: 'link' }, 200, { link: '</feedback?page=2>; rel="next"' }, false],
  ['a page of the usual size without a link', { style: 'link' }, 50, {}, false],
  ['the same where no size can be asked for', { style: 'link', limit: null }, 50, {}, true],
  ['a short page without a link that another header continues', { style: 'link' }, 20, { 'x-next-cursor': 'c' }, true],
  ['a full page without its header', { style: 'cursor', headers: { next: 'X-Next' } }, 200, {}, true],
  ['a full page with its header', { style: 'cursor', headers: { next: 'X-Next' } }, 200, { 'x-next': 'c' }, false],
  ['a list without pages that a header continues', { style: 'none' }, 20, { 'x-next-page': '2' }, true],
  ['a list without pages, as long as a page usually is', { style: 'none' }, 50, {}, true],
  ['a list without pages, of any other length', { style: 'none' }, 51, {}, false],
  ['a list without pages that gives its total', { style: 'none', total: 'total' }, 50, {}, false],
])('a first page that has no next one may be cut all the same (P2): %s', (_, fact, count, headers, expected) => {
  const paging = contractWith({ 'paging:listFeedback': fact }).pagingOf('listFeedback')!
  expect(mayBeCut(paging, { wire: {}, headers, asked: { limit: 200 }, count })).toBe(expected)
})
