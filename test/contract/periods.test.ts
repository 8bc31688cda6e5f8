import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastPeriods, type PeriodKind, parsePeriodKey, periodAt } from '../../src/contract/periods.js'
import { formatTime, parseTime } from '../../src/contract/times.js'

const DAY_MS = 86_400_000
const KINDS: PeriodKind[] = ['weekly', 'monthly', 'quarterly']
const kind = fc.constantFrom(...KINDS)
const FIRST = parseTime('0100-01-10')!
const LAST = parseTime('9999-12-20')!
const moment = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc.integer({ min: parseTime('2024-01-01')!, max: parseTime('2030-01-01')! }),
  // Years' ends, where weeks and years part.
  fc
    .tuple(fc.integer({ min: 101, max: 9998 }), fc.integer({ min: -8 * DAY_MS, max: 8 * DAY_MS }))
    .map(([year, offset]) => parseTime(`${String(year).padStart(4, '0')}-01-01`)! + offset),
)

/** The key by the words of ISO 8601: week 1 holds the year's first Thursday; found by counting days one by one. */
function modelKey(which: PeriodKind, at: number): string {
  const [year, month] = formatTime(at).split('-') as [string, string]
  if (which === 'monthly') return `${year}-${month}`
  if (which === 'quarterly') return `${year}-Q${Math.ceil(Number(month) / 3)}`
  let thursday = at
  const weekday = (day: number) => new Date(day).getUTCDay() || 7
  while (weekday(thursday) !== 4) thursday += weekday(thursday) < 4 ? DAY_MS : -DAY_MS
  const ofYear = formatTime(thursday).slice(0, 4)
  let week = 1
  for (let day = thursday - 7 * DAY_MS; formatTime(day).slice(0, 4) === ofYear; day -= 7 * DAY_MS) week += 1
  return `${ofYear}-W${String(week).padStart(2, '0')}`
}

describe('periods', () => {
  it('the last periods lie one behind the other, that of the moment first', () => {
    fc.assert(
      fc.property(kind, moment, (which, at) => {
        const [first, ...others] = lastPeriods(which, at, 4)
        expect(first).toEqual(periodAt(which, at))
        expect(others.map(({ endAt }) => endAt)).toEqual([first!, ...others].slice(0, -1).map(({ startAt }) => startAt))
      }),
    )
    expect(lastPeriods('quarterly', parseTime('2026-02-03')!, 3).map(({ key }) => key)).toEqual([
      '2026-Q1',
      '2025-Q4',
      '2025-Q3',
    ])
  })

  it.each([
    ['weekly', '2026-03-02', '2026-W10'],
    ['weekly', '2026-03-01', '2026-W09'],
    ['weekly', '2027-01-03', '2026-W53'],
    ['weekly', '2027-01-04', '2027-W01'],
    ['weekly', '2024-12-30', '2025-W01'],
    ['weekly', '2023-01-01', '2022-W52'],
    ['weekly', '2020-12-31', '2020-W53'],
    ['weekly', '9999-12-31', '9999-W52'],
    ['monthly', '2024-02-29', '2024-02'],
    ['monthly', '2026-12-31', '2026-12'],
    ['quarterly', '2026-03-31', '2026-Q1'],
    ['quarterly', '2026-04-01', '2026-Q2'],
    ['quarterly', '2025-12-31', '2025-Q4'],
  ] as const)('[PSH-3] %s: %s lies in %s', (which, day, key) => {
    expect(periodAt(which, parseTime(day)!).key).toBe(key)
    expect(periodAt(which, parseTime(day)! + DAY_MS - 1).key).toBe(key)
  })

  it('keys are those of the calendar, for weeks those of ISO 8601', () => {
    fc.assert(
      fc.property(kind, moment, (which, at) => {
        expect(periodAt(which, at).key).toBe(modelKey(which, at))
      }),
      { numRuns: 400 },
    )
  })

  it('each moment lies in one period, which the next one follows without a gap; keys name them again', () => {
    fc.assert(
      fc.property(kind, moment, (which, at) => {
        const period = periodAt(which, at)
        expect(period.startAt <= at && at < period.endAt).toBe(true)
        expect(period.startAt % DAY_MS === 0 && period.endAt % DAY_MS === 0).toBe(true)
        expect(periodAt(which, period.startAt)).toEqual(period)
        expect(periodAt(which, period.endAt - 1)).toEqual(period)
        expect(periodAt(which, period.endAt).startAt).toBe(period.endAt)
        expect(parsePeriodKey(period.key)).toEqual(period)
      }),
      { numRuns: 400 },
    )
  })

  it('keys sort as their periods follow each other', () => {
    fc.assert(
      fc.property(kind, moment, moment, (which, one, other) => {
        const [first, second] = [periodAt(which, Math.min(one, other)), periodAt(which, Math.max(one, other))]
        expect(first.key <= second.key).toBe(true)
        expect(first.key === second.key).toBe(first.startAt === second.startAt)
      }),
    )
  })

  it.each([
    '',
    'nonsense',
    '2026',
    '2026-W00',
    '2026-W54',
    '2025-W53',
    '2026-00',
    '2026-13',
    '2026-Q0',
    '2026-Q5',
    '2026-W8',
    '2026-w08',
    '2026-2',
    '26-02',
    ' 2026-02',
    '2026-02-01',
    '２０２６-02',
  ])('there is no period %j', (key) => {
    expect(parsePeriodKey(key)).toBeUndefined()
  })

  it('years have 53 weeks where their first or last day is a Thursday', () => {
    for (let year = 1800; year <= 2400; year += 1) {
      const weekday = (day: string) => new Date(parseTime(`${year}-${day}`)!).getUTCDay()
      expect([year, parsePeriodKey(`${year}-W53`) !== undefined]).toEqual([
        year,
        weekday('01-01') === 4 || weekday('12-31') === 4,
      ])
    }
  })
})
