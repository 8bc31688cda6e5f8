import { describe, expect, it } from 'vitest'
import { findDateOrder, readDate } from '../../../src/ingest/map/dates.js'
import { readId } from '../../../src/ingest/map/ids.js'
import { readLanguage } from '../../../src/ingest/map/language.js'
import { readRating } from '../../../src/ingest/map/rating.js'
import { findHeaderZone, findZoneClock } from '../../../src/ingest/map/time-zone.js'
import type { Cell } from '../../../src/ingest/read/table.js'

describe('ratings', () => {
  it.each<[Cell, number | undefined]>([
    ['4', 4],
    ['4/5', 4],
    ['8 / 10', 8],
    ['4,5', 4.5],
    ['4.5', 4.5],
    ['-1', -1],
    ['★★★★☆', 4],
    ['⭐️⭐️', 2],
    ['☆☆☆☆☆', undefined],
    ['5 stars', 5],
    ['3 out of 5', 3],
    ['80%', 80],
    [3.5, 3.5],
    [Number.POSITIVE_INFINITY, undefined],
    ['Good', undefined],
    ['4 or 5', undefined],
    ['1e999', undefined],
    ['', undefined],
  ])('%j is %s', (cell, rating) => expect(readRating(cell)).toBe(rating))
})

describe('languages', () => {
  it.each([
    ['en_US', 'en-US'],
    ['EN', 'en'],
    ['pt-br', 'pt-BR'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
    ['de_DE.UTF-8', 'de-DE'],
    ['German', 'de'],
    ['Deutsch', 'de'],
    ['français', 'fr'],
    ['English', 'en'],
    ['n/a', undefined],
    ['unknown', undefined],
    ['1', undefined],
    ['', undefined],
  ])('%j is %s', (text, tag) => expect(readLanguage(text)).toBe(tag))
})

describe('ids', () => {
  it.each([
    '007',
    '12345678901234567890',
    '1e5',
    '1.0',
    'TRUE',
    '-0',
    '\u00a0x ',
    'e\u0301',
    'é',
    '2f1c6b1e-9d55-4c0e-8f6e-0a6f5b1f7c11',
    'FEB-12A',
    '1-1',
  ])('%j stays as it is (B9)', (id) => expect(readId(id)).toEqual({ kind: 'id', id }))
  it.each<Cell>([
    '5.70306E+17',
    '5,70306E+17',
    '1E+05',
    '########',
    '#N/A',
    '#REF!',
    '1-Feb',
    'Feb-01',
    { date: '2025-02-01' },
    { fault: '#N/A' },
  ])('%j was damaged by a spreadsheet', (cell) => expect(readId(cell)).toEqual({ kind: 'damaged' }))
  it.each<Cell>(['', '  ', undefined])('%j is none', (cell) => expect(readId(cell)).toEqual({ kind: 'missing' }))
  it.each([
    [0, '0'],
    [-7, '-7'],
    [999_999_999_999_999, '999999999999999'],
    [-999_999_999_999_999, '-999999999999999'],
    [10 ** 15, undefined],
    [10 ** 15 + 2, undefined],
    [2 ** 53 - 2, undefined],
    [2 ** 53, undefined],
    [2 ** 53 + 2, undefined],
    [5.70306e17, undefined],
    [-(10 ** 15), undefined],
  ])('the number %d is %s: 15 digits survive in a spreadsheet (B10)', (value, id) => {
    const read = readId(value)
    if (id !== undefined) expect(read).toEqual({ kind: 'id', id })
    else expect(read).toMatchObject({ kind: 'refused', reason: expect.stringContaining('format the column as text') })
  })
})

describe('dates', () => {
  const at = (text: string, order: 'dmy' | 'mdy' | 'ymd' = 'dmy', zone?: string) =>
    readDate(text, { order, ...(zone ? { clock: findZoneClock(zone)! } : {}) })

  it.each([
    ['24-02-2015 11:35', '2015-02-24T11:35:00.000Z'],
    ['24.2.2015', '2015-02-24'],
    ['24/02/15 11:35:09', '2015-02-24T11:35:09.000Z'],
    ['2015-02-24', '2015-02-24'],
    ['2015-02-24T11:35:00.1239Z', '2015-02-24T11:35:00.123Z'],
    ['2015-02-24 11:35:00+05:30', '2015-02-24T06:05:00.000Z'],
    ['2015-02-24 11:35:00 -0800', '2015-02-24T19:35:00.000Z'],
    ['2015-02-24 11:35 UTC', '2015-02-24T11:35:00.000Z'],
    ['2015/2/4 1:05 pm', '2015-02-04T13:05:00.000Z'],
    ['2015/2/4 1:05:00 PM MEZ', '2015-02-04T12:05:00.000Z'],
    ['2015-02-04 11:05 PDT', '2015-02-04T18:05:00.000Z'],
    ['2015-02-04 11:05 NOON', undefined],
    ['20150224T113500Z', '2015-02-24T11:35:00.000Z'],
    ['20150224', '2015-02-24'],
    ['24 Feb 2015', '2015-02-24'],
    ['Tuesday, February 24th, 2015 11:35 AM', '2015-02-24T11:35:00.000Z'],
    ['3rd March 2015, 12:00 am', '2015-03-03T00:00:00.000Z'],
    ['12:00', undefined],
    ['31-02-2015', undefined],
    ['24-13-2015', undefined],
    ['24-02-2015 25:00', undefined],
    ['2015-02-28T24:00:00Z', '2015-03-01T00:00:00.000Z'],
    ['2015-02-28T24:00:00', '2015-03-01T00:00:00.000Z'],
    ['2015-02-28T24:00:01Z', undefined],
    ['2015-02-24T11:35:00+14:00', '2015-02-23T21:35:00.000Z'],
    ['2015-02-24T11:35:00+14:01', undefined],
    ['2015-02-24T11:35:00+99:00', undefined],
    ['2015-02-24T11:35:00-01:60', undefined],
    ['24-02-2015 13:00 pm', undefined],
    ['yesterday', undefined],
    ['42059.4826', '2015-02-24T11:34:57.000Z'],
    ['5', undefined],
    ['', undefined],
  ])('%j is %s, day first', (text, iso) => expect(at(text)).toBe(iso))

  it('follows the order asked for', () => {
    expect(at('02/03/2015', 'mdy')).toBe('2015-02-03')
    expect(at('02/03/2015', 'dmy')).toBe('2015-03-02')
    expect(at('15/03/02', 'ymd')).toBe('2015-03-02')
    expect(at('2015-02-03', 'mdy')).toBe('2015-02-03')
  })

  it('puts dates without a zone into the zone asked for, over changes of the clock', () => {
    expect(at('2015-02-24 11:35', 'dmy', 'America/New_York')).toBe('2015-02-24T16:35:00.000Z')
    expect(at('2015-07-24 11:35', 'dmy', 'America/New_York')).toBe('2015-07-24T15:35:00.000Z')
    expect(at('2015-02-24', 'dmy', 'Asia/Kolkata')).toBe('2015-02-23T18:30:00.000Z')
    expect(at('2015-02-24T11:35:00Z', 'dmy', 'Asia/Kolkata')).toBe('2015-02-24T11:35:00.000Z')
    expect(at('29.03.2015 01:59', 'dmy', 'Europe/Berlin')).toBe('2015-03-29T00:59:00.000Z')
    expect(at('29.03.2015 03:00', 'dmy', 'Europe/Berlin')).toBe('2015-03-29T01:00:00.000Z')
    expect(at('25.10.2015 03:00', 'dmy', 'Europe/Berlin')).toBe('2015-10-25T02:00:00.000Z')
    expect(findZoneClock('Mars/Olympus')).toBeUndefined()
  })

  it('agrees with the zone at every hour of a year', () => {
    const clock = findZoneClock('Pacific/Auckland')!
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const wrong: string[] = []
    for (let local = Date.UTC(2025, 0, 1); local < Date.UTC(2026, 0, 1); local += 3_600_000) {
      const wall = new Date(local).toISOString().slice(0, 19).replace('T', ' ')
      if (format.format(clock(local)) !== wall) wrong.push(wall)
    }
    expect(wrong).toEqual(['2025-09-28 02:00:00'])
  })

  it('reads numbers as days in spreadsheets only', () => {
    expect(readDate(42059, { order: 'dmy', dateSystem: 1900 })).toBe('2015-02-24')
    expect(readDate(42059, { order: 'dmy' })).toBeUndefined()
    expect(readDate({ date: '2015-02-24T11:35:00' }, { order: 'dmy', dateSystem: 1900 })).toBe(
      '2015-02-24T11:35:00.000Z',
    )
  })

  it.each<[Cell[], string, boolean]>([
    [['01/02/2015', '24/02/2015'], 'dmy', false],
    [['01/02/2015', '02/24/2015'], 'mdy', false],
    [['24/02/2015', '02/24/2015', '02/25/2015'], 'mdy', true],
    [['01/02/2015', '03/04/2015'], 'dmy', true],
    [['02/02/2015'], 'dmy', false],
    [['2015-02-01', '2015-03-04'], 'dmy', false],
    [[undefined, 5, ''], 'dmy', false],
  ])('the order of %j is %s, ambiguous: %s', (cells, order, ambiguous) => {
    expect(findDateOrder(cells)).toEqual({ order, ambiguous })
  })
})

describe('a zone in the header of the dates', () => {
  const winter = Date.UTC(2026, 0, 5, 12)
  it.each([
    ['Created at (America/New_York)', 5],
    ['Conversation started at (UTC)', 0],
    ['Date [Europe/Berlin]', -1],
    ['Created (UTC+02:00)', -2],
    ['Created (GMT -5)', 5],
    ['Timestamp (CET)', -1],
    ['Zeitpunkt (MEZ)', -1],
  ])('%s: its dates are that far from UTC: %s h', (header, hours) => {
    const found = findHeaderZone(header)
    expect(findZoneClock((found as { zone: string }).zone)!(winter)).toBe(winter + hours * 3_600_000)
  })

  it.each(['Created at', 'Created at (MM/DD/YYYY)', 'Date (Date/Time)', 'Date (ISO)', 'Created (of ticket)'])(
    '%s names none',
    (header) => expect(findHeaderZone(header)).toBeUndefined(),
  )

  it.each(['Created at (America/Nowhere)', 'Created at (CST)'])('%s: one that cannot be told', (header) => {
    expect(findHeaderZone(header)).toHaveProperty('unknown')
  })
})
