import { describe, expect, it } from 'vitest'
import type { PushOptions } from '../../src/ingest/index.js'
import { planPush } from '../../src/ingest/index.js'
import { looksLikeMojibake } from '../../src/ingest/read/decode/mojibake.js'
import { createMemoryDisk, portsOf, push, TARGET } from './model/memory.js'
import { createService } from './model/service.js'

const planOf = (csv: string, options: Partial<PushOptions> = {}) =>
  planPush({ path: 'a.csv', ...options }, portsOf(createMemoryDisk({ 'a.csv': csv })))
const warningsOf = async (csv: string, options: Partial<PushOptions> = {}) =>
  Object.fromEntries((await planOf(csv, options)).check.warnings.map(({ kind, rows }) => [kind, rows]))

describe('the check', () => {
  it('counts rows, items, characters, requests and minutes, and APS where the key is live', async () => {
    const csv = `text\n${'four\n'.repeat(2_500)}"😀😀"\n`
    const { check } = await planOf(csv, { target: { ...TARGET, requestsPerMinute: 2, live: true } })
    expect(check).toMatchObject({
      complete: true,
      rows: 2_501,
      items: 2_501,
      characters: 10_002,
      requests: 3,
      minutes: 1.5,
      aps: 2.502,
    })
    expect((await planOf(csv, { target: TARGET })).check.aps).toBeUndefined()
  })

  it('names the rows of everything that needs an eye', async () => {
    const rows = [
      '1,fine,,',
      '1,again,,',
      '5.7E+17,damaged,,',
      ',no id,,',
      '2,cafÃ©,,',
      '3,,,',
      `4,${'x'.repeat(10_001)},,`,
      '5,short',
      '6,a,b,c,d',
      '7,late,03/04/2099,',
      '8,odd,,five of them',
      '9,"bad " quote,,',
    ]
    expect(
      await warningsOf(`id,text,date,rating\n${rows.join('\n')}\n`, { map: ['occurred_at=date', 'rating=rating'] }),
    ).toEqual({
      damaged_ids: [4],
      missing_ids: [5],
      duplicate_ids: [3],
      mojibake: [6],
      ambiguous_dates: [11],
      empty_texts: [7],
      long_texts: [8],
      row_width: [9, 10],
      dropped_rating: [12],
      future_dates: [11],
    })
  })

  it('names headers that stand twice, and takes the first', async () => {
    const plan = await planOf('id,text,text\n1,first,second\n')
    expect(plan.check.warnings).toEqual([{ kind: 'duplicate_headers', count: 1, rows: [1] }])
    expect(plan.mapping.texts[0]!.index).toBe(1)
  })

  it('reads a part of a large file (64 MB unless told) and extrapolates, or all of it where asked', async () => {
    const line = `${'words and more words '.repeat(40)}\n`
    const csv = `text\n${line.repeat(3_000)}`
    const [part, whole] = [
      await planOf(csv, { checkBytes: 640_000 }),
      await planOf(csv, { checkBytes: 640_000, checkAll: true }),
    ]
    expect([part.check.complete, whole.check.complete, whole.check.rows]).toEqual([false, true, 3_000])
    expect(Math.abs(part.check.rows - 3_000)).toBeLessThan(400)
  })

  it('sends nothing', async () => {
    const service = createService()
    await planOf('text\nhello\n')
    expect(service.pushes).toEqual([])
  })

  it('with onInvalid stop, what shows only behind the part that was checked stops before its batch', async () => {
    const line = `${'words and more words '.repeat(40)}\n`
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': `text,id\n${line.replace('\n', ',1\n').repeat(5_000)}"",2\n` })
    const run = push(disk, service, { path: 'a.csv', checkBytes: 640_000, onInvalid: 'stop', externalId: 'none' })
    await expect(run).rejects.toMatchObject({ name: 'InvalidRowsError', row: 5_002 })
    expect(service.stored.length).toBe(4_000)
  })

  it.each(['cafÃ©', 'donâ€™t', 'Â£5', 'ðŸ˜€', 'gr\ufffd'])('%j looks misread', (text) =>
    expect(looksLikeMojibake(text)).toBe(true),
  )
  it.each(['café', 'don’t', '£5', '😀', 'SÃO PAULO', 'Â', 'Ã', 'TÂCHE', '€â'])('%j does not', (text) =>
    expect(looksLikeMojibake(text)).toBe(false),
  )
})

describe('what makes no sense', () => {
  it('in an optional member is left out, in text or id it rejects the row', async () => {
    const service = createService()
    const rows = ['a,ok,xx-not-a-language-tag-at-all,Good,yesterday', `${'x'.repeat(256)},bad id,,,`]
    const summary = await push(
      createMemoryDisk({ 'a.csv': `external_id,text,language,rating,occurred_at\n${rows.join('\n')}\n` }),
      service,
      { path: 'a.csv' },
    )
    expect(service.stored).toEqual([{ text: 'ok', external_id: 'a', field: '7' }])
    expect(summary.warnings.map(({ kind }) => kind)).toEqual([
      'invalid_rows',
      'dropped_language',
      'dropped_rating',
      'dropped_occurred_at',
    ])
  })

  it.each([
    [`${'😀'.repeat(10_000)}`, 0],
    [`${'😀'.repeat(10_001)}`, 1],
    [`${'e\u0301'.repeat(5_000)}`, 0],
    [`${'e\u0301'.repeat(5_000)}x`, 1],
    [`${'x'.repeat(9_999)}`, 0],
  ])('[PSH-22] [PSH-23] lengths count code points (B17), case %#', async (text, rejected) => {
    expect((await planOf(`text\n${text}\n`)).check.rejected).toBe(rejected)
  })
})
