import { describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import type { PushOptions } from '../../src/ingest/index.js'
import { readDate } from '../../src/ingest/map/dates.js'
import { excelDate } from '../../src/ingest/read/excel-dates.js'
import { createMemoryDisk, memoryFile, push } from './model/memory.js'
import { readRows, soundCells } from './model/rows.js'
import { createService } from './model/service.js'
import { inline, workbook } from './model/workbook.js'

/** Pushes a file; what arrived, what was written down as rejected, and the summary. */
async function pushed(content: string | Uint8Array, options: Partial<PushOptions> = {}) {
  const path = options.path ?? 'a.csv'
  const disk = createMemoryDisk({ [path]: content })
  const service = createService()
  const summary = await push(disk, service, { externalId: 'none', ...options, path })
  return { summary, stored: service.stored, rejects: disk.rejects.get(`${path}.rejects.csv`) ?? '' }
}

const sheetOf = (rows: readonly (readonly unknown[])[]) => {
  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows as unknown[][]), 'S')
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

describe('bytes that are not UTF-8 (B4)', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const kinds: Record<string, number[][]> = {
    'a continuation byte alone': range(0x80, 0xbf).map((byte) => [byte]),
    'an overlong form': [
      ...range(0x80, 0xbf).flatMap((byte) =>
        byte % 4
          ? []
          : [
              [0xc0, byte],
              [0xc1, byte],
            ],
      ),
      ...range(0x80, 0x9f).map((byte) => [0xe0, byte, 0x80]),
      ...range(0x80, 0x8f).map((byte) => [0xf0, byte, 0x80, 0x80]),
    ],
    'a surrogate, as CESU-8 writes it': range(0xa0, 0xbf).map((byte) => [0xed, byte, 0x80]),
    'beyond the last character': range(0x90, 0xbf).map((byte) => [0xf4, byte, 0x80, 0x80]),
    'a byte that begins nothing': range(0xf5, 0xff).map((byte) => [byte]),
    'a sequence cut off': [
      ...range(0xc2, 0xdf).map((byte) => [byte]),
      ...range(0xe1, 0xec).map((byte) => [byte, 0x80]),
    ],
  }
  const good = 'id,text\n1,très bon\n2,✓ sound\n'

  it(`${Object.values(kinds).flat().length} vectors: each is a fault of its row, with the position of its byte; the others are read`, async () => {
    expect(Object.values(kinds).flat().length).toBeGreaterThanOrEqual(200)
    for (const [kind, vectors] of Object.entries(kinds)) {
      for (const bytes of vectors) {
        const content = Buffer.concat([Buffer.from(`${good}3,x`), Buffer.from(bytes), Buffer.from(' y\n4,fine\n')])
        const read = await readRows(content, { encoding: 'utf-8' })
        const about = `${kind} ${Buffer.from(bytes).toString('hex')}`
        expect(read.faults, about).toHaveLength(1)
        expect(read.faults[0], about).toMatch(
          new RegExp(
            `^4: byte 0x[0-9A-F]{2} at (${range(0, bytes.length)
              .map((more) => Buffer.byteLength(good) + 3 + more)
              .join('|')}) of the file is not UTF-8`,
          ),
        )
        expect(soundCells(read), about).toEqual([
          ['1', 'très bon'],
          ['2', '✓ sound'],
          ['4', 'fine'],
        ])
      }
    }
  })
})

