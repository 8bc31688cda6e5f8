import { afterEach, describe, expect, it, vi } from 'vitest'
import * as XLSX from 'xlsx'
import { WORKBOOK_LIMITS } from '../../../src/ingest/read/workbook/child.js'
import { readWorkbookFile } from '../../../src/ingest/read/workbook/read-workbook.js'
import { memoryFile } from '../model/memory.js'
import { readRows, soundCells } from '../model/rows.js'
import { zip } from '../model/workbook.js'

afterEach(() => vi.unstubAllEnvs())

function book(bookType: XLSX.BookType): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['external_id', 'text', 'rating', 'paid', 'occurred_at'],
    ['007', 'Good – “really”', 4.5, true, null],
    [null],
    [12, 'Bad', 1, false, null],
  ])
  sheet.E2 = { t: 'n', v: 45_658, z: 'm/d/yy' }
  const other = XLSX.utils.aoa_to_sheet([['text'], ['from the other sheet']])
  const workbook = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(workbook, sheet, 'Data')
  XLSX.utils.book_append_sheet(workbook, other, 'Other')
  return XLSX.write(workbook, { type: 'buffer', bookType }) as Buffer
}

describe.each(['xls', 'xlsb', 'ods'] as const)('an .%s workbook', (type) => {
  it('is read by a process of its own: texts, numbers, booleans, dates, sheets by name', async () => {
    const path = `a.${type}`
    const read = await readRows(book(type), { path })
    expect(read.columns).toEqual(['external_id', 'text', 'rating', 'paid', 'occurred_at'])
    expect(read.rows.map(({ row }) => row)).toEqual([2, 4])
    const [first, second] = soundCells(read)
    expect(first!.slice(0, 4)).toEqual(['007', 'Good – “really”', 4.5, true])
    expect(JSON.stringify(first![4])).toMatch(/2025-01-01/)
    expect(second!.slice(0, 4)).toEqual([12, 'Bad', 1, false])
    expect(soundCells(await readRows(book(type), { path, sheet: 'Other' }))).toEqual([['from the other sheet']])
    await expect(readRows(book(type), { path, sheet: 'None' })).rejects.toThrow('no sheet named "None"')
  })

  it('is known by its bytes, but for .xlsb, which its name or --format must tell', async () => {
    const asked = type === 'xlsb' ? { format: type } : {}
    expect((await readRows(book(type), { path: 'upload', ...asked })).columns).toHaveLength(5)
  })
})

/** A header that promises sectors which are not there. */
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(3_000)])

describe('a workbook of an old format that is hostile', () => {
  const read = (bytes: Buffer, limits: Partial<typeof WORKBOOK_LIMITS>) =>
    readWorkbookFile(memoryFile('a.xls', bytes), { gzip: false }, { ...WORKBOOK_LIMITS, ...limits })

  it.each([
    ['takes too long', { timeMs: 1 }, 'gave up reading the workbook: it takes longer than'],
    ['takes too much memory', { rssBytes: 30 * 1024 ** 2 }, 'gave up reading the workbook: it takes too much memory'],
    ['is too large', { fileBytes: 100 }, 'is larger than'],
  ])('is given up when it %s', async (_, limits, message) => {
    await expect(read(book('xls'), limits)).rejects.toThrow(message)
  })

  it.each([
    [
      'a zip without its directory, on which the library never returns',
      Buffer.from('PK\x03\x04broken'),
      'not a valid workbook',
    ],
    ['a zip bomb', zip([{ name: 'content.xml', content: Buffer.alloc(100 * 1024 ** 2) }]), 'inflates to far more'],
    ['no workbook at all', Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.alloc(600)]), 'not an .xls workbook'],
    ['a compound file of nothing', compound, "can't be read"],
  ])('is refused: %s', async (_, bytes, message) => {
    await expect(read(bytes, {})).rejects.toThrow(message)
  })

  it('sees nothing of the environment', async () => {
    vi.stubEnv('NODE_OPTIONS', '--require=/nowhere/evil.js')
    expect((await readRows(book('xls'), { path: 'a.xls' })).rows).toHaveLength(2)
  })
})

describe('a file named .xls', () => {
  it('is read as the CSV it is', async () => {
    expect(soundCells(await readRows('text\tid\nGood\t1\n', { path: 'a.xls' }))).toEqual([['Good', '1']])
  })

  it('is refused where it is a web page', async () => {
    await expect(readRows('<html><table><tr><td>a</td></tr></table>', { path: 'a.xls' })).rejects.toThrow('a web page')
  })
})
