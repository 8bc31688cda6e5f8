import { describe, expect, it } from 'vitest'
import { clockAt, timeOf } from '../../../emulator/rules/clock.js'
import { parseDuration } from '../../../src/base/durations.js'

const PROCESS = 1_000_000

describe("an organisation's clock", () => {
  it('stands still when frozen, and runs with the process otherwise', () => {
    expect([timeOf({ mode: 'frozen', now: 5 }, PROCESS), timeOf({ mode: 'frozen', now: 5 }, PROCESS + 9)]).toEqual([
      5, 5,
    ])
    const ahead = { mode: 'real', offsetMs: 50 } as const
    expect([timeOf(ahead, PROCESS), timeOf(ahead, PROCESS + 9)]).toEqual([PROCESS + 50, PROCESS + 59])
  })

  it.each([
    { mode: 'frozen', now: 5 },
    { mode: 'real', offsetMs: -3 },
  ] as const)('set to a moment it shows that moment, and stays $mode', (clock) => {
    const moved = clockAt(clock, 77_777, PROCESS)
    expect([moved.mode, timeOf(moved, PROCESS)]).toEqual([clock.mode, 77_777])
  })
})

describe('durations', () => {
  it.each([
    ['90s', 90_000],
    ['6m', 360_000],
    ['24h', 86_400_000],
    ['2d', 172_800_000],
    ['1h 30m', 5_400_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1_500],
    ['250ms', 250],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['', ' ', '6', 'm', '-6m', 'six minutes', 'NaNs', '1e999d', 'Infinityh', 'null', '{}'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )
})