describe('a quote that is never closed (B5, B6)', () => {
  it('is counted and told with its row where bad rows are skipped, and swallows nothing of the rest', async () => {
    const rest = Array.from({ length: 500 }, (_, row) => `${row + 3},text ${row}`)
    const { summary, stored, rejects } = await pushed(`id,text\n1,first\n2,"open\n${rest.join('\n')}\n`, {
      onInvalid: 'skip',
    })
    expect(summary).toMatchObject({ rows: 502, inserted: 501, rejected: 1, duplicates: 0 })
    expect(stored.map(({ text }) => text)).toEqual(['first', ...Array.from({ length: 500 }, (_, row) => `text ${row}`)])
    expect(rejects).toContain('3,"unclosed or misplaced quote; the row: 2,""open"')
    expect(summary.warnings).toContainEqual(expect.objectContaining({ count: 1, rows: [3] }))
  })

  it('stops the push before its first request where bad rows stop it', async () => {
    const disk = createMemoryDisk({ 'a.csv': 'id,text\n1,first\n2,"open\n3,last\n' })
    const service = createService()
    await expect(push(disk, service, { path: 'a.csv', onInvalid: 'stop' })).rejects.toMatchObject({ row: 3 })
    expect(service.pushes).toEqual([])
  })

  const SIZE = process.env.INPK_SOAK ? 200e6 : 8e6
  it(`before ${SIZE / 1e6} MB is warned after 2 MB of it, with its row, and no more of the file is held`, async () => {
    const head = Buffer.from('id,text\n1,"open\n')
    const row = `${'x'.repeat(98)},y\n`
    const block = Buffer.from(row.repeat(1_000))
    let sent = 0
    const file = {
      ...memoryFile('a.csv', head),
      size: SIZE,
      async *stream() {
        yield head
        for (; sent < SIZE; sent += block.length) yield block
      },
    }
    const { openTable } = await import('../../src/ingest/read/open-table.js')
    const { findReadSettings } = await import('../../src/ingest/read/read-settings.js')
    const survey = {
      sha256: '',
      gzip: false,
      head: Buffer.concat([head, block]),
      goodSequences: 0,
      badSequences: 0,
      notUtf8: head,
    }
    let warnedAfter = Number.POSITIVE_INFINITY
    let mostHeld = 0
    let faults = 0
    let rows = 0
    for await (const group of (await openTable(file, await findReadSettings({ path: 'a.csv' }, survey))).rows) {
      rows += group.length
      mostHeld = Math.max(mostHeld, sent - rows * row.length)
      for (const { row: number, fault } of group) {
        if (!fault) continue
        faults += 1
        warnedAfter = Math.min(warnedAfter, sent)
        expect(number).toBe(2)
      }
    }
    expect([faults, rows > SIZE / 110]).toEqual([1, true])
    expect(warnedAfter).toBeLessThan(2e6)
    expect(mostHeld).toBeLessThan(2e6)
  }, 120_000)
})

describe('odd CSV, each way with each line end (B7)', () => {
  /** The lines of a file, and the texts that arrive; the numbers are rows that are rejected. */
  const KINDS: Record<string, { lines: string[]; texts: string[]; rejected?: number[] }> = {
    'a row too short': { lines: ['text,a,b', 'one', 'two,1,2'], texts: ['one', 'two'] },
    'a row too long, with nothing in the cells too many': {
      lines: ['text,a', 'one,1,,', 'two,2'],
      texts: ['one', 'two'],
    },
    'a row too long': { lines: ['text,a', 'one,1', 'two,2,3,4', 'three,3'], texts: ['one', 'three'], rejected: [3] },
    'blank lines': { lines: ['', 'text,a', '', 'one,1', ' ', '', 'two,2', ''], texts: ['one', 'two'] },
    semicolons: { lines: ['text;a', 'one, and more;1', 'two;2'], texts: ['one, and more', 'two'] },
    tabs: { lines: ['text\ta', 'one; two, three\t1', 'four\t2'], texts: ['one; two, three', 'four'] },
    'a sep= line': { lines: ['sep=;', 'text;a', 'one,1;2'], texts: ['one,1'] },
    'a quoted sep= line': { lines: ['"sep=|"', 'text|a', 'one;2|1'], texts: ['one;2'] },
    'duplicate headers': { lines: ['text,note,note', 'one,1,2', 'two,3,4'], texts: ['one', 'two'] },
    'empty headers': { lines: ['text,,', 'one,1,2', 'two,3,4'], texts: ['one', 'two'] },
    'the same text header twice': { lines: ['text,text', 'one,1', 'two,2'], texts: ['one', 'two'] },
    'spaces before quotes': { lines: ['text,a', ' "one" here,1', 'two,2'], texts: [' "one" here', 'two'] },
    'quotes in mid-field': {
      lines: ['text,a', '5" and 6" pipes,1', 'say "hi",2'],
      texts: ['5" and 6" pipes', 'say "hi"'],
    },
    'doubled quotes': { lines: ['text,a', '"he said ""no""",1', '"""",2'], texts: ['he said "no"', '"'] },
    'text after a closing quote': { lines: ['text,a', '"one"more,1', 'two,2'], texts: ['"one"more', 'two'] },
    'a quote never closed': { lines: ['text,a', '"open,1', 'two,2'], texts: ['two'], rejected: [2] },
  }
  const ENDS: [string, (index: number) => string][] = [
    ['LF', () => '\n'],
    ['CR LF', () => '\r\n'],
    ['CR', () => '\r'],
    ['all of them mixed', (index) => ['\r\n', '\n', '\r'][index % 3]!],
  ]
  const joined = (lines: readonly string[], end: (index: number) => string) =>
    lines.map((line, index) => line + end(index)).join('')
  const vectors = Object.entries(KINDS).flatMap(([kind, vector]) =>
    ENDS.map(([name, end]) => ({ kind, name, end, ...vector })),
  )

  it('are more than sixty vectors', () => expect(vectors.length).toBeGreaterThanOrEqual(60))

  it.each(vectors)('$kind, $name', async ({ kind, lines, end, texts, rejected = [] }) => {
    const content = joined(lines, end)
    const { summary, stored, rejects } = await pushed(content)
    expect(stored.map(({ text }) => text)).toEqual(texts)
    expect(summary).toMatchObject({ rows: texts.length + rejected.length, rejected: rejected.length })
    for (const row of rejected) expect(rejects).toMatch(new RegExp(`^${row},`, 'm'))
    // The first of equal headers counts, with a warning.
    const warned = summary.warnings.some(({ kind }) => kind === 'duplicate_headers')
    expect(warned).toBe(kind === 'duplicate headers' || kind === 'the same text header twice')
  })
})

