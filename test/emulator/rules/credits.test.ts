import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apsOf, currentAccount, monthEnd, monthStart, tokensOf, withinQuota } from '../../../emulator/rules/credits.js'

describe('credits', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['é', 1],
    ['ééé', 2],
    ['😀', 1],
    ['😀a', 2],
    ['x'.repeat(10_000), 2_500],
  ])('%j has %i tokens: its UTF-8 bytes by four, rounded up', (text, tokens) => {
    expect(tokensOf(text)).toBe(tokens)
  })

  it.each([
    [0, 0],
    [1, 0.001],
    [999, 0.999],
    [1_000, 1],
    [10_000_000, 10_000],
  ])('%i tokens are %f APS', (tokens, aps) => {
    expect(apsOf(tokens)).toBe(aps)
  })

  it.each([
    ['2026-03-02T09:00:00Z', '2026-03-01', '2026-04-01'],
    ['2026-03-01T00:00:00Z', '2026-03-01', '2026-04-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
    ['2028-02-29T12:00:00Z', '2028-02-01', '2028-03-01'],
    ['2038-01-19T03:14:08Z', '2038-01-01', '2038-02-01'],
  ])('the month of %s begins on %s and ends on %s (UTC)', (now, start, end) => {
    expect([monthStart(Date.parse(now)), monthEnd(Date.parse(now))]).toEqual([Date.parse(start), Date.parse(end)])
  })

  it('a new month begins at zero, an earlier one never comes back', () => {
    const march = { periodStart: Date.parse('2026-03-01'), usedTokens: 7 }
    expect(currentAccount(march, Date.parse('2026-03-31T23:59:59.999Z'))).toBe(march)
    expect(currentAccount(march, Date.parse('2026-04-01'))).toEqual({
      periodStart: Date.parse('2026-04-01'),
      usedTokens: 0,
    })
    expect(currentAccount(march, Date.parse('2026-02-28'))).toBe(march)
  })

  it('[APS-2] a quota can be used up to its last token, whatever its fraction, and not beyond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 0, max: 20_000_000 }), (quota, used) => {
        const account = { periodStart: 0, usedTokens: Math.min(used, quota) }
        const left = quota - account.usedTokens
        expect(withinQuota(account, left, quota / 1_000)).toBe(true)
        expect(withinQuota(account, left + 1, quota / 1_000)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
    expect(withinQuota({ periodStart: 0, usedTokens: 10 ** 12 }, 10 ** 12, null), 'the free plan').toBe(true)
  })
})
