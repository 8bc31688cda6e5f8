import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../../emulator/index.js'
import type { PushOptions } from '../../../src/ingest/index.js'
import { createDraw } from '../../draw.js'
import { createMemoryDisk, push } from '../model/memory.js'
import type { ServiceModel } from '../model/service.js'
import { FAULTS, faulty } from './fault-proxy.js'
import { clientOn, createTarget, microAps, storedTexts, used } from './target-service.js'

const RUNS = process.env.INPK_SOAK ? 200 : 4
/** The same command, again and again; a run that needs more of them is stuck. */
const MOST_COMMANDS = 60

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ listen: false })
})
afterAll(() => emulator.close())

/** A file of up to 120 rows, some of them equal, and how it is pushed. */
function drawFile(draw: () => number): { rows: string[][]; options: PushOptions; fields: number } {
  const fields = draw() < 0.25 ? 2 : 1
  const text = () => (draw() < 0.3 ? `equal ${Math.floor(draw() * 4)}` : `text ${Math.floor(draw() * 1e9)}`)
  const rows = Array.from({ length: 1 + Math.floor(draw() * 120) }, () => Array.from({ length: fields }, text))
  const externalId = draw() < 0.5 ? 'content' : 'none'
  const columns = fields === 2 ? { fields: ['a=Q0', 'b=Q1'] } : { map: ['text=a'] }
  return { rows, fields, options: { path: 'a.csv', batchItems: 5 + Math.floor(draw() * 30), externalId, ...columns } }
}

async function pushThrough(kind: string, seed: number) {
  const draw = createDraw(seed)
  const steady = clientOn(emulator, emulator.handle)
  const { rows, options, fields } = drawFile(draw)
  const target = await createTarget(steady, fields)
  const before = await used(steady)
  const disk = createMemoryDisk({ 'a.csv': `a,b\n${rows.map(([a, b = '']) => `${a},${b}`).join('\n')}\n` })
  disk.now = Date.now()
  let summary: Awaited<ReturnType<typeof push>> | undefined
  for (let command = 0; command < MOST_COMMANDS && !summary; command += 1) {
    const client = clientOn(emulator, faulty(emulator.handle, FAULTS[kind]!, draw))
    summary = await push(disk, { client } as unknown as ServiceModel, options, { target }).catch(() => undefined)
  }
  // What was delayed is still on its way.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  const stored = await storedTexts(steady, target.sourceId)
  return { summary, stored, expected: rows.flat().sort(), charged: (await used(steady)) - before }
}

describe.each(Object.keys(FAULTS))('a push that meets this fault: %s (A1, A2, A12, A15, A16, A18)', (kind) => {
  it(`stores exactly the rows of the file and is charged once, ${RUNS} times`, async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { summary, stored, expected, charged } = await pushThrough(kind, seed)
      expect({ seed, stored }).toEqual({ seed, stored: expected })
      expect({ seed, charged }).toEqual({ seed, charged: microAps(expected) })
      expect(summary).toMatchObject({ state: 'finished', rows: expected.length, rejected: 0 })
    }
  }, 600_000)
})
