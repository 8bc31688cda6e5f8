import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTime, parseTime, timeInOtherForm } from '../../src/contract/times.js'

describe('times', () => {
  test('what is written is read back to the millisecond', () => {
    const dates = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(fc.property(dates, (date) => parseTime(formatTime(date.getTime())) === date.getTime()))
    for (let ms = 0; ms < 1_000; ms += 1) expect(parseTime(formatTime(ms))).toBe(ms)
  })

  test.each([
    ['2026-02-03', Date.UTC(2026, 1, 3)],
    ['2026-02-03T04:05Z', Date.UTC(2026, 1, 3, 4, 5)],
    ['2026-02-03T04:05:06+02:00', Date.UTC(2026, 1, 3, 2, 5, 6)],
    ['2026-02-03T04:05:06-0530', Date.UTC(2026, 1, 3, 9, 35, 6)],
    ['2026-02-03T04:05:06.7Z', Date.UTC(2026, 1, 3, 4, 5, 6, 700)],
    ['2026-02-03T04:05:06.123456789Z', Date.UTC(2026, 1, 3, 4, 5, 6, 123)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('%s', (text, at) => {
    expect(parseTime(text)).toBe(at)
  })

  test.each([
    '',
    'now',
    '2026',
    '2026-02',
    '2026-2-3',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-02-03T04:05',
    '2026-02-03T04:05:06',
    '2026-02-03 04:05Z',
    '2026-02-03T24:00Z',
    '2026-02-03T04:60Z',
    '2026-02-03T04:05:60Z',
    '2026-02-03T04:05:06.Z',
    '2026-02-03T04:05Z ',
    '2026-02-03T04:05+99:99',
    '2026-02-03T04:05+24:00',
    '2026-02-03Z',
    '20260203',
    '1770091200000',
    '+012026-02-03',
    '2026-02-03T04:05z',
  ])('%j is none', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test('any text is judged without failing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)), (text) =>
        ['number', 'undefined'].includes(typeof parseTime(text)),
      ),
    )
  })

  test.each([
    ['2026-02-03 04:05:06', Date.UTC(2026, 1, 3, 4, 5, 6)],
    ['2026-02-03 04:05:06.789', Date.UTC(2026, 1, 3, 4, 5, 6, 789)],
    ['2026-02-03 04:05:06+02:00', Date.UTC(2026, 1, 3, 2, 5, 6)],
    ['2026-02-03 04:05:06 +0200', Date.UTC(2026, 1, 3, 2, 5, 6)],
    ['2026-02-03 04:05:06 UTC', Date.UTC(2026, 1, 3, 4, 5, 6)],
    ['2026-02-30 04:05:06', undefined],
    ['2026-02-03 04:05:06 CET', undefined],
    ['2026-02-03 in the morning', undefined],
  ])('as databases write it: %s', (text, at) => {
    expect(timeInOtherForm(text)).toBe(at)
  })
})
