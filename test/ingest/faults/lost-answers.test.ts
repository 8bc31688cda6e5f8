import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../../emulator/index.js'
import type { Transport } from '../../../src/contract/wire.js'
import { createDraw } from '../../draw.js'
import { createMemoryDisk, push } from '../model/memory.js'
import type { ServiceModel } from '../model/service.js'
import { clientOn, createTarget, microAps, storedTexts, used } from './target-service.js'

/** Files for each k; 200 in all with INPK_SOAK. */
const FILES = process.env.INPK_SOAK ? 40 : 1
const ROWS = 1_000

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ listen: false })
})
afterAll(() => emulator.close())

/** Passes pushes on, and loses the answer of every k-th. */
function losingEvery(k: number): Transport {
  let pushes = 0
  return async (request) => {
    const answer = await emulator.handle(request)
    if (!request.url.includes('/push')) return answer
    pushes += 1
    if (pushes % k === 0) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    return answer
  }
}

describe.each([1, 2, 3, 4, 5])('the answer of every push is lost that is a multiple of %i (A1)', (k) => {
  it(`${FILES} files of 1,000 rows are stored exactly and charged once`, async () => {
    const steady = clientOn(emulator, emulator.handle)
    for (let seed = 1; seed <= FILES; seed += 1) {
      const draw = createDraw(k * 1_000 + seed)
      const rows = Array.from({ length: ROWS }, (_, row) => (draw() < 0.3 ? `equal ${row % 7}` : `text ${seed}.${row}`))
      const target = await createTarget(steady, 1)
      const before = await used(steady)
      const disk = createMemoryDisk({ 'a.csv': `text\n${rows.join('\n')}\n` })
      disk.now = Date.now()
      const options = { path: 'a.csv', batchItems: 50, externalId: seed % 2 ? 'none' : 'content' } as const
      const attempt = (transport: Transport) =>
        push(disk, { client: clientOn(emulator, transport) } as unknown as ServiceModel, options, { target })
      const transport = losingEvery(k)
      let summary = await attempt(transport).catch(() => undefined)
      // Where every answer is lost it cannot end; where the network is well again the same command does the rest.
      if (k === 1) expect(summary).toBeUndefined()
      summary ??= await attempt(emulator.handle)
      expect(summary).toMatchObject({ state: 'finished', rows: ROWS, inserted: ROWS, duplicates: 0 })
      expect(await storedTexts(steady, target.sourceId)).toEqual([...rows].sort())
      expect((await used(steady)) - before).toBe(microAps(rows))
    }
  }, 600_000)
})
