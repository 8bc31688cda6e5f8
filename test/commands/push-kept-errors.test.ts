import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

/** A service that keeps every answer for its key, failures too, and answers `status` to the first so many keys. */
function keeping(handle: Transport, status: number, failing: number): Transport & { keys: string[] } {
  const kept = new Map<string, Awaited<ReturnType<Transport>>>()
  const keys: string[] = []
  const transport: Transport = async (request) => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return handle(request)
    keys.push(key)
    const known = kept.get(key)
    if (known) return known
    const error = { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' } }
    const failure = {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(error)),
    }
    const answer = kept.size < failing ? failure : await handle(request)
    kept.set(key, answer)
    return answer
  }
  return Object.assign(transport, { keys })
}

it.each([500, 502, 503])(
  'a service that keeps a %i for its key: the push gives up cleanly each time, and goes through under new keys (A11)',
  async (status) => {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', `text\n${Array.from({ length: 1_500 }, (_, row) => `text ${row}`).join('\n')}\n`)
    const transport = keeping(bench.emulator.handle, status, 1)
    const around = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') }, transport }
    const argv = ['push', 'a.csv', '--source', 'Tickets', '--concurrency', '1', '--retries', '3', '--json']
    for (let time = 0; time < 3; time += 1) {
      const before = transport.keys.length
      const { code, stderr } = await bench.run(argv, around)
      expect([code, JSON.parse(stderr).error.status]).toEqual([status === 502 ? 13 : 8, status])
      // 500 is final; the others are tried again as often as was asked for.
      expect(transport.keys.length - before).toBe(status === 500 ? 1 : 4)
    }
    expect(new Set(transport.keys).size).toBe(1)
    const { code, stdout } = await bench.run([...argv, '--restart'], around)
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { state: 'finished', rows: 1_500, inserted: 1_500 }])
    expect(await storedTexts(bench)).toHaveLength(1_500)
  },
)
