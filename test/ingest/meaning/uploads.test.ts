import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { readStrictly } from '../../../src/ingest/index.js'
import { memoryFile } from '../model/memory.js'
import { inline, workbook } from '../model/workbook.js'

describe('an upload takes what the contract allows, and guesses nothing (E5, F8)', () => {
  const read = async (name: 'a.csv' | 'a.xlsx', bytes: string | Uint8Array) => {
    const format = name === 'a.csv' ? 'csv' : 'xlsx'
    const columns = { fields: undefined, onlyField: '1', members: undefined }
    const file = await readStrictly(memoryFile(name, Buffer.from(bytes)), {
      format,
      columns,
      now: Date.UTC(2026, 5, 1),
    })
    const rows = []
    for await (const batch of await file.batches()) rows.push(...batch.rows)
    return rows.map(({ items, rejections }) => items[0]?.item.occurred_at ?? rejections[0]?.reason)
  }

  it.each([
    ['2024-03-12', '2024-03-12'],
    ['2024-03-12T14:05:09Z', '2024-03-12T14:05:09.000Z'],
    ['2024-03-12T14:05:09+01:00', '2024-03-12T13:05:09.000Z'],
    ...['12.03.24', '3/12/24', '2024-03-12 14:05', '1710252309', '45363', 'March 12 2024', '20240312'].map((text) => [
      text,
      null,
    ]),
  ])('the date %s', async (text, time) => {
    const rejected = expect.stringContaining('occurred_at must be an ISO-8601 time or a plain date')
    expect(await read('a.csv', `text,occurred_at\nhello,${text}\n`)).toEqual([time ?? rejected])
  })

  it('a text or an id that is a formula never calculated rejects its row with the reason', async () => {
    const row = (text: string, id: string) => `<row>${text}${id}</row>`
    const never = '<c><f>B2</f><v></v></c>'
    const rows = row(inline('text'), inline('external_id')) + row(never, inline('1')) + row(inline('hello'), never)
    const reasons = await read('a.xlsx', workbook({ sheets: { S: rows } }))
    expect(reasons[0]).toContain('a formula without a value')
    expect(reasons[1]).toContain('external_id was damaged by a spreadsheet, or is a formula without a value')
  })

  it.each([
    ['a sign-in page', '<!DOCTYPE html><html><body>Please sign in</body></html>', 'the file is a web page'],
    ['an error in XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'the file is XML'],
    ['an HTTP answer', 'HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n', 'the file is an HTTP response'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'the file is a PDF document'],
    ['NUL bytes', 'text\nhello\0\n', 'looks like a binary file'],
    ['settings', 'name=value\nother=1\n', 'the file is a list of settings'],
    [
      'an unclear encoding',
      iconv.encode(`text\n${'Καλημέρα σας, πολύ καλό\n'.repeat(5)}`, 'windows-1253'),
      'the encoding is not clear',
    ],
  ])('%s is refused for what it is, without advice for a command line', async (_, bytes, message) => {
    const refused = await read('a.csv', bytes).catch((error: Error & { hint?: string }) => error)
    expect(refused).toMatchObject({ name: 'InputFileError', message: expect.stringContaining(message) })
    expect(JSON.stringify(refused)).not.toContain('--')
  })

  it('a table whose encoding is clear is taken, whatever its texts begin with', async () => {
    expect(await read('a.csv', iconv.encode('text\nTrès bon séjour à la mer en été\n', 'windows-1252'))).toEqual([
      undefined,
    ])
    expect(await read('a.csv', 'text\n<b>Great</b> service\n"{""error"": 5}"\n')).toEqual([undefined, undefined])
  })
})
