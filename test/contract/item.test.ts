import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoints, findItemFaults, itemObject } from '../../src/contract/items/check-item.js'
import { anyText } from '../any-text.js'

const NOW = Date.UTC(2026, 1, 3)
const faultsOf = (item: unknown) => findItemFaults(item, NOW).map(({ member }) => member)
const FAMILY = '👨‍👩‍👧‍👦'

describe('items', () => {
  test.each([
    ['10,000 letters', 'x'.repeat(10_000), true],
    ['10,001 letters', 'x'.repeat(10_001), false],
    ['5,000 emoji, 10,000 UTF-16 units', '😀'.repeat(5_000), true],
    ['5,001 emoji, 10,002 UTF-16 units', '😀'.repeat(5_001), true],
    ['10,000 emoji', '😀'.repeat(10_000), true],
    ['10,001 emoji', '😀'.repeat(10_001), false],
    ['5,000 letters with a combining mark', 'e\u0301'.repeat(5_000), true],
    ['5,001 letters with a combining mark', 'e\u0301'.repeat(5_001), false],
    ['1,428 families, 9,996 points', FAMILY.repeat(1_428), true],
    ['1,429 families, 10,003 points', FAMILY.repeat(1_429), false],
  ])('[LIM-2] lengths count code points (B17): %s', (_, text, fine) => {
    expect(findItemFaults(text, NOW)).toHaveLength(fine ? 0 : 1)
    expect(findItemFaults({ text }, NOW)).toHaveLength(fine ? 0 : 1)
  })

  test('code points are counted as the language itself does', () => {
    fc.assert(fc.property(anyText(), (text) => codePoints(text) === [...text].length))
    for (const lone of ['\ud800', '\udc00', '\ud800x', '\udc00\ud800', 'a\ud83d'])
      expect(codePoints(lone)).toBe([...lone].length)
  })

  test('text is refused for a lone surrogate and for nothing but white space, and for no other character (B18)', () => {
    for (const text of ['\ud800', 'a\udfffb', '\udc00\ud800']) {
      expect(faultsOf(text)).toEqual([''])
      expect(faultsOf({ text })).toEqual(['text'])
      expect(faultsOf({ text: 'x', external_id: text })).toEqual(['external_id'])
    }
    for (const text of ['', ' ', '\n\t', '\u00a0\u2003\ufeff']) expect(faultsOf(text)).toEqual([''])
    for (const text of ['\0', '\u0001\u001b[31m', '\u0085x', '\u2028x', 'é', 'é', '\u202ex', '￾'])
      expect(faultsOf(text)).toEqual([])
    fc.assert(
      fc.property(
        anyText({ maxLength: 200 }),
        (text) => (faultsOf(text).length === 0) === (text.isWellFormed() && text.trim() !== ''),
      ),
      { numRuns: 500 },
    )
  })

  test('[PSH-23] numbers that are not finite are refused (B19)', () => {
    const numbers = ['1e999', '-1e999', '1E400'].map((text) => JSON.parse(text))
    for (const rating of [...numbers, Number.NaN, Number.POSITIVE_INFINITY, '4', true, [], {}])
      expect(faultsOf({ text: 'x', rating })).toEqual(['rating'])
    for (const rating of [0, -1, 4.5, 1e308, 5e-324, null, undefined])
      expect(faultsOf({ text: 'x', rating })).toEqual([])
  })

  test.each<[string, unknown, string[]]>([
    ['a number', 1, ['']],
    ['null', null, ['']],
    ['an array', ['x'], ['']],
    ['no text', {}, ['text']],
    ['text of another type', { text: 1 }, ['text']],
    ['an empty id', { text: 'x', external_id: '' }, ['external_id']],
    ['an id of another type', { text: 'x', external_id: 7 }, ['external_id']],
    [
      'ids too long',
      { text: 'x', external_id: 'x'.repeat(256), customer_id: 'x'.repeat(256), channel: 'x'.repeat(101) },
      ['external_id', 'customer_id', 'channel'],
    ],
    [
      'ids as long as may be',
      { text: 'x', external_id: '😀'.repeat(255), customer_id: 'x'.repeat(255), channel: 'x'.repeat(100) },
      [],
    ],
    ['no language tag', { text: 'x', language: 'en_US' }, ['language']],
    ['an empty language', { text: 'x', language: '' }, ['language']],
    ['language tags', { text: 'x', language: 'zh-Hant-TW' }, []],
    ['no time', { text: 'x', occurred_at: 'yesterday' }, ['occurred_at']],
    ['a time without a zone', { text: 'x', occurred_at: '2026-02-03T10:00:00' }, ['occurred_at']],
    ['a day ahead', { text: 'x', occurred_at: '2026-02-04T00:00:00Z' }, []],
    ['more than a day ahead', { text: 'x', occurred_at: '2026-02-04T00:00:00.001Z' }, ['occurred_at']],
    [
      'nulls',
      {
        text: 'x',
        external_id: null,
        customer_id: null,
        channel: null,
        language: null,
        rating: null,
        occurred_at: null,
      },
      [],
    ],
    ['unknown members', { text: 'x', colour: 'red' }, []],
  ])('%s', (_, item, members) => {
    expect(faultsOf(item)).toEqual(members)
  })

  test('any value at all is judged without failing', () => {
    fc.assert(
      fc.property(fc.anything(), (item) => Array.isArray(findItemFaults(item, NOW))),
      { numRuns: 500 },
    )
  })

  test('[PSH-1] a plain string is an item with text; null members count as absent', () => {
    expect(itemObject('x')).toEqual({ text: 'x' })
    expect(itemObject({ text: 'x', channel: null } as never)).toEqual({ text: 'x' })
  })
})
