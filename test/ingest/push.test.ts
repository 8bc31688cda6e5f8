import { describe, expect, it } from 'vitest'
import { planPush, runPush } from '../../src/ingest/index.js'
import { createMemoryDisk, portsOf, push, runOptions } from './model/memory.js'
import { createService } from './model/service.js'

const HEADER = 'external_id,text,rating\n'

describe('inpk push of a CSV file', () => {
  it('[PSH-1] turns rows into items under their header names', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': `${HEADER}r-1,"Good, really",4/5\nr-2,Bad,\n` })
    const summary = await push(disk, service, { path: 'a.csv' })
    expect(service.stored).toEqual([
      { external_id: 'r-1', text: 'Good, really', rating: 4, field: '7' },
      { external_id: 'r-2', text: 'Bad', field: '7' },
    ])
    expect(summary).toMatchObject({
      state: 'finished',
      rows: 2,
      inserted: 2,
      duplicates: 0,
      rejected: 0,
      rejects_file: null,
    })
  })

  it('[PSH-20] sends at most 1,000 items a request', async () => {
    const service = createService()
    const rows = Array.from({ length: 2_500 }, (_, index) => `r-${index},text ${index},5`)
    const summary = await push(createMemoryDisk({ 'a.csv': HEADER + rows.join('\n') }), service, { path: 'a.csv' })
    expect(service.pushes.map(({ items }) => items).sort()).toEqual([1_000, 1_000, 500])
    expect(summary).toMatchObject({ rows: 2_500, inserted: 2_500, batches: 3, requests: 3, aps_deducted: 25 })
  })

  it('plans plain data: a copy of the plan is pushed as the plan is', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': `${HEADER}r-1,Good,4\n` })
    const plan = await planPush({ path: 'a.csv' }, portsOf(disk))
    expect(await runPush(structuredClone(plan), runOptions(disk, service))).toMatchObject({ inserted: 1 })
    expect(service.stored).toEqual([{ external_id: 'r-1', text: 'Good', rating: 4, field: '7' }])
  })
})
