import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRequest, type Layer, unlimitedReport, type Window } from '../../../emulator/rules/rate-windows.js'

const NOW = Date.parse('2026-03-02T09:00:00.250Z')
const layer = (limit: number, now: number, window?: Window): Layer => ({ name: 'key', limit, now, window })

describe('rate windows', () => {
  it('[RAT-5, RAT-6, RAT-7, RAT-8] any requests at any times end as a model of fixed windows ends', () => {
    const gaps = fc.array(fc.oneof(fc.nat(3_000), fc.constantFrom(0, 59_999, 60_000, 60_001)), { maxLength: 80 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), gaps, (limit, times) => {
        let [now, start, count] = [NOW, Number.NEGATIVE_INFINITY, 0]
        let window: Window | undefined
        for (const gap of times) {
          now += gap
          if (now >= start + 60_000) [start, count] = [now, 0]
          const verdict = countRequest([layer(limit, now, window)])
          expect(verdict.allowed).toBe(count < limit)
          expect(verdict.report.resetAtSeconds).toBe(Math.ceil((start + 60_000) / 1_000))
          if (verdict.allowed) {
            count += 1
            window = verdict.windows[0]
          } else {
            const later = now + verdict.retryAfterSeconds * 1_000
            expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1)
            expect(countRequest([layer(limit, later, window)]).allowed, 'Retry-After is enough').toBe(true)
            expect(later - (start + 60_000), 'and exact to the second').toBeLessThan(1_000)
          }
          expect(verdict.report.remaining).toBe(limit - count)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('a request counts in every layer or, refused, in none', () => {
    const verdict = countRequest([layer(2, NOW, { startedAt: NOW - 5, count: 1 }), layer(9, NOW)])
    expect(verdict).toMatchObject({
      allowed: true,
      windows: [
        { startedAt: NOW - 5, count: 2 },
        { startedAt: NOW, count: 1 },
      ],
    })
    expect(countRequest([layer(2, NOW, { startedAt: NOW, count: 2 }), layer(9, NOW)])).not.toHaveProperty('windows')
  })

  it('[RAT-10] what is reported is the layer with the fewest left; among equals the first', () => {
    const report = (...left: number[]) =>
      countRequest(left.map((each, index) => layer(100 + index, NOW, { startedAt: NOW, count: 99 + index - each })))
        .report
    expect(report(5, 3, 4)).toMatchObject({ limit: 101, remaining: 3 })
    expect(report(3, 3, 3)).toMatchObject({ limit: 100, remaining: 3 })
  })

  it('a 429 reports the exhausted layer whose window ends last', () => {
    const full = (startedAt: number, limit: number) => layer(limit, NOW, { startedAt, count: limit })
    const verdict = countRequest([full(NOW - 50_000, 7), full(NOW - 10_000, 8), layer(9, NOW)])
    expect(verdict).toMatchObject({ allowed: false, report: { limit: 8, remaining: 0 }, retryAfterSeconds: 50 })
  })

  it('a clock that was set back does not lock anybody out', () => {
    expect(countRequest([layer(1, NOW, { startedAt: NOW + 3_600_000, count: 1 })]).allowed).toBe(true)
  })

  it('a limit that was lowered below the count leaves nothing, not less', () => {
    const verdict = countRequest([layer(3, NOW, { startedAt: NOW, count: 50 })])
    expect(verdict).toMatchObject({ allowed: false, report: { limit: 3, remaining: 0 } })
  })

  it('while limits are off nothing is used up', () => {
    expect(unlimitedReport(60, NOW)).toEqual({
      limit: 60,
      remaining: 60,
      resetAtSeconds: Math.ceil((NOW + 60_000) / 1_000),
    })
  })
})
