import { describe, expect, it } from 'vitest'
import { decodeRecords, encodePushRecord, type PushRecord } from '../../../../src/ingest/push/journal/records.js'
import { createMemoryDisk, push } from '../../model/memory.js'
import { createService } from '../../model/service.js'

const RECORDS: PushRecord[] = [
  { type: 'run', version: 1, runId: 'r', generation: 0, file: { path: 'ü.csv', size: 1, sha256: 'x' }, startedAt: 1 },
  ...Array.from(
    { length: 20 },
    (_, index): PushRecord => ({ type: 'refused', label: String(index), status: 400, code: 'NO' }),
  ),
]
const TEXT = RECORDS.map(encodePushRecord).join('')

describe('the journal', () => {
  it('cut anywhere gives a prefix of what was written', () => {
    for (let length = 0; length <= TEXT.length; length += 1) {
      const read = decodeRecords(TEXT.slice(0, length))
      expect(read).toEqual(RECORDS.slice(0, read.length))
      expect(read.length).toBe(TEXT.slice(0, length).split('\n').length - 1)
    }
  })

  it('damaged anywhere but at its end is refused, naming the line; never read as something else', () => {
    for (let at = 0; at < TEXT.length; at += 1) {
      const damaged = TEXT.slice(0, at) + String.fromCharCode(TEXT.charCodeAt(at) ^ 1) + TEXT.slice(at + 1)
      let read: PushRecord[] | undefined
      try {
        read = decodeRecords(damaged)
      } catch (error) {
        expect((error as Error).name).toBe('JournalError')
      }
      if (!read) continue
      // A lost line end before the last line takes both with it.
      expect(read.length).toBeGreaterThanOrEqual(RECORDS.length - 2)
      expect(read).toEqual(RECORDS.slice(0, read.length))
    }
  })

  it('torn by a power cut, goes on from its last whole line, again and again', async () => {
    const csv = `id,text\n${Array.from({ length: 40 }, (_, index) => `${index},t${index}`).join('\n')}\n`
    const options = { path: 'a.csv', batchItems: 10 }
    const whole = createMemoryDisk({ 'a.csv': csv })
    await push(whole, createService(), options, { concurrency: 1 })
    const [name, text] = [...whole.journals].find(([key]) => key.endsWith('.jsonl'))!
    for (let length = 0; length < text.length; length += 41) {
      const [disk, service] = [createMemoryDisk({ 'a.csv': csv }), createService()]
      await push(disk, service, options, { concurrency: 1 })
      disk.journals.set(name, text.slice(0, length))
      expect(await push(disk, service, options, { concurrency: 1 })).toMatchObject({ rows: 40, state: 'finished' })
      expect(await push(disk, service, options)).toMatchObject({ already_finished: true })
      expect(service.stored).toHaveLength(40)
    }
  })

  it('damaged, stops the run with a way out; restart takes it', async () => {
    const [disk, service] = [createMemoryDisk({ 'a.csv': 'text\nhello\n' }), createService()]
    await push(disk, service, { path: 'a.csv' })
    const name = [...disk.journals.keys()].find((key) => key.endsWith('.jsonl'))!
    disk.journals.set(name, disk.journals.get(name)!.replace('"type":"done"', '"type":"dome"'))
    await expect(push(disk, service, { path: 'a.csv' })).rejects.toMatchObject({
      name: 'JournalError',
      message: expect.stringContaining('line 3'),
    })
    expect(await push(disk, service, { path: 'a.csv' }, { restart: true })).toMatchObject({ duplicates: 1 })
  })
})
