import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startChild, temporaryFolder } from '../emulator/child.js'
import { exchange, intents, load, seededNumbers } from '../emulator/crash-load.js'
import { makePlace, requireOk } from '../emulator/service.js'
import { inSoak, onLinux } from '../skip.js'

const REQUESTS = Number(process.env.INPK_SOAK_REQUESTS ?? 40_000)
/** The log of requests holds up to 20,000 before it is cut to 10,000. */
const WARM_REQUESTS = 22_000

describe(`a steady load of ${REQUESTS} requests`, { ...onLinux, ...inSoak }, () => {
  it(
    'no request fails, and memory grows with what is stored, not with time',
    async () => {
      const receiver = createServer((message, response) => message.resume().on('end', () => response.end()))
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const child = await startChild({ port: 0, dashboardPort: 0, dataDirectory: temporaryFolder() })
      const headers = { authorization: `Bearer ${child.apiKeys.live.all}`, 'content-type': 'application/json' }
      const call = (method: string, path: string, body?: unknown) =>
        exchange(
          `${child.baseUrl}/api/input${path}`,
          method,
          headers,
          body === undefined ? undefined : JSON.stringify(body),
        )
      const place = await makePlace({ call })
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
      const hook = JSON.stringify({ url, events: ['content.pushed', 'series.created'], local: true })
      requireOk(
        await exchange(
          `${child.dashboardUrl}/_emulator/orgs/1/subscriptions`,
          'POST',
          { 'content-type': 'application/json' },
          hook,
        ),
      )

      const next = intents(place, seededNumbers(1))
      const samples: { requests: number; megabytes: number }[] = []
      let requests = 0
      const loading = load(child, 5, () => {
        requests += 1
        return next()
      })
      while (requests < REQUESTS) {
        await new Promise((resolve) => setTimeout(resolve, 5_000))
        samples.push({ requests, megabytes: residentMegabytes(child.pid) })
      }
      await child.kill()
      const sent = await loading
      await new Promise((resolve) => receiver.close(resolve))
      expect(sent.filter(({ answer }) => answer && answer.status >= 300)).toEqual([])
      expect(child.errors()).toBe('')
      const settled = samples.filter((sample) => sample.requests > WARM_REQUESTS)
      expect(settled.length, 'samples after the log of requests was full').toBeGreaterThan(3)
      const [first, last] = [settled[0]!, settled.at(-1)!]
      const kilobytesEach = ((last.megabytes - first.megabytes) * 1_024) / (last.requests - first.requests)
      const pace = samples.map((sample, index) => sample.requests - (samples[index - 1]?.requests ?? 0))
      console.info(`${requests} requests (every 5 s: ${pace.join(' ')})`)
      console.info(`${last.megabytes.toFixed(0)} MB at the end, ${kilobytesEach.toFixed(2)} KB more a request`)
      // What stays of a request are four or five items, a kept answer, a delivery or a task, a line of the log; the rest is
      // room the collector keeps for the copies a compaction makes.
      expect(kilobytesEach).toBeLessThan(20)
    },
    5 * 3_600_000,
  )
})

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
