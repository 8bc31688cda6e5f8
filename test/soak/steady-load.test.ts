import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createPick } from '../draw.js'
import { startChild, temporaryFolder } from '../emulator/child.js'
import { inSoak, onLinux } from '../skip.js'
import { beginRound, callerOf, type Holding, measure, placeOf, sendRound } from './steady-load.js'
import { summedUp } from './summed-up.js'

const REQUESTS = Number(process.env.INPK_SOAK_REQUESTS ?? 40_000)
/** How long the requests are spread over; 0: as fast as they are answered. */
const MINUTES = Number(process.env.INPK_SOAK_MINUTES ?? 24)
const ROUNDS = 16
/** By then every list is as long as it gets: the log of requests at 11,000, tasks at 2,000 (one request in six makes one). */
const WARM_REQUESTS = 16_000
const OVERRIDES = { 'behaviour:ledgers': { rows: 1_000 } }

interface Sample extends Holding {
  requests: number
}

describe(`${REQUESTS} requests in ${MINUTES} minutes`, { ...onLinux, ...inSoak }, () => {
  it(
    'none fails, and what is held stays the same once every list has reached its cap',
    () =>
      summedUp('steady-load', 1, async () => {
        const receiver = createServer((message, response) => message.resume().on('end', () => response.end()))
        await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
        const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
        const folder = temporaryFolder()
        const child = await startChild({ port: 0, dashboardPort: 0, dataDirectory: folder, overrides: OVERRIDES })
        const caller = callerOf(child)
        await caller.control('PATCH', '/orgs/1', { plan: 'free' })
        const place = await placeOf(caller, child.apiKeys.live.all)
        const pick = createPick(1)
        const count = Math.ceil(REQUESTS / ROUNDS)
        const [full, empty]: [Sample[], Sample[]] = [[], []]
        const beganAt = Date.now()
        for (let number = 1; number <= ROUNDS; number += 1) {
          const round = await beginRound(child, caller, number, place, url)
          await sendRound(caller, round, count, (MINUTES * 60_000) / REQUESTS, pick)
          full.push({ requests: number * count, ...(await measure(child, folder)) })
          await round.end()
          empty.push({ requests: number * count, ...(await measure(child, folder)) })
          console.info(
            `${seconds(beganAt)} s: full ${JSON.stringify(full.at(-1))}, empty ${JSON.stringify(empty.at(-1))}`,
          )
        }
        caller.close()
        await child.stop()
        await new Promise((resolve) => receiver.close(resolve))
        expect(child.errors()).toBe('')
        for (const [name, samples] of Object.entries({ full, empty })) judge(name, samples)
        return `${REQUESTS} requests`
      }),
    5 * 3_600_000,
  )
})

function judge(name: string, samples: Sample[]): void {
  const settled = samples.filter(({ requests }) => requests > WARM_REQUESTS)
  if (settled.length < 4) {
    console.info(`too few requests to judge by: at least ${2 * WARM_REQUESTS} are needed`)
    return
  }
  const growth = {
    heapMegabytes: growthOf(settled, 'heapMegabytes'),
    residentMegabytes: growthOf(settled, 'residentMegabytes'),
    folderMegabytes: growthOf(settled, 'folderMegabytes'),
    descriptors: growthOf(settled, 'descriptors'),
  }
  const between = `${settled[0]!.requests} to ${settled.at(-1)!.requests} requests`
  console.info(`${name}: ${JSON.stringify(settled.at(-1))}; grew by ${JSON.stringify(growth)} from ${between}`)
  expect(growth.heapMegabytes, `heap, ${name}`).toBeLessThan(3)
  // What the collector gives back to the system is its own affair.
  expect(growth.residentMegabytes, `resident memory, ${name}`).toBeLessThan(30)
  expect(growth.folderMegabytes, `folder, ${name}`).toBeLessThan(2)
  expect(growth.descriptors, `descriptors, ${name}`).toBeLessThan(5)
}

/** By how much a figure grew between the first and the last sample, on the straight line that is nearest to all of them. */
function growthOf(samples: readonly Sample[], figure: keyof Holding): number {
  const middle = samples.reduce((sum, { requests }) => sum + requests, 0) / samples.length
  const mean = samples.reduce((sum, sample) => sum + sample[figure], 0) / samples.length
  const spread = samples.reduce((sum, { requests }) => sum + (requests - middle) ** 2, 0)
  const tilt = samples.reduce((sum, sample) => sum + (sample.requests - middle) * (sample[figure] - mean), 0)
  return Math.round((tilt / spread) * (samples.at(-1)!.requests - samples[0]!.requests) * 10) / 10
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000)
}