describe('headers that objects have (B8)', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'isPrototypeOf',
    '__defineGetter__',
    '__lookupSetter__',
    'toLocaleString',
    'propertyIsEnumerable',
  ]
  const files: Record<string, (name: string) => string | Uint8Array> = {
    'a.csv': (name) => `${name},n\nthe text,1\n`,
    'a.xlsx': (name) =>
      workbook({ sheets: { S: `<row>${inline(name)}${inline('n')}</row><row>${inline('the text')}</row>` } }),
    'a.ndjson': (name) => `{"${name}":"the text","n":1}\n`,
    'a.json': (name) => `[{"${name}":"the text","n":1}]`,
  }
  it.each(NAMES.flatMap((name) => Object.keys(files).map((path) => [name, path] as const)))(
    '%s in %s is an ordinary name',
    async (name, path) => {
      const { stored } = await pushed(files[path]!(name), { path, map: [`text=${name}`] })
      expect(stored).toEqual([{ text: 'the text', field: '7' }])
      expect(({} as { text?: string }).text).toBeUndefined()
    },
  )
})

describe('ids are kept byte for byte (B9)', () => {
  const shapes = [
    (n: number) => `00${n}`,
    (n: number) => `1234567890123456${1_000 + n}`,
    (n: number) => `${n}e5`,
    (n: number) => `${n}.0`,
    (n: number) => `2f1c6b1e-9d55-4c0e-8f6e-${String(n).padStart(12, '0')}`,
    (n: number) => `id\u00a0${n}`,
    (n: number) => `id ${n} `,
    (n: number) => ` id${n}`,
    (n: number) => `+${n}`,
    (n: number) => (n % 2 ? `e\u0301${n}` : `\u00e9${n + 1}`),
  ]
  const ids = Array.from({ length: 200 }, (_, index) =>
    shapes[index % shapes.length]!(Math.floor(index / shapes.length)),
  )

  it.each(['a.csv', 'a.xlsx', 'a.ndjson'])('200 ids through %s', async (path) => {
    expect(new Set(ids).size).toBe(200)
    const content: Record<string, () => string | Uint8Array> = {
      'a.csv': () => `text,external_id\n${ids.map((id, row) => `text ${row},${id}\n`).join('')}`,
      'a.xlsx': () => sheetOf([['text', 'external_id'], ...ids.map((id, row) => [`text ${row}`, id])]),
      'a.ndjson': () => ids.map((id, row) => `${JSON.stringify({ text: `text ${row}`, external_id: id })}\n`).join(''),
    }
    const { stored, summary } = await pushed(content[path]!(), {
      path,
      externalId: 'column',
      map: ['text=text', 'external_id=external_id'],
    })
    expect(summary).toMatchObject({ inserted: 200, rejected: 0 })
    expect(stored.map((item) => item.external_id)).toEqual(ids)
  })
})

