import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PushOptions, PushSummary } from '../../../src/ingest/index.js'
import { createMemoryDisk, push, TARGET } from '../model/memory.js'
import { createService } from '../model/service.js'

/** The long runs take minutes. */
const SOAK_TIMEOUT_MS = 3_600_000
const RUNS = process.env.INPK_SOAK ? 10_000 : 50
const CRASH = new Error('crash')

const texts = fc.array(
  fc.constantFrom('good', 'bad', 'a "quoted" one', 'two\nlines', '😀', '', 'semi;colon', 'comma, too'),
  { maxLength: 40 },
)
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
/** What a crash leaves: every promise of the disk rejects from here on. */
type Crashes = { crashAt: number; loseEvery: number }

/** Pushes until it is done, crashing at the given steps on the way. */
async function pushThrough(csv: string, options: PushOptions, crashes: readonly Crashes[], fields = 1) {
  let steps = 0
  let plan: Crashes | undefined
  const step = () => {
    steps += 1
    if (plan && steps >= plan.crashAt) throw CRASH
  }
  const service = createService({
    before: step,
    after: (at) => {
      step()
      if (plan && plan.loseEvery > 0 && at % plan.loseEvery === 0) throw new Error('answer lost')
    },
  })
  const disk = createMemoryDisk({ 'a.csv': csv })
  disk.beforeWrite = step
  const target = {
    ...TARGET,
    fields: Array.from({ length: fields }, (_, index) => ({
      id: String(7 + index),
      text: `f${index}`,
      acceptsText: true,
    })),
  }
  for (plan of crashes) {
    steps = 0
    await push(disk, service, options, { concurrency: 3, target }).catch(() => undefined)
    disk.locked.clear()
  }
  plan = undefined
  const summary: PushSummary = await push(disk, service, options, { concurrency: 3, target })
  return { summary, service, disk }
}

const crash = fc.record({ crashAt: fc.integer({ min: 1, max: 40 }), loseEvery: fc.integer({ min: 0, max: 3 }) })
const multiset = (values: readonly string[]) => [...values].sort()

describe('exactly once', () => {
  for (const externalId of ['content', 'none'] as const) {
    it(
      `a push that crashes at any point and goes on stores each row once, ids ${externalId} (A1, A3, A8)`,
      async () => {
        await fc.assert(
          fc.asyncProperty(
            texts,
            fc.array(crash, { maxLength: 4 }),
            fc.integer({ min: 1, max: 7 }),
            async (rows, crashes, batchItems) => {
              const csv = `text,note\n${rows.map((text, index) => `${quote(text)},${index}\n`).join('')}`
              const { summary, service } = await pushThrough(csv, { path: 'a.csv', batchItems, externalId }, crashes)
              const wanted = rows.filter((text) => text !== '')
              expect(multiset(service.stored.map(({ text }) => text))).toEqual(multiset(wanted))
              expect(service.charged).toBe(wanted.length)
              expect(summary).toMatchObject({
                rows: rows.length,
                inserted: wanted.length,
                duplicates: 0,
                rejected: rows.length - wanted.length,
              })
            },
          ),
          { numRuns: RUNS },
        )
      },
      SOAK_TIMEOUT_MS,
    )
  }

  it(
    'holds for several fields in one pass',
    async () => {
      const pairs = fc.array(fc.tuple(fc.constantFrom('a', 'b', ''), fc.constantFrom('c', '')), { maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(pairs, fc.array(crash, { maxLength: 3 }), async (rows, crashes) => {
          const csv = `n,one,two\n${rows.map(([one, two], index) => `${index},${one},${two}\n`).join('')}`
          const options = { path: 'a.csv', batchItems: 5, fields: ['one=7', 'two=8'] }
          const { summary, service } = await pushThrough(csv, options, crashes, 2)
          const wanted = rows.flatMap(([one, two]) => [...(one ? [`7${one}`] : []), ...(two ? [`8${two}`] : [])])
          expect(multiset(service.stored.map(({ field, text }) => field + text))).toEqual(multiset(wanted))
          expect(summary.rows).toBe(summary.inserted + summary.duplicates + summary.rejected)
          expect(summary.inserted).toBe(wanted.length)
        }),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )

  it(
    'the batches are the file, whatever their size and the chunks it is read in',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          texts,
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 1, max: 50 }),
          async (rows, batchItems, chunkSize) => {
            const disk = createMemoryDisk({
              'a.csv': `text,note\n${rows.map((text, index) => `${quote(text)},${index}\n`).join('')}`,
            })
            disk.chunkSize = chunkSize
            const service = createService()
            await push(disk, service, { path: 'a.csv', batchItems }, { concurrency: 1 })
            expect(service.stored.map(({ text }) => text)).toEqual(rows.filter((text) => text !== ''))
            for (const { items } of service.pushes) expect(items).toBeLessThanOrEqual(batchItems)
          },
        ),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )

  it('two and more equal batches of one file are all sent, each under a key of its own (A8)', async () => {
    for (const externalId of ['none', 'content'] as const) {
      const disk = createMemoryDisk({ 'a.csv': `text\n${'same\n'.repeat(1_000)}` })
      const service = createService()
      await push(disk, service, { path: 'a.csv', batchItems: 100, externalId })
      expect(service.stored.map(({ text }) => text)).toEqual(Array(1_000).fill('same'))
      expect(new Set(service.pushes.map(({ key }) => key)).size).toBe(10)
    }
  })

  it('[IDM-4] 1,000 equal rows without ids are all stored, and not again by a new run with ids of their content (A8)', async () => {
    const disk = createMemoryDisk({ 'a.csv': `text\n${'same\n'.repeat(1_000)}` })
    const service = createService()
    expect(await push(disk, service, { path: 'a.csv', batchItems: 100 })).toMatchObject({ inserted: 1_000 })
    disk.files.set('a.csv', Buffer.from(`text\n${'same\n'.repeat(1_001)}`))
    expect(await push(disk, service, { path: 'a.csv', batchItems: 100 })).toMatchObject({
      inserted: 1,
      duplicates: 1_000,
    })
  })
})
