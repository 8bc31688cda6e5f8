import { describe, expect, it } from 'vitest'
import { nextLine } from '../../../src/ingest/read/csv/csv-quotes.js'

describe('the next line', () => {
  it.each(['\n', '\r', '\r\n', '\n\r', '\r\r'])('begins after %j, wherever that stands', (lineEnd) => {
    for (let place = 4_080; place < 4_110; place += 1) {
      const bytes = Buffer.from(`${'x'.repeat(place)}${lineEnd}yy${lineEnd}`)
      const length = lineEnd === '\r\n' ? 2 : 1
      for (const at of [0, 3, place]) expect(nextLine(bytes, at)).toBe(place + length)
      expect(nextLine(bytes, place + lineEnd.length)).toBe(place + lineEnd.length + 2 + length)
    }
  })

  it('there is none where no line ends', () => {
    expect(nextLine(Buffer.alloc(10_000, 'x'), 17)).toBe(10_000)
    expect(nextLine(Buffer.alloc(0), 0)).toBe(0)
  })
})
