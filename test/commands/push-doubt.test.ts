import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

const HOUR_MS = 3_600_000
const CSV = `text\n${Array.from({ length: 1_500 }, (_, row) => `text ${row}`).join('\n')}\n`

async function stage() {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', CSV)
  const surroundings = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
  const argv = ['push', 'a.csv', '--source', 'Tickets', '--json']
  const count = async () => (await storedTexts(bench)).length
  return { bench, cwd, surroundings, argv, count }
}

/** Passes requests on and loses the answers of the first pushes. */
function losing(handle: Transport, answers: number): Transport {
  let lost = 0
  return async (request) => {
    const answer = await handle(request)
    if (!request.url.includes('/content/push') || lost >= answers) return answer
    lost += 1
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  }
}

/** A push without ids whose first batch was stored and never answered, tried again so much later. */
async function inDoubt(laterMs: number, ...more: string[]) {
  const staged = await stage()
  const { bench, surroundings } = staged
  const argv = [...staged.argv, '--external-id', 'none', '--concurrency', '1']
  const startedAt = Date.now()
  const transport = losing(bench.emulator.handle, 100)
  const first = await bench.run([...argv, '--retries', '0'], { ...surroundings, transport, now: () => startedAt })
  const again = await bench.run([...argv, ...more], { ...surroundings, now: () => startedAt + laterMs })
  return { first, again, count: await staged.count() }
}

describe('a push whose answer was lost', () => {
  it('is settled by the kept answer within 24 hours (IDM-3)', async () => {
    const { first, again, count } = await inDoubt(23 * HOUR_MS)
    expect(first.code).toBe(13)
    expect(JSON.parse(first.stderr).error).toMatchObject({ code: 'IN_DOUBT', retryable: false })
    expect(JSON.parse(first.stderr).error.hint).toContain('run the same command again')
    expect(JSON.parse(again.stdout)).toMatchObject({ rows: 1_500, inserted: 1_500, duplicates: 0 })
    expect(count).toBe(1_500)
  })

  it('without ids is in doubt after 24 hours: it stops with 13 and names the rows (A6)', async () => {
    const { again, count } = await inDoubt(24 * HOUR_MS + 60_000)
    expect(again.code).toBe(13)
    expect(JSON.parse(again.stderr).error).toMatchObject({ code: 'IN_DOUBT', details: { rows: [[2, 1_001]] } })
    expect(JSON.parse(again.stderr).error.hint).toContain('--assume-sent or --assume-lost')
    expect(count).toBe(1_000)
  })

  it('goes on as a person decides: --assume-sent sends the rest, --assume-lost all', async () => {
    const sent = await inDoubt(25 * HOUR_MS, '--assume-sent')
    expect([sent.again.code, sent.count]).toEqual([0, 1_500])
    const lost = await inDoubt(25 * HOUR_MS, '--assume-lost')
    expect([lost.again.code, lost.count]).toEqual([0, 2_500])
  })
})

describe('a bulk push whose task cannot be seen', () => {
  it('is in doubt, says so with 13, and is settled by the same command later', async () => {
    const bench = await openBench()
    const { group } = await stageSource(bench)
    const questions = ['--question', 'DEPTH_TEXT: What?', '--question', 'DEPTH_TEXT: Why?']
    await bench.json(['sources', 'create', 'Two', '--group', group, ...questions, '--publish'])
    const cwd = scratchFolder()
    writeFile(cwd, 'a.csv', 'what,why\nfood,cold\n')
    const surroundings = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
    const argv = [
      'push',
      'a.csv',
      '--source',
      'Two',
      '--field',
      'what=What?',
      '--field',
      'why=Why?',
      '--external-id',
      'none',
      '--json',
    ]
    const transport: Transport = async (request) => {
      const answer = await bench.emulator.handle(request)
      return request.method === 'GET' && request.url.includes('/push/bulk/') ? { ...answer, status: 404 } : answer
    }
    const first = await bench.run(argv, { ...surroundings, transport })
    expect([first.code, JSON.parse(first.stderr).error]).toMatchObject([
      13,
      { code: 'IN_DOUBT', details: { rows: [[2, 2]] } },
    ])
    expect(JSON.parse((await bench.run(argv, surroundings)).stdout)).toMatchObject({ inserted: 2, requests: 1 })
    expect(await storedTexts(bench)).toHaveLength(2)
  })
})

describe('a push into a world that was reset', () => {
  it('is a new run, for the instance is another; into the same world it is none', async () => {
    const { bench, surroundings, argv, count } = await stage()
    await bench.run(argv, surroundings)
    expect(JSON.parse((await bench.run(argv, surroundings)).stdout)).toMatchObject({
      already_finished: true,
      requests: 0,
    })
    const reset = await bench.run(['emulator', 'reset', '--yes'])
    expect([reset.code, reset.stderr]).toEqual([0, expect.any(String)])
    await stageSource(bench)
    expect(JSON.parse((await bench.run(argv, surroundings)).stdout)).toMatchObject({
      already_finished: false,
      inserted: 1_500,
    })
    expect(await count()).toBe(1_500)
  })
})

describe('a push whose output nobody reads', () => {
  it('is not harmed by a closed stdout, and ends with 0 (A21)', async () => {
    const { bench, surroundings, argv, count } = await stage()
    const { code, stderr } = await bench.run(argv, { ...surroundings, readsAtMost: 0 })
    expect([code, stderr]).toEqual([0, ''])
    expect(await count()).toBe(1_500)
  })
})
