import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { readRows } from '../model/rows.js'

/** The long runs take minutes. */
const SOAK_TIMEOUT_MS = 3_600_000
const RUNS = process.env.INPK_SOAK ? 100_000 : 500

const character = fc.constantFrom(
  'a',
  'b',
  'ü',
  '😀',
  ' ',
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '0',
  '|',
  "'",
  '\u2028',
)
const cell = fc.array(character, { maxLength: 8 }).map((parts) => parts.join(''))
const table = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 12 }))
  .chain(([width, height]) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
  )

const file = fc.record({
  table,
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  lastNewline: fc.boolean(),
  chunkSize: fc.constantFrom(1, 2, 5, 17, 1_000),
})

const isBlank = (row: readonly unknown[]) => row.every((value) => String(value).trim() === '')

describe('CSV against PapaParse', () => {
  it(
    'reads every sound file as PapaParse does',
    async () => {
      await fc.assert(
        fc.asyncProperty(file, async ({ table: body, delimiter, newline, quoteAll, lastNewline, chunkSize }) => {
          const width = body[0]?.length ?? 1
          const headers = Array.from({ length: width }, (_, index) => `h${index}`)
          const quote = (value: string) =>
            quoteAll || /["\n\r,;\t|]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
          const lines = [headers, ...body].map((row) => row.map(quote).join(delimiter))
          const text = lines.join(newline) + (lastNewline ? newline : '')
          const theirs = Papa.parse<string[]>(text, { delimiter, newline }).data.slice(1)
          const ours = await readRows(text, { delimiter }, chunkSize)
          expect(ours.faults).toEqual([])
          expect(ours.rows.map(({ cells }) => [...cells])).toEqual(theirs.filter((row) => !isBlank(row)))
          expect(ours.columns).toEqual(headers)
        }),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )

  it(
    'loses no line of a file with quotes thrown in anywhere',
    async () => {
      const messy = fc.array(fc.constantFrom('a', '"', ',', '\n', ' ', '""'), { maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(messy, fc.constantFrom(1, 3, 1_000), async (parts, chunkSize) => {
          const body = parts.map((part, index) => (part === 'a' ? `m${index}.` : part)).join('')
          const read = await readRows(`h1,h2\n${body}\n`, { delimiter: ',' }, chunkSize)
          const seen = read.rows.flatMap(({ cells }) => cells).join('\n')
          const lost = (body.match(/m\d+\./g) ?? []).filter((mark) => !seen.includes(mark))
          expect(lost).toEqual([])
        }),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )
})
