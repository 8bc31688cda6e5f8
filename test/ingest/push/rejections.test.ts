import { describe, expect, it } from 'vitest'
import { createMemoryDisk, push } from '../model/memory.js'
import { createService, Refusal } from '../model/service.js'

const HEADER = 'external_id,text,note\n'
const one = { concurrency: 1 }

describe('rejected rows', () => {
  const bad = `${HEADER}a-1,fine,n1\n${'x'.repeat(256)},too long an id,n2\na-3," ",n3\na-4,"also\nfine",n4\n`

  it('go to FILE.rejects.csv with row and reason, the others are stored', async () => {
    const [service, disk] = [createService(), createMemoryDisk({ 'a.csv': bad })]
    const summary = await push(disk, service, { path: 'a.csv' })
    expect(summary).toMatchObject({
      rows: 4,
      inserted: 2,
      duplicates: 0,
      rejected: 2,
      rejects_file: 'a.csv.rejects.csv',
    })
    expect(disk.rejects.get('a.csv.rejects.csv')).toBe(
      `rejected_row,rejected_reason,external_id,text,note\n3,external_id must have 1 to 255 characters,${'x'.repeat(256)},too long an id,n2\n4,text must not be blank,a-3, ,n3\n`,
    )
  })

  it('say where a text cannot be written as it was: half of a surrogate pair', async () => {
    const disk = createMemoryDisk({ 'a.ndjson': '{"text":"half \\ud800 of one"}\n{"text":""}\n' })
    await push(disk, createService(), { path: 'a.ndjson' })
    const [, first, second] = disk.rejects.get('a.ndjson.rejects.csv')!.split('\n')
    expect(first).toContain('half a surrogate pair is shown as \ufffd here')
    expect(second).not.toContain('surrogate')
  })

  it.each([
    [
      'a.ndjson',
      '{"text":"broken\n42\n{"text":"fine"}\n',
      ['it ends inside a string (column 16); the row: {"text":"broken', 'the row: 42'],
    ],
    ['a.json', '[42, {"text":"fine"}]', ['neither a string nor an object; the row: 42']],
    ['a.csv', 'text,external_id\n"open quote,3\nfine,4\n', ['unclosed or misplaced quote; the row: "open quote,3']],
  ])('of %s that have no columns are whole beside the reason, and under no column', async (path, content, reasons) => {
    const service = createService()
    const disk = createMemoryDisk({ [path]: content })
    await push(disk, service, { path })
    const rejects = disk.rejects.get(`${path}.rejects.csv`)!
    for (const reason of reasons) expect(rejects.replaceAll('""', '"')).toContain(reason)
    disk.files.set('again.csv', Buffer.from(rejects))
    expect(await push(disk, service, { path: 'again.csv' })).toMatchObject({ inserted: 0, rejected: reasons.length })
    expect(service.stored.map(({ text }) => text)).toEqual(['fine'])
  })

  it('can be mended and pushed: the two columns added are not pushed', async () => {
    const [service, disk] = [createService(), createMemoryDisk({ 'a.csv': bad })]
    await push(disk, service, { path: 'a.csv' })
    const mended = disk.rejects
      .get('a.csv.rejects.csv')!
      .replace('x'.repeat(256), 'a-2')
      .replace(', ,', ',now with text,')
    disk.files.set('b.csv', Buffer.from(mended))
    expect(await push(disk, service, { path: 'b.csv' })).toMatchObject({ rows: 2, inserted: 2, rejected: 0 })
    expect(service.stored.map(({ external_id }) => external_id)).toEqual(['a-1', 'a-4', 'a-2', 'a-3'])
  })

  it('write no file where there are none', async () => {
    const disk = createMemoryDisk({ 'a.csv': `${HEADER}a-1,fine,\n` })
    expect(await push(disk, createService(), { path: 'a.csv' })).toMatchObject({ rejected: 0, rejects_file: null })
    expect(disk.rejects.size).toBe(0)
  })

  it('stop the push before its first request with onInvalid stop', async () => {
    const [service, disk] = [createService(), createMemoryDisk({ 'a.csv': bad })]
    await expect(push(disk, service, { path: 'a.csv', onInvalid: 'stop' })).rejects.toMatchObject({
      name: 'InvalidRowsError',
      row: 3,
    })
    expect(service.pushes).toEqual([])
  })

  it('are those the service names; the rest of their batch goes again as a new one', async () => {
    const service = createService({ refuseItem: ({ text }) => (text.includes('rude') ? 'is too rude' : undefined) })
    const rows = Array.from({ length: 30 }, (_, index) => `r-${index},${index % 7 === 0 ? 'rude' : 'kind'} ${index},n`)
    const disk = createMemoryDisk({ 'a.csv': HEADER + rows.join('\n') })
    const summary = await push(disk, service, { path: 'a.csv', batchItems: 10 }, one)
    expect(summary).toMatchObject({ rows: 30, inserted: 25, rejected: 5, requests: 6 })
    expect(disk.rejects.get('a.csv.rejects.csv')!.split('\n')[1]).toBe('2,text is too rude,r-0,rude 0,n')
    expect(service.stored).toHaveLength(25)
  })

  it('are written again in full by a run that goes on', async () => {
    let refuse = true
    const service = createService({
      refuseItem: ({ text }) => (text.includes('rude') ? 'is too rude' : undefined),
      before: (at) => {
        if (refuse && at === 3) throw new Refusal(401, 'UNAUTHORIZED')
      },
    })
    const rows = Array.from({ length: 30 }, (_, index) => `r-${index},${index % 7 === 0 ? 'rude' : 'kind'} ${index},n`)
    const disk = createMemoryDisk({ 'a.csv': HEADER + rows.join('\n') })
    await expect(push(disk, service, { path: 'a.csv', batchItems: 10 }, one)).rejects.toMatchObject({
      summary: { rejected: 3 },
    })
    refuse = false
    expect(await push(disk, service, { path: 'a.csv', batchItems: 10 }, one)).toMatchObject({
      rows: 30,
      inserted: 25,
      rejected: 5,
    })
    expect(disk.rejects.get('a.csv.rejects.csv')!.trim().split('\n')).toHaveLength(6)
    expect(service.stored).toHaveLength(25)
  })

  it('whose file cannot be opened stop the run with its place kept and what arrived told', async () => {
    const refused = async () => {
      throw Object.assign(new Error('no such folder'), { code: 'ENOENT' })
    }
    const [service, disk] = [
      createService(),
      createMemoryDisk({ 'a.csv': `${HEADER}a,fine,1\nb,good,2\nc,fair,3\nd,,4\n` }),
    ]
    const run = push(disk, service, { path: 'a.csv', batchItems: 2 }, { ...one, openRejects: refused })
    await expect(run).rejects.toMatchObject({
      name: 'PushStoppedError',
      cause: { code: 'ENOENT' },
      summary: { inserted: 2 },
    })
    expect(await push(disk, service, { path: 'a.csv', batchItems: 2 }, one)).toMatchObject({
      inserted: 3,
      rejected: 1,
    })
    expect(service.stored).toHaveLength(3)
  })

  it('are none where the service refuses without naming items: the run stops', async () => {
    const service = createService({
      before: () => {
        throw new Refusal(400, 'VALIDATION_ERROR', { survey_id: ['is required'] })
      },
    })
    await expect(
      push(createMemoryDisk({ 'a.csv': `${HEADER}a,b,c\n` }), service, { path: 'a.csv' }),
    ).rejects.toMatchObject({
      cause: { status: 400 },
    })
  })
})
