import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { type Bench, openBench } from './with-emulator.js'

const ROWS = Array.from({ length: 40 }, (_, row) => `text ${row}`)
const TARGET = ['--group', 'Shops', '--source', 'Survey', '--create', '--json']

interface Machine {
  run(...argv: string[]): ReturnType<Bench['run']>
}

/** Machines with a state of their own, and one file on each, before one emulator; or one machine that runs them all. */
async function machines(count: number, options: { shared?: boolean; change?: (handle: Transport) => Transport } = {}) {
  const bench = await openBench()
  const transport = options.change?.(bench.emulator.handle) ?? bench.emulator.handle
  const folders = Array.from({ length: options.shared ? 1 : count }, scratchFolder)
  for (const folder of folders) writeFile(folder, 'a.csv', `text\n${ROWS.join('\n')}\n`)
  const all = Array.from({ length: count }, (_, number): Machine => {
    const cwd = folders[number % folders.length]!
    const env = { INPK_CONFIG_DIR: join(cwd, 'config') }
    return { run: (...argv) => bench.run(['push', 'a.csv', ...TARGET, ...argv], { cwd, env, transport }) }
  })
  const sources = () => bench.json<{ survey_id: string; survey_title: string }[]>(['sources', 'list'])
  const texts = async () => (await bench.json<{ text: string }[]>(['feedback', 'list'])).map(({ text }) => text).sort()
  return { all, sources, texts }
}

/** Passes requests on without their key: as a service that knows it for pushes only. */
function keyless(handle: Transport): Transport {
  return (request) => {
    const { 'idempotency-key': _none, ...headers } = request.headers
    return handle(request.url.includes('/survey/create') ? { ...request, headers } : request)
  }
}

const SORTED = [...ROWS].sort()

describe('push --create at the same moment', () => {
  it.each([false, true])(
    'from four shards makes one source with every row once; on one machine: %s (C4, F3)',
    async (shared) => {
      const { all, sources, texts } = await machines(4, { shared })
      const ran = await Promise.all(all.map(({ run }, index) => run('--shard', `${index + 1}/4`)))
      expect(ran.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual(Array(4).fill([0, '']))
      expect((await sources()).map((each) => each.survey_title)).toEqual(['Survey'])
      expect(await texts()).toEqual(SORTED)
    },
  )

  it('of one file from two machines makes one source, and stores every row once (F3)', async () => {
    const { all, sources, texts } = await machines(2)
    expect((await Promise.all(all.map(({ run }) => run()))).map(({ code }) => code)).toEqual([0, 0])
    expect(await sources()).toHaveLength(1)
    expect(await texts()).toEqual(SORTED)
  })

  it('with other fields under the same name takes the source of the other push, or says which fields it lacks', async () => {
    const { all, sources } = await machines(2)
    const ran = await Promise.all([all[0]!.run('--field', 'text=What?'), all[1]!.run('--field', 'text=Why?')])
    expect(await sources()).toHaveLength(1)
    expect(ran.map(({ code }) => code).sort()).toEqual([0, 2])
  })

  it('on one machine makes one source, also where the service does not know the key', async () => {
    const { all, sources, texts } = await machines(4, { shared: true, change: keyless })
    const ran = await Promise.all(all.map(({ run }, index) => run('--shard', `${index + 1}/4`)))
    expect(ran.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual(Array(4).fill([0, '']))
    expect(await sources()).toHaveLength(1)
    expect(await texts()).toEqual(SORTED)
  })

  it('where the service does not know the key either, whoever finds twins pushes nothing and names them', async () => {
    const { all, sources, texts } = await machines(4, { change: keyless })
    const ran = await Promise.all(all.map(({ run }, index) => run('--shard', `${index + 1}/4`)))
    const refused = ran
      .filter(({ code }) => code !== 0)
      .map(({ stderr }) => JSON.parse(stderr.trim().split('\n').at(-1)!).error)
    for (const { code, message } of refused) {
      expect(code).toMatch(/^(SOURCE_NOT_UNIQUE|NAME_NOT_UNIQUE)$/)
      expect(message).toMatch(/\d+/)
    }
    expect((await sources()).length - 1 === 0 || refused.length > 0).toBe(true)
    const stored = await texts()
    expect(new Set(stored).size).toBe(stored.length)
  })
})

describe('push --create of nothing', () => {
  it('creates no source for a file of headers only', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'empty.csv', 'text\n')
    const bench = await openBench()
    const { code, stderr } = await bench.run(['push', 'empty.csv', ...TARGET], {
      cwd,
      env: { INPK_CONFIG_DIR: join(cwd, 'config') },
    })
    expect([code, JSON.parse(stderr.trim().split('\n').at(-1)!).error.code]).toEqual([6, 'NOTHING_TO_PUSH'])
    expect(await bench.json(['sources', 'list'])).toEqual([])
  })
})
