import { expect, test } from 'vitest'
import { PushStoppedError } from '../../../src/ingest/errors.js'
import { explainPushError } from '../../../src/ingest/explain.js'
import { createMemoryDisk, push } from '../model/memory.js'
import { createService } from '../model/service.js'

const CSV = 'id,text\nA-1,fine\nA-2,spam\nA-3,good\n'
const COUNTS = { inserted: 2, duplicates: 0 }

/** Pushes three rows to a service that answers so. */
async function pushTold(answer: object, externalId: 'column' | 'none' = 'column') {
  const service = createService()
  const client = {
    ...service.client,
    pushContent: async () => ({ aps_deducted: 0, survey_id: '2', survey_series_id: '1', ...answer }) as never,
  }
  const disk = createMemoryDisk({ 'a.csv': CSV })
  const pushing = push(disk, service, { path: 'a.csv', externalId }, { client })
  const summary = await pushing.catch((error: unknown) => error)
  return { summary, rejects: [...disk.rejects.values()].join('') }
}

test.each([
  [{ errors: [{ external_id: 'A-2', message: 'looks like spam' }] }],
  [{ rejected: 1, rejections: [{ item: { externalId: 'A-2' }, reason: 'looks like spam' }] }],
  [{ failedItems: [{ path: 'question.content[1].text', error: { message: 'looks like spam' } }] }],
])('an item that is refused beside others and named is rejected, and no other: %j', async (more) => {
  const { summary, rejects } = await pushTold({ ...COUNTS, ...more })
  expect(summary).toMatchObject({ state: 'finished', inserted: 2, rejected: 1 })
  expect(summary).toMatchObject({ warnings: [{ kind: 'refused', rows: [3], about: 'looks like spam' }] })
  expect(rejects).toBe('rejected_row,rejected_reason,id,text\n3,looks like spam,A-2,spam\n')
})

test.each([
  [{ rejected: 1 }, 'rejected by the service'],
  [{ summary: { failed_rows: 1 }, errors: ['looks like spam'] }, 'looks like spam'],
  // A bare number may count from 0 or 1, or the refusals.
  [{ errors: [{ index: 0, message: 'looks like spam' }] }, 'looks like spam'],
])('where a service does not say which it refused, all are kept that are known by their ids: %j', async (more, why) => {
  const { summary, rejects } = await pushTold({ ...COUNTS, ...more })
  expect(summary).toMatchObject({ state: 'finished', rows: 3, inserted: 2, rejected: 1 })
  const said = `1 of 3 rows was refused by the service, which does not say which: ${why}`
  expect(summary).toMatchObject({ warnings: [{ kind: 'refused_among', about: said }] })
  expect(rejects.split('\n').slice(1, 4)).toEqual([2, 3, 4].map((row) => expect.stringContaining(`${row},`)))
})

test('where nothing was stored, all were refused', async () => {
  const { summary, rejects } = await pushTold({ inserted: 0, duplicates: 0, rejected_count: 3, message: 'no' })
  expect(summary).toMatchObject({ state: 'finished', inserted: 0, rejected: 3 })
  expect(rejects.split('\n')).toHaveLength(5)
})

test('where all were refused, each has its own reason', async () => {
  const rejected = ['A-1', 'A-2', 'A-3'].map((external_id, at) => ({ external_id, reason: `reason ${at + 1}` }))
  const { rejects } = await pushTold({ inserted: 0, duplicates: 0, rejected, errors: rejected })
  expect(rejects.split('\n').slice(1, 4)).toEqual([1, 2, 3].map((at) => expect.stringContaining(`,reason ${at},`)))
})

test.each<[more: object, ids?: 'none']>([
  [{ request_time_ms: 1 }],
  [{ rejected: 2 }],
  // It may be the service's word for what it had.
  [{ skipped: 1 }],
  [{ rejected: 0, errors: [] }],
  [{ rejected: 1, errors: [{ message: 'a' }, { message: 'b' }] }],
  // Without ids, what is stored would be stored again.
  [{ rejected: 1 }, 'none'],
])('where nothing says what became of the others, what is stored is told, and nothing else: %j', async (more, ids) => {
  const { summary } = await pushTold({ ...COUNTS, ...more }, ids)
  expect(summary).toBeInstanceOf(PushStoppedError)
  expect((summary as PushStoppedError).summary).toMatchObject({ inserted: 2, rejected: 0, rows: 2 })
  expect(explainPushError(summary, 'a.csv')).toMatchObject({
    hint: expect.stringMatching(/^2 items definitely arrived\. Its response does not say what happened to the others/),
  })
})
