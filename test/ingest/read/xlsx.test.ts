import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { excelDate } from '../../../src/ingest/read/excel-dates.js'
import { isDateFormat } from '../../../src/ingest/read/xlsx/styles.js'
import { inflatedBy } from '../model/inflated.js'
import { readRows } from '../model/rows.js'
import { inline, workbook, workbookEntries, zip } from '../model/workbook.js'

const path = 'a.xlsx'
const read = (bytes: Uint8Array, sheet?: string, chunkSize?: number) =>
  readRows(bytes, { path, ...(sheet ? { sheet } : {}) }, chunkSize)
const HEADER = `<row r="1">${inline('a')}${inline('b')}${inline('c')}</row>`
const oneRow = async (cells: string, more = {}) =>
  (await read(workbook({ sheets: { One: `${HEADER}<row r="2">${cells}</row>` }, ...more }))).rows[0]!.cells

describe('reading XLSX', () => {
  it('reads what SheetJS writes: shared strings, numbers, booleans, dates, sparse cells, columns past Z', async () => {
    const wide = Array.from({ length: 30 }, (_, index) => `h${index}`)
    const sheet = XLSX.utils.aoa_to_sheet([wide, [], ['x', 5, true, new Date(Date.UTC(2015, 1, 24, 11, 35))]], {
      UTC: true,
    })
    XLSX.utils.sheet_add_aoa(sheet, [['far']], { origin: 'AD4' })
    const book = XLSX.utils.book_new(sheet, 'Data')
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, cellDates: false }) as Buffer
    const { columns, rows } = await read(bytes)
    expect(columns).toEqual(wide)
    expect(rows.map(({ row }) => row)).toEqual([3, 4])
    expect(rows[0]!.cells).toEqual(['x', 5, true, { date: '2015-02-24T11:35:00' }])
    expect([rows[1]!.cells.length, rows[1]!.cells[29]]).toEqual([30, 'far'])
  })

  it('reads rich text, phonetic guides left out, and escaped characters', async () => {
    const strings =
      '<si><r><t>bold </t></r><r><t xml:space="preserve">and plain</t></r></si><si><t>東京</t><rPh><t>とうきょう</t></rPh></si><si><t>a_x000D_b &amp; &lt;c&gt; 😀</t></si>'
    const cells = await oneRow('<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>', { strings })
    expect(cells).toEqual(['bold and plain', '東京', 'a\rb & <c> 😀'])
  })

  it('reads cached formula values, and says where there is none (B12)', async () => {
    const cells = await oneRow('<c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>text</v></c><c><f>1+1</f></c>')
    expect(cells).toEqual([2, 'text', { fault: 'a formula without a value' }])
  })

  it('reads errors, booleans and numbers that overflow as what they are (B13, B19)', async () => {
    const cells = await oneRow('<c t="e"><v>#N/A</v></c><c t="b"><v>0</v></c><c><v>1E400</v></c>')
    expect(cells).toEqual([{ fault: '#N/A' }, false, { fault: '1E400 is not a number' }])
  })

  it('a number that is shown with leading zeros is read as it is shown: an id of 00042 is not 42', async () => {
    const formats = { 164: '00000', 165: '000\\-00', 166: '[Red]"K "0000;-0', 167: '0.00', 168: '#,##0' }
    const cells = [0, 1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>42</v></c>`).join('')
    const odd = '<c s="1"><v>1234567</v></c><c s="2"><v>1234567</v></c><c s="1"><v>-3</v></c><c s="1"><v>4.5</v></c>'
    const rows = `<row>${inline('a')}</row><row>${cells}</row><row>${odd}</row>`
    const read = await readRows(workbook({ sheets: { S: rows }, styles: [0, 164, 165, 166, 167, 168], formats }), {
      path: 'a.xlsx',
    })
    expect(read.rows.map(({ cells: line }) => line)).toEqual([
      [42, '00042', '000-42', 'K 0042', 42, 42],
      ['1234567', '12345-67', -3, 4.5],
    ])
  })

  it('reads dates by number format, built in and custom, in both date systems (B11)', async () => {
    const styles = { styles: [0, 14, 164, 165], formats: { 164: 'dd\\-mm\\-yyyy hh:mm', 165: '[Red]0.00 "days"' } }
    const row = '<c s="1"><v>42059</v></c><c s="2"><v>42059.482638888889</v></c><c s="3"><v>42059</v></c>'
    expect(await oneRow(row, styles)).toEqual([{ date: '2015-02-24' }, { date: '2015-02-24T11:35:00' }, 42059])
    expect((await oneRow(row, { ...styles, date1904: true }))[0]).toEqual({ date: '2019-02-25' })
  })

  it('gives the same dates in every time zone (B11)', () => {
    const zone = process.env.TZ
    const seen = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'].map((name) => {
      process.env.TZ = name
      return [
        excelDate(42059 + 695 / 1440, 1900),
        excelDate(42088.0625, 1900),
        excelDate(1, 1904),
        excelDate(1, 1900),
        excelDate(61, 1900),
      ]
    })
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    expect(new Set(seen.map(String)).size).toBe(1)
    expect(seen[0]).toEqual(['2015-02-24T11:35:00', '2015-03-25T01:30:00', '1904-01-02', '1900-01-01', '1900-03-01'])
    expect([excelDate(60, 1900), excelDate(0.5, 1900), excelDate(-1, 1900), excelDate(3e6, 1900)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    [14, undefined, true],
    [22, undefined, true],
    [2, undefined, false],
    [164, 'General', false],
    [164, '0.00E+00', false],
    [164, '"year" 0', false],
    [164, '[h]:mm:ss', true],
    [164, '[$-409]d\\-mmm\\-yy', true],
    [164, '#,##0 "St."', false],
  ])('format %i %s shows a date: %s', (id, code, expected) => {
    expect(isDateFormat(id, code)).toBe(expected)
  })

  it('chooses the first visible sheet, or the one named or numbered', async () => {
    const sheets = { Cover: '', First: `<row>${inline('f')}</row>`, Second: `<row>${inline('s')}</row>` }
    const bytes = workbook({ sheets, hidden: ['Cover'] })
    expect((await read(bytes)).columns).toEqual(['f'])
    expect((await read(bytes, 'second')).columns).toEqual(['s'])
    expect((await read(bytes, '3')).columns).toEqual(['s'])
    await expect(read(bytes, 'Third')).rejects.toMatchObject({ hint: 'It has: "Cover", "First", "Second"' })
    await expect(read(bytes, 'Cover')).rejects.toThrow('is empty')
  })

  it('reads prefixed elements and rows without references', async () => {
    const entries = workbookEntries({ sheets: { One: '' } })
    entries.at(-1)!.content = Buffer.from(
      `<x:worksheet xmlns:x="u"><x:sheetData><x:row>${inline('h').replaceAll(/<(\/?)/g, '<$1x:')}</x:row><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    )
    const { columns, rows } = await read(zip(entries))
    expect([columns, rows]).toEqual([['h'], [{ row: 2, cells: [7] }]])
  })

  it('reads a workbook within a .gz', async () => {
    expect((await readRows(gzipSync(workbook({ sheets: { One: HEADER } })), { path: 'a.xlsx.gz' })).columns).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('does not believe the size a sheet claims, A1:XFD1048576 (B15)', async () => {
    const { columns, rows } = await read(
      workbook({ sheets: { One: `${HEADER}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` } }),
    )
    expect(rows).toHaveLength(1)
    expect([columns.length, rows[0]!.cells.length]).toEqual([3, 16_384])
  })

  const CELLS: [string, string, unknown][] = [
    ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!', '#GETTING_DATA', '#SPILL!', '#CALC!'].map(
      (fault): [string, string, unknown] => [fault, `<c t="e"><v>${fault}</v></c>`, { fault }],
    ),
    ['true', '<c t="b"><v>1</v></c>', true],
    ['false', '<c t="b"><v>0</v></c>', false],
    ['true as a word', '<c t="b"><v>true</v></c>', true],
    ['false as a word', '<c t="b"><v>false</v></c>', false],
    ['a formula and its error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', { fault: '#DIV/0!' }],
    ['a formula and its truth', '<c t="b"><f>1=1</f><v>1</v></c>', true],
    ['rich text', '<c t="inlineStr"><is><r><rPr><b/></rPr><t>bold</t></r><r><t> plain</t></r></is></c>', 'bold plain'],
    ['rich text of one run', '<c t="inlineStr"><is><r><t>one</t></r></is></c>', 'one'],
    ['a phonetic guide', '<c t="inlineStr"><is><t>東</t><rPh sb="0" eb="1"><t>ひがし</t></rPh></is></c>', '東'],
    ['white space', inline('  x  '), '  x  '],
    ['a line break', inline('a\nb'), 'a\nb'],
  ]
  it.each(CELLS)('a cell of %s (B13)', async (_, cell, expected) => expect(await oneRow(cell)).toEqual([expected]))

  const row = (text: string, more = '') => `<row${more}>${inline(text)}</row>`
  const BOOKS: [string, Parameters<typeof workbook>[0], string | undefined, string[]][] = [
    [
      'merged cells: the first holds the text',
      {
        sheets: {
          A: `${row('h')}${row('x')}<row/></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells><sheetData>`,
        },
      },
      undefined,
      ['x'],
    ],
    [
      'hidden rows are read like others',
      { sheets: { A: row('h') + row('x', ' hidden="1"') + row('y') } },
      undefined,
      ['x', 'y'],
    ],
    [
      'collapsed rows are read like others',
      { sheets: { A: row('h') + row('x', ' collapsed="1" outlineLevel="1" hidden="1"') } },
      undefined,
      ['x'],
    ],
    ['of several sheets the first', { sheets: { A: row('h') + row('a'), B: row('h') + row('b') } }, undefined, ['a']],
    [
      'of several sheets the first that is seen',
      { sheets: { A: row('h') + row('a'), B: row('h') + row('b') }, hidden: ['A'] },
      undefined,
      ['b'],
    ],
    ['a sheet by its name', { sheets: { A: row('h') + row('a'), B: row('h') + row('b') } }, 'B', ['b']],
    ['a sheet by its number', { sheets: { A: row('h') + row('a'), B: row('h') + row('b') } }, '2', ['b']],
    [
      'a hidden sheet that is asked for',
      { sheets: { A: row('h') + row('a'), B: row('h') + row('b') }, hidden: ['B'] },
      'B',
      ['b'],
    ],
    [
      'a sheet whose name is a number',
      { sheets: { '2026': row('h') + row('a'), B: row('h') + row('b') } },
      '2026',
      ['a'],
    ],
  ]
  it.each(BOOKS)('%s (B13)', async (_, parts, sheet, texts) => {
    const { rows } = await read(workbook(parts), sheet)
    expect(rows.map(({ cells }) => cells[0])).toEqual(texts)
  })
})

