import { describe, expect, it } from 'vitest'
import { type PushOptions, planPush } from '../../../src/ingest/index.js'
import { createMemoryDisk, portsOf } from '../model/memory.js'
import { zip } from '../model/workbook.js'

const planOf = (bytes: Buffer, options: Partial<PushOptions> = {}) =>
  planPush({ path: 'a.csv', ...options }, portsOf(createMemoryDisk({ [options.path ?? 'a.csv']: bytes })))
const ROWS = 'id,text\n1,nice\n'
const ZIP = zip([{ name: 'a.txt', content: Buffer.from('x') }])

describe('a file that is no text', () => {
  it.each([
    ['a PNG picture', Buffer.from('\x89PNG\r\n\x1a\nxx', 'latin1'), {}],
    ['a GIF picture', Buffer.from('GIF89a,x\n1,2\n'), {}],
    ['a JPEG picture', Buffer.from('\xff\xd8\xff\xe0,x\n', 'latin1'), {}],
    ['a PDF document', Buffer.from('%PDF-1.7\nid,text\n'), { format: 'text' as const }],
    ['a program', Buffer.from('\x7fELF\x02', 'latin1'), { path: 'a' }],
    ['a ZIP archive', ZIP, { format: 'csv' as const }],
    ['not an .xlsx workbook', ZIP, {}],
    ['looks like a binary file (contains NUL bytes)', Buffer.from(`${ROWS}2,\0\n`), {}],
    ['looks like a binary file (contains NUL bytes)', Buffer.from('\x01\0\0\0\x02\0\0\0'.repeat(99), 'latin1'), {}],
  ])('is refused: %s', async (what, bytes, options) => {
    await expect(planOf(bytes, options)).rejects.toMatchObject({
      name: 'InputFileError',
      message: expect.stringContaining(what),
    })
  })

  it('is not seen in UTF-16, in a first header PK, or where the encoding is named', async () => {
    const wide = await planOf(Buffer.from(`\ufeff${ROWS}`, 'utf16le'))
    expect(wide.check.rows).toBe(1)
    expect((await planOf(Buffer.from('PK,text\n1,nice\n'))).file.format).toBe('csv')
    expect((await planOf(Buffer.from(`${ROWS}2,a\0b\n`), { encoding: 'utf-8' })).check.rows).toBe(2)
  })
})
