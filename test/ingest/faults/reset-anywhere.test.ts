import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.js'
import { openSlowService } from '../../soak/push-service.js'
import { createMemoryDisk, push } from '../model/memory.js'
import type { ServiceModel } from '../model/service.js'
import { createTarget, storedTexts } from './target-service.js'

const SOAK = process.env.INPK_SOAK !== undefined
/** With INPK_SOAK one batch of 200 KB, cut at every 97th byte: more than 2,000 points. */
const ROWS = SOAK ? 1_000 : 40
const STEP = SOAK ? 97 : 499

/** A service that lives in memory holds what was pushed; a new one now and then. */
const POINTS_A_SERVICE = 200

/** Passes bytes on between a client and a service, and resets both sides once so many went through, in either direction. */
async function resettingProxy(
  target: string,
  afterBytes: number,
): Promise<{ url: string; passed(): number; close(): void }> {
  let passed = 0
  let done = false
  const open = new Set<Socket>()
  const server: Server = createServer((client) => {
    const service = connect(Number(new URL(target).port), '127.0.0.1')
    const relay = (from: Socket, to: Socket) => {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (chunk: Buffer) => {
        const left = done ? chunk.length : Math.min(chunk.length, afterBytes - passed)
        passed += left
        if (left > 0) to.write(chunk.subarray(0, left))
        if (done || passed < afterBytes) return
        done = true
        // What was written leaves first.
        setImmediate(() => [client, service].forEach((socket) => void socket.resetAndDestroy()))
      })
    }
    relay(client, service)
    relay(service, client)
    if (afterBytes === 0 && !done) {
      done = true
      client.resetAndDestroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => passed, close }
}

it(`a connection that is reset after any number of bytes of a push and its answer, every ${STEP}th of them, stores its rows once (A2)`, async () => {
  let service = await openSlowService(() => 0)
  let points = 0
  let broken = 0
  for (let at = 0, length = 1; at < length; at += STEP, points += 1) {
    if (points % POINTS_A_SERVICE === POINTS_A_SERVICE - 1) {
      await service.close()
      service = await openSlowService(() => 0)
    }
    const { url, apiKey } = service
    const steady = createClient({ baseUrl: url, apiKey })
    const rows = Array.from({ length: ROWS }, (_, row) => `point ${at}, row ${row} `.padEnd(195, 'x'))
    const disk = createMemoryDisk({ 'a.csv': `text\n${rows.map((row) => JSON.stringify(row)).join('\n')}\n` })
    disk.now = Date.now()
    const target = await createTarget(steady, 1)
    const proxy = await resettingProxy(url, at)
    const attempt = () => {
      const client = createClient({ baseUrl: proxy.url, apiKey, retries: 0 })
      const options = { path: 'a.csv', externalId: 'none' } as const
      return push(disk, { client } as unknown as ServiceModel, options, { target })
    }
    const first = await attempt().catch(() => undefined)
    broken += first ? 0 : 1
    const passed = proxy.passed()
    expect(first ?? (await attempt())).toMatchObject({ state: 'finished', inserted: ROWS, duplicates: 0 })
    expect(await storedTexts(steady, target.sourceId)).toEqual([...rows].sort())
    // All that one whole push takes, in both directions.
    if (length === 1) length = proxy.passed() - passed
    proxy.close()
  }
  await service.close()
  expect(points).toBeGreaterThan(SOAK ? 2_000 : 15)
  expect(broken).toBeGreaterThan(points * 0.9)
}, 7_200_000)
