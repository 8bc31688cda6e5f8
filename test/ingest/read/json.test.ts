import { describe, expect, it } from 'vitest'
import { readRows } from '../model/rows.js'

const ITEM = { text: 'hello', external_id: 'x-1', rating: 5 }

describe('reading NDJSON', () => {
  const read = (text: string, chunkSize?: number) => readRows(text, { path: 'a.ndjson' }, chunkSize)

  it.each([1, 5, 1_000])('reads strings and objects, a line each, in chunks of %i bytes', async (chunkSize) => {
    const { rows, columns } = await read(
      `${JSON.stringify(ITEM)}\r\n\n"a string\\nof two lines"\n{"text":"no newline","note":"x"}`,
      chunkSize,
    )
    expect(rows.map(({ row, cells }) => [row, cells[0], cells[columns.indexOf('rating')]])).toEqual([
      [1, 'hello', 5],
      [3, 'a string\nof two lines', undefined],
      [4, 'no newline', undefined],
    ])
  })

  it('keeps a member that is rare in a column of its own', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => JSON.stringify({ text: `t${index}` }))
    const { rows, columns } = await read([...lines, '{"text":"last","channel":"web"}'].join('\n'))
    expect(rows.at(-1)!.cells[columns.indexOf('channel')]).toBe('web')
  })

  it('refuses a line that is no item, and it alone', async () => {
    const { rows, faults } = await read('{"text":"a"\n[1]\nnull\n42\n{"text":"sound"}\n')
    expect(faults.map((fault) => fault.slice(0, 17))).toEqual([
      '1: not valid JSON',
      '2: neither a stri',
      '3: neither a stri',
      '4: neither a stri',
    ])
    expect(rows.at(-1)).toMatchObject({ row: 5, cells: expect.arrayContaining(['sound']) })
  })

  it('refuses an item that names a member twice, of which the last would silently count', async () => {
    const nested = '{"text":"a","meta":{"text":1,"b":[{"c":1},{"c":2}]},"rating":1}'
    const { faults } = await read(`{"text":"a","rating":1,"te\\u0078t" : "b"}\n${nested}\n{"text":"\\"text\\":\\\\"}\n`)
    expect(faults).toEqual(['1: names "text" more than once, and only one of them could be pushed'])
    const array = await readRows(`["x,y",${nested},{"a":1,"text":"b","a":2}]`, { path: 'a.json' })
    expect(array.faults).toEqual(['3: names "a" more than once, and only one of them could be pushed'])
  })

  it('never takes a member from a prototype (B8)', async () => {
    const { rows, columns } = await read('{"__proto__":{"text":"evil"},"constructor":"c"}\n')
    expect(rows[0]!.cells[0]).toBeUndefined()
    expect(rows[0]!.cells[columns.indexOf('constructor')]).toBe('c')
  })

  it('skips a line of many megabytes without keeping it', async () => {
    const { rows, faults } = await read(`"a"\n"${'x'.repeat(9_000_000)}"\n"b"\n`)
    expect(faults[0]).toContain('2: the line is longer')
    expect(rows.map(({ cells }) => cells[0])).toEqual(['a', '', 'b'])
  })
})

describe('reading a JSON array', () => {
  it('reads strings and objects; rows count from 1', async () => {
    const { rows } = await readRows(JSON.stringify(['one', ITEM, 7], null, 2), { path: 'a.json' })
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [1, 'one'],
      [2, 'hello'],
      [3, '7'],
    ])
    expect(rows[2]!.fault).toBeDefined()
  })

  it('refuses what is no array, no JSON, or nothing', async () => {
    for (const name of ['a.json', 'a.csv'])
      expect((await readRows('[{"text":"one"}]', { path: name })).rows).toHaveLength(1)
    await expect(readRows('[1,', { path: 'a.json' })).rejects.toThrow('not valid JSON')
    await expect(readRows('{"a":1}', { path: 'a.json', format: 'json' })).rejects.toThrow('not a list of items')
    await expect(readRows('', { path: 'a.json', format: 'json' })).rejects.toThrow('empty')
  })
})

describe('a file that was cut off is refused, with the place', () => {
  const items = '[\n  {"text":"one"},\n  {"text":"two, \\"so\\"","rating":1.5e3,"tags":[true]}\n]'
  const lines = '{"text":"one"}\n"two"\n{"text":"three","rating":12}'

  it.each(['a.json', '-', 'a.txt', 'a.csv'])('%s: a list, wherever it ends', async (path) => {
    for (let end = items.indexOf('{') + 3; end < items.length; end += 1) {
      const text = items.slice(0, end)
      const place = `(line ${text.split('\n').length}, column ${end - text.lastIndexOf('\n')})`
      await expect(readRows(text, { path }), text).rejects.toMatchObject({
        message: expect.stringMatching(/^not valid JSON: it ends inside (a list|an object|a string|a value) /),
        hint: expect.stringContaining('cut off'),
      })
      await expect(readRows(text, { path }), text).rejects.toThrow(place)
    }
  })

  it('NDJSON but for its last line, whose fault says where it ends', async () => {
    for (let end = lines.lastIndexOf('{') + 1; end < lines.length; end += 1) {
      const { rows } = await readRows(lines.slice(0, end), { path: 'a.ndjson' })
      expect(rows).toHaveLength(3)
      expect(JSON.stringify(rows.at(-1))).toMatch(/it ends inside (an object|a string|a value) \(column \d+\)/)
    }
  })

  it.each([
    ['[1 2]', 'unexpected 2 (line 1, column 4)'],
    ['[\n{"a":x}]', 'unexpected x (line 2, column 6)'],
    ['[{"a":1,}]', 'unexpected } (line 1, column 9)'],
    ['["a\nb"]', 'a line break or control character inside a string (line 1, column 4)'],
    ['["\\x"]', 'unknown escape \\x (line 1, column 3)'],
    ['[1}', 'unexpected } (line 1, column 3)'],
    ['["a"] "b"', 'unexpected "b" (line 1, column 7)'],
  ])('%j is no JSON, but not cut off', async (text, why) => {
    const refusal = { message: `not valid JSON: ${why}`, hint: undefined }
    await expect(readRows(text, { path: 'a.json', format: 'json' })).rejects.toMatchObject(refusal)
  })
})

describe('reading plain text', () => {
  it.each(['\n', '\r\n', '\r'])('takes a line an item with line end %j, blank ones left out', async (newline) => {
    const { rows } = await readRows(['one, two', '', '  ', 'three "four'].join(newline), { path: 'a.txt' })
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [1, 'one, two'],
      [4, 'three "four'],
    ])
  })
})

describe('formats by content', () => {
  const cases: [string, string, string[]][] = [
    ['-', 'just a line, with commas\nanother, one\n', ['text']],
    ['-', 'id,review\n1,good\n', ['id', 'review']],
    ['unicode.txt', 'Review\tRating\ngood\t5\n', ['Review', 'Rating']],
    ['-', '["a","b"]', ['text']],
  ]
  it.each(cases)('%s holding %j has the columns %j', async (path, text, columns) => {
    expect((await readRows(text, { path })).columns).toEqual(columns)
  })

  it.each(['a.xlsb', 'a.ods', 'a.xlsx'])('%s of a line of text is refused', async (path) => {
    await expect(readRows('x', { path })).rejects.toMatchObject({ hint: 'is it another format? See --format' })
  })
})
