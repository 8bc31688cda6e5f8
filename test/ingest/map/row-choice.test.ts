import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryDisk, push } from '../model/memory.js'
import { createService } from '../model/service.js'

const file = fc.record({
  // Few different texts: equal rows without ids must keep their own, whichever part they are in.
  texts: fc.array(fc.constantFrom('a', 'b', 'c', '', '"d\ne"'), { minLength: 1, maxLength: 60 }),
  parts: fc.integer({ min: 1, max: 9 }),
  chunkSize: fc.constantFrom(3, 64),
  batchItems: fc.integer({ min: 1, max: 7 }),
})

const csvOf = (texts: readonly string[]) =>
  `id,text\n${texts.map((text, row) => `${row},${text || '" "'}`).join('\n')}\n`

describe('--shard i/n', () => {
  it('parts are disjoint and together the whole file, whatever the number of parts', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ texts, parts, chunkSize, batchItems }) => {
        const [service, disk] = [createService(), createMemoryDisk({ 'a.csv': csvOf(texts) })]
        disk.chunkSize = chunkSize
        const sums = { rows: 0, inserted: 0, rejected: 0 }
        for (let index = 1; index <= parts; index += 1) {
          const options = {
            path: 'a.csv',
            map: ['text=text'],
            externalId: 'content' as const,
            batchItems,
            shard: { index, count: parts },
          }
          const summary = await push(disk, service, options)
          expect(summary.duplicates).toBe(0)
          for (const name of ['rows', 'inserted', 'rejected'] as const) sums[name] += summary[name]
        }
        const sound = texts.filter((text) => text.trim() !== '')
        expect(sums).toEqual({ rows: texts.length, inserted: sound.length, rejected: texts.length - sound.length })
        expect(service.stored.map(({ text }) => text).sort()).toEqual(
          sound.map((text) => text.replaceAll('"', '')).sort(),
        )
        // The whole file afterwards brings nothing new.
        const whole = await push(disk, service, { path: 'a.csv', map: ['text=text'], externalId: 'content' })
        expect(whole).toMatchObject({ inserted: 0, duplicates: sound.length })
      }),
      { numRuns: 100 },
    )
  })
})

describe('--sample and --max-items', () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => `${row},text ${row}`)
  const disk = () => createMemoryDisk({ 'a.csv': `id,text\n${rows.join('\n')}\n` })

  it.each([1, 7, 100, 999, 1_000, 5_000])('a sample of %i rows is spread over the file', async (sample) => {
    const service = createService()
    const summary = await push(disk(), service, { path: 'a.csv', sample })
    const ids = service.stored.map(({ external_id }) => Number(external_id)).sort((a, b) => a - b)
    expect(summary.inserted).toBe(Math.min(sample, 1_000))
    const gaps = ids.slice(1).map((id, index) => id - ids[index]!)
    expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(Math.ceil(1_000 / sample) + 1)
  })

  it('at most so many items are pushed, the first ones', async () => {
    const service = createService()
    expect(await push(disk(), service, { path: 'a.csv', maxItems: 150 })).toMatchObject({
      state: 'finished',
      rows: 150,
    })
    expect(service.stored.map(({ text }) => text)).toEqual(rows.slice(0, 150).map((row) => row.split(',')[1]))
  })

  it('another choice is another run', async () => {
    const [service, place] = [createService(), disk()]
    await push(place, service, { path: 'a.csv', maxItems: 10 })
    expect(await push(place, service, { path: 'a.csv', maxItems: 30 })).toMatchObject({ inserted: 20, duplicates: 10 })
  })
})
