import { expect, test } from 'vitest'
import { earlierText, foldPeriods } from '../../emulator/dashboard/web/period-lines.js'

test('[ANA-11] the periods of a source say how many items came before those shown', () => {
  const keys = ['2025-11', '2025-12', '2026-01', '2026-02']
  const analyses = [0, 2, 0, 1].map((item_count) => ({ item_count })) as unknown as Parameters<typeof foldPeriods>[1]
  const lines = foldPeriods(keys, analyses)
  expect(lines.map(({ key }) => key)).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(earlierText(3, lines)).toBeUndefined()
  expect(earlierText(4, lines)).toBe('1 item is in earlier periods.')
  expect(earlierText(1_003, lines)).toBe('1,000 items are in earlier periods.')
})