/** Enough rows that a sheet is read in several pieces. */
const manyRows = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `<row r="${from + index}">${inline(`text ${from + index}`)}</row>`,
  ).join('')

describe('what no spreadsheet program writes, far into a large sheet,', () => {
  const oddities: [string, string][] = [
    ['a comment between rows', '<!-- a </row> in a comment -->'],
    ['an instruction between rows', '<?instruction?>'],
    ['white space between rows', '\n\t \r\n'],
    ['a CDATA section', '<row r="9001"><c t="str"><v><![CDATA[text 9001]]></v></c></row>'],
    ['a row with attributes in single quotes', `<row r='9001'><c t='str'><v>text 9001</v></c></row>`],
    ['an empty row', '<row r="9001"/>'],
  ]
  it.each(oddities)('%s, is read like all else', async (_, odd) => {
    const sheet = `<row r="1">${inline('text')}</row>${manyRows(2, 9_000)}${odd}${manyRows(9_002, 20_000)}`
    const { rows } = await read(workbook({ sheets: { One: sheet } }))
    const numbers = rows.map(({ row, cells }) => [row, cells[0]])
    const left = odd.includes('text 9001') ? [] : [9_001]
    const expected = Array.from({ length: 19_999 }, (_, index) => index + 2).filter((row) => !left.includes(row))
    expect(numbers).toEqual(expected.map((row) => [row, `text ${row}`]))
  })

  it('and what follows the rows, however much, is not checked', async () => {
    const after = `</sheetData><mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(40_000)}</mergeCells><sheetData>`
    const { rows } = await read(
      workbook({ sheets: { One: `<row r="1">${inline('text')}</row>${manyRows(2, 900)}${after}` } }),
    )
    expect(rows).toHaveLength(899)
  })
})

