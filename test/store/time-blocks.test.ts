import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumns, pushItem } from '../../emulator/store/items/columns.js'
import { createTimeBlocks } from '../../emulator/store/items/time-blocks.js'
import { sampleItem } from './sample.js'

/** More than two blocks. */
const MOST = 2_500

test('a time is found where looking at every record finds it, those that came since included', () => {
  const times = fc.array(fc.nat(MOST), { minLength: 0, maxLength: MOST, size: 'max' })
  fc.assert(
    fc.property(times, times, fc.nat(MOST), fc.nat(40), fc.nat(MOST), (first, later, since, width, from) => {
      const columns = createColumns()
      const blocks = createTimeBlocks(columns)
      for (const more of [first.sort((left, right) => left - right), later]) {
        for (const at of more) pushItem(columns, sampleItem(columns.count + 1, { occurredAt: at }), 0, 1)
        const all = [...columns.occurredAt.subarray(0, columns.count)]
        const found = all.findIndex((at, record) => record >= from && at >= since && at < since + width)
        expect(blocks.find(since, since + width, from)).toBe(found === -1 ? columns.count : found)
      }
    }),
    { numRuns: 10 },
  )
})