describe('numbers as ids in a workbook (B10)', () => {
  const around = (place: number) => [-2, -1, 0, 1, 2].map((step) => place + step)
  const ids = [...around(10 ** 15), ...around(2 ** 53)]

  it('of up to 15 digits are kept; rows of longer ones are refused, and told to be formatted as text', async () => {
    const content = sheetOf([['text', 'external_id'], ...ids.map((id, row) => [`text ${row}`, id])])
    const options = { path: 'a.xlsx', externalId: 'column', map: ['text=text', 'external_id=external_id'] } as const
    const { stored, summary, rejects } = await pushed(content, options)
    expect(stored.map((item) => item.external_id)).toEqual(['999999999999998', '999999999999999'])
    expect(summary).toMatchObject({ rows: 10, inserted: 2, rejected: 8 })
    expect(rejects.match(/format the column as text/g)).toHaveLength(8)
  })
})

describe('dates of a spreadsheet (B11)', () => {
  const ZONES = [
    'UTC',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'Pacific/Kiritimati',
    'Europe/Berlin',
    'Africa/Casablanca',
  ]

  it('500 dates in both date systems are the same instants in eight time zones', () => {
    const zone = process.env.TZ
    const read = (name: string) => {
      process.env.TZ = name
      return ([1900, 1904] as const).flatMap((system) =>
        Array.from({ length: 500 }, (_, index) => {
          const date = excelDate(36_526.25 + index * 19.376, system)!
          return readDate(date, { order: 'ymd' })
        }),
      )
    }
    const expected = read('UTC')
    expect(new Set(expected).size).toBeGreaterThan(990)
    expect(expected[0]).toMatch(/^2000-01-01T06:00/)
    expect(expected[500]).toMatch(/^2004-01-02T06:00/)
    for (const name of ZONES) expect(read(name), name).toEqual(expected)
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
})

describe('ids in NFC and in NFD (B18)', () => {
  it('are two ids, and texts keep their form', async () => {
    const { stored } = await pushed('text,external_id\ncafe\u0301,e\u0301\ncaf\u00e9,\u00e9\n', {
      externalId: 'column',
    })
    expect(stored.map(({ text, external_id }) => [text, external_id])).toEqual([
      ['cafe\u0301', 'e\u0301'],
      ['caf\u00e9', '\u00e9'],
    ])
  })
})

describe('numbers that are none (B19)', () => {
  const NUMBERS = [
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '-1e999',
    '1E400',
    '1e309',
    '+1',
    '.5',
    '5.',
    '0x10',
    '1_000',
    '01',
    '--1',
    '1e',
    'null1',
    'undefined',
    "'4'",
    '1,5',
    '∞',
  ]

  it('20 vectors as a rating in NDJSON: the line is refused or the rating left out, and never sent', async () => {
    const lines = NUMBERS.map((number, row) => `{"text":"text ${row}","rating":${number}}`)
    const { stored, summary } = await pushed(`${lines.join('\n')}\n{"text":"sound","rating":4}\n`, { path: 'a.ndjson' })
    for (const { rating } of stored) expect(rating === undefined || Number.isFinite(rating)).toBe(true)
    expect(stored.at(-1)).toMatchObject({ text: 'sound', rating: 4 })
    expect(summary.rows).toBe(21)
    expect(summary.inserted + summary.rejected).toBe(21)
  })

  it('as a number of a workbook they are a fault of the cell', async () => {
    const cells = ['1E400', '-1E400', '1e999', 'NaN', 'INF'].map(
      (value) => `<row>${inline('text')}<c><v>${value}</v></c></row>`,
    )
    const content = workbook({ sheets: { S: `<row>${inline('text')}${inline('rating')}</row>${cells.join('')}` } })
    const { stored } = await pushed(content, { path: 'a.xlsx' })
    expect(stored).toHaveLength(5)
    for (const item of stored) expect(item.rating).toBeUndefined()
  })
})
