import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeRow, encodeRows } from '../../emulator/store/items/row.js'
import { encodeLine } from '../../emulator/store/line.js'
import type { StoredItem } from '../../emulator/store/types.js'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\ud800', '\n'),
)
const item = fc.record(
  {
    id: fc.nat(),
    sourceId: fc.nat(),
    fieldId: fc.nat(),
    text,
    externalId: fc.option(text),
    customerId: fc.option(text),
    rating: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    occurredAt: fc.option(fc.integer()),
    sourceReference: fc.option(text),
  },
  { requiredKeys: ['id', 'sourceId', 'fieldId', 'text'] },
) as fc.Arbitrary<StoredItem>

it('items become the lines that JSON.stringify makes of them, however many come at once', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), fc.integer({ min: 1, max: 3_000 }), (few, times) => {
      const items = few.flatMap((each) => Array.from({ length: few.length > 3 ? 1 : times }, () => each))
      expect(encodeRows(items).equals(Buffer.concat(items.map((each) => encodeLine(JSON.stringify(each)))))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

it('an item is read as it was written', () => {
  fc.assert(
    fc.property(item, (written) => {
      const line = encodeRows([written])
      expect(decodeRow('rows', 0, line)).toEqual(JSON.parse(JSON.stringify(written)))
    }),
  )
})
