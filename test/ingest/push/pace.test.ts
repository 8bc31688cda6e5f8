import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.js'
import type { Transport } from '../../../src/contract/wire.js'
import { BASE_URL, KEY } from '../../client/scripted-service.js'
import { createVirtualClock, type VirtualClock } from '../../client/virtual-clock.js'
import { windowedService } from '../../client/windowed-service.js'
import { createMemoryDisk, push } from '../model/memory.js'
import type { ServiceModel } from '../model/service.js'

/** The long runs take minutes. */
const SOAK_TIMEOUT_MS = 5 * 3_600_000
const RUNS = process.env.INPK_SOAK ? 10_000 : 100
const START = Date.UTC(2026, 0, 5, 12)
const WINDOW_MS = 60_000
/** What using 98 % of a window means: the next one begins no later than this. */
const LONGEST_WINDOW_MS = WINDOW_MS / 0.98

interface Schedule {
  limit: number
  windows: number
  concurrency: number
  phaseMs: number
  skewMs: number
  latencies: number[]
}

const schedules = fc.record({
  limit: fc.integer({ min: 1, max: 25 }),
  windows: fc.integer({ min: 2, max: 4 }),
  concurrency: fc.integer({ min: 1, max: 8 }),
  phaseMs: fc.integer({ min: 0, max: 999 }),
  skewMs: fc.constantFrom(0, 3_600_000, -3_600_000, 86_400_000, -86_400_000),
  latencies: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 5 }),
})

/** The windowed service, which answers a push by the number of its items. */
function pushService(clock: VirtualClock & { serverNow(): number }, { limit, latencies }: Schedule) {
  let drawn = 0
  const service = windowedService({ clock, limit, latencyMs: () => latencies[drawn++ % latencies.length]! })
  const transport: Transport = async (request) => {
    const answer = await service.transport(request)
    if (answer.status !== 200) return answer
    const { question } = JSON.parse(Buffer.from(request.body as Uint8Array).toString())
    const inserted = question.content.length
    const body = {
      question_id: question.question_id,
      inserted,
      duplicates: 0,
      rows_accepted: inserted,
      aps_deducted: 0,
    }
    return { ...answer, body: Buffer.from(JSON.stringify(body)) }
  }
  return { ...service, transport }
}

/** Pushes as many rows as fill the windows, one a request. `others`: when somebody else uses the key, from the start. */
async function pushAll(schedule: Schedule, others: readonly number[] = []) {
  const { limit, windows, concurrency, phaseMs, skewMs } = schedule
  const clock = createVirtualClock(START + phaseMs, skewMs)
  const service = pushService(clock, schedule)
  const theirs = { refused: 0 }
  for (const afterMs of others) {
    void clock.sleep(afterMs).then(async () => {
      const { status } = await service.transport({
        method: 'POST',
        url: `${BASE_URL}/x`,
        headers: {},
        body: OTHER_BODY,
      })
      theirs.refused += status === 429 ? 1 : 0
    })
  }
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: KEY,
    transport: service.transport,
    clock,
    random: () => 0,
    retries: 50,
  })
  const disk = createMemoryDisk({ 'a.csv': `text\n${'x\n'.repeat(limit * windows)}` })
  disk.now = START
  const options = { path: 'a.csv', batchItems: 1, externalId: 'none' as const }
  const summary = await push(disk, { client } as unknown as ServiceModel, options, { concurrency })
  return {
    summary,
    served: service.served,
    refused: service.refused.length - theirs.refused,
    elapsedMs: clock.monotonic(),
  }
}

const OTHER_BODY = Buffer.from('{"question":{"question_id":"7","content":[]}}')

describe('the pace of a push', () => {
  it(
    'alone on its key: never a 429, and at least 98 % of what every window allows (A12)',
    async () => {
      await fc.assert(
        fc.asyncProperty(schedules, async (schedule) => {
          const { summary, served, refused } = await pushAll(schedule)
          expect({ refused, inserted: summary.inserted }).toEqual({
            refused: 0,
            inserted: schedule.limit * schedule.windows,
          })
          for (let window = 1; window < schedule.windows; window += 1) {
            const tookMs = served[window * schedule.limit]! - served[(window - 1) * schedule.limit]!
            expect(tookMs).toBeGreaterThanOrEqual(WINDOW_MS)
            expect(tookMs).toBeLessThanOrEqual(LONGEST_WINDOW_MS)
          }
        }),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )

  it(
    'with others on the key: waits as it is told, meets no more refusals a window than it has requests in flight, and ends (A12)',
    async () => {
      const others = fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(schedules, others, async (schedule, times) => {
          const { summary, refused, elapsedMs } = await pushAll(schedule, times)
          expect(summary).toMatchObject({ state: 'finished', inserted: schedule.limit * schedule.windows })
          expect(refused).toBeLessThanOrEqual(schedule.concurrency * Math.ceil(elapsedMs / WINDOW_MS))
        }),
        { numRuns: Math.ceil(RUNS / 3) },
      )
    },
    SOAK_TIMEOUT_MS,
  )
})