describe('hostile workbooks are refused at once (B14, B16)', () => {
  const sound = () => workbookEntries({ sheets: { One: HEADER } })
  const withPart = (content: string, index = -1) => {
    const entries = sound()
    entries.at(index)!.content = Buffer.from(content)
    return zip(entries)
  }
  const bomb = (content: Uint8Array) => {
    const entries = sound()
    entries.at(-1)!.content = content
    return zip(entries)
  }
  const laughs =
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>'
  const cases: [string, () => Uint8Array, string][] = [
    ['a part of 100 MB from 100 KB (B14)', () => bomb(Buffer.alloc(100 * 1024 * 1024, ' ')), 'inflates to far more'],
    [
      'a part that claims gigabytes',
      () => zip(sound().map((entry) => ({ ...entry, claimedSize: 3 * 1024 ** 3 }))),
      'several gigabytes',
    ],
    ['a part larger than it claims', () => zip(sound().map((entry) => ({ ...entry, claimedSize: 10 }))), 'damaged'],
    ['two parts of one name', () => zip([...sound(), ...sound()]), 'one name'],
    [
      '20,000 parts',
      () =>
        zip([
          ...sound(),
          ...Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index}`, content: Buffer.alloc(0) })),
        ]),
      'more than 10000 parts',
    ],
    [
      'a name that climbs',
      () => zip([...sound(), { name: '../../etc/passwd', content: Buffer.alloc(0) }]),
      'relative path',
    ],
    ['an encrypted part', () => zip(sound().map((entry) => ({ ...entry, encrypted: true }))), 'encrypted'],
    ['ten bytes', () => Buffer.from('PK\x03\x04broken'), 'not a valid workbook'],
    ['another zip', () => zip([{ name: 'readme.txt', content: Buffer.from('x') }]), 'not an .xlsx workbook'],
    ['no bytes', () => Buffer.alloc(0), 'empty'],
    ['a text file', () => Buffer.from('a,b\n'), 'not an .xlsx workbook'],
    ['a compound file', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'not an .xls workbook'],
    ['entities (B16)', () => withPart(laughs), 'document type'],
    [
      'an external entity (B16)',
      () => withPart('<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>'),
      'document type',
    ],
    [
      'an undefined entity',
      () => withPart('<worksheet><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>'),
      'damaged',
    ],
    ['XML cut off', () => withPart('<worksheet><sheetData><row><c><v>1</v></c>'), 'damaged'],
    [
      'a text that is not there',
      () => withPart('<worksheet><sheetData><row><c t="s"><v>9</v></c></row></sheetData></worksheet>'),
      'cell A1 of sheet "One" refers to a missing text',
    ],
    [
      'a column beyond XFD',
      () => withPart('<worksheet><sheetData><row><c r="AAAA1"><v>9</v></c></row></sheetData></worksheet>'),
      'beyond XFD',
    ],
  ]
  it.each(cases)('%s', async (_, make, message) => {
    const bytes = make()
    const inflated = await inflatedBy(() => expect(read(bytes)).rejects.toThrow(message))
    expect(inflated).toBeLessThan(10_000)
  })

  const types: [string, string][] = [
    ['a type of nothing', '<!DOCTYPE worksheet>'],
    ['a type within', '<!DOCTYPE worksheet []>'],
    ['an element declared', '<!DOCTYPE worksheet [<!ELEMENT c ANY>]>'],
    ['an entity of ours', '<!DOCTYPE worksheet [<!ENTITY x "ha">]>'],
    ['a file of this machine', '<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['an address', '<!DOCTYPE worksheet [<!ENTITY x SYSTEM "http://127.0.0.1:1/x">]>'],
    ['a public name', '<!DOCTYPE worksheet PUBLIC "-//X//Y" "http://127.0.0.1:1/x.dtd">'],
    ['a parameter entity', '<!DOCTYPE worksheet [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>'],
    ['an entity of itself', '<!DOCTYPE worksheet [<!ENTITY x "&x;">]>'],
    ['a type in small letters', '<!doctype worksheet [<!ENTITY x "ha">]>'],
  ]
  it.each(types)('a document type, %s, in the sheet, the texts or the list of sheets (B16)', async (_, type) => {
    const book = '<worksheet><sheetData><row><c t="str"><v>&x;</v></c></row></sheetData></worksheet>'
    for (const [index, xml] of [
      [-1, book],
      [3, '<sst><si><t>&x;</t></si></sst>'],
      [1, '<workbook>&x;</workbook>'],
    ] as const)
      await expect(read(withPart(`<?xml version="1.0"?>${type}${xml}`, index))).rejects.toThrow()
  })

  it('a zip in a zip, the way 42.zip is made, inflates nothing of what is inside (B14)', async () => {
    let inner: Uint8Array = Buffer.alloc(1024 * 1024, ' ')
    for (let depth = 0; depth < 5; depth += 1)
      inner = zip(Array.from({ length: 16 }, (_, index) => ({ name: `${index}.zip`, content: inner })))
    expect(await inflatedBy(() => expect(read(inner)).rejects.toThrow('not an .xlsx workbook'))).toBe(0)
  })

  it('ends with an error, never a crash, wherever a workbook is cut off', async () => {
    const bytes = workbook({ sheets: { One: HEADER } })
    for (let length = 0; length < bytes.length; length += 7) {
      await expect(read(bytes.subarray(0, length))).rejects.toThrow()
    }
  })
})
