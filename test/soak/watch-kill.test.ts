import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, createClient } from '../../src/client/index.js'
import { createDraw } from '../draw.js'
import { createTarget, storedTexts } from '../ingest/faults/target-service.js'
import { openSlowService, type SlowService } from './push-service.js'
import { summedUp } from './summed-up.js'

const ROUNDS = process.env.INPK_SOAK ? 25 : 1
/** At once, for a watcher looks once a second only. */
const WATCHERS = process.env.INPK_SOAK ? 4 : 1
const PROGRAM = resolve('bin/inpk.js')
const SEED = Number(process.env.INPK_SEED ?? 3)
const draw = createDraw(SEED)

let service: SlowService
let client: Client
let root: string
beforeAll(async () => {
  service = await openSlowService(() => draw() * 40)
  client = createClient({ baseUrl: service.url, apiKey: service.apiKey })
  root = mkdtempSync(join(tmpdir(), 'inpk-watch-'))
})
afterAll(async () => {
  await service.close()
  rmSync(root, { recursive: true, force: true })
})

function watch(cwd: string, sourceId: string): ChildProcess {
  const argv = [PROGRAM, 'push', '--watch', 'in', '--source', sourceId, '--external-id', 'none', '--concurrency', '1']
  const env = {
    ...{ PATH: process.env.PATH, INPK_API_KEY: service.apiKey, INPK_BASE_URL: service.url },
    INPK_CONFIG_DIR: join(cwd, 'config'),
  }
  return spawn(process.execPath, argv, { cwd, env, stdio: 'ignore' })
}

const ended = (child: ChildProcess) => new Promise((done) => child.on('exit', done))
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await pause(2)
}

/** Kills a watcher some time after its push has begun, lets the file grow or not, and starts it again. */
async function killOnce(name: string): Promise<void> {
  const { sourceId } = await createTarget(client, 1)
  const cwd = join(root, name)
  mkdirSync(join(cwd, 'in'), { recursive: true })
  const file = join(cwd, 'in', 'a.csv')
  const rows = Array.from({ length: 3_300 }, (_, row) => `${name} row ${row}`)
  writeFileSync(file, `text\n${rows.join('\n')}\n`)
  const first = watch(cwd, sourceId)
  const over = ended(first)
  await until(() => existsSync(join(cwd, 'config', 'state', 'runs')))
  await pause(draw() * 400)
  first.kill('SIGKILL')
  await over
  if (existsSync(file) && draw() < 0.6) {
    const later = Array.from({ length: 1 + Math.floor(draw() * 900) }, (_, row) => `${name} later ${row}`)
    appendFileSync(file, `${later.join('\n')}\n`)
    rows.push(...later)
  }
  const second = watch(cwd, sourceId)
  const done = join(cwd, 'in', 'done', 'a.csv')
  await until(() => existsSync(done))
  const secondOver = ended(second)
  second.kill('SIGINT')
  await secondOver
  expect(await storedTexts(client, sourceId)).toEqual([...rows].sort())
  expect(readFileSync(done, 'utf8').trimEnd().split('\n')).toHaveLength(rows.length + 1)
}

it(`push --watch, ${ROUNDS * WATCHERS} times killed with kill -9 and started again, also where the file grew meanwhile: each row is stored once, without ids (A3)`, async () => {
  await summedUp('watch-kill', SEED, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all(Array.from({ length: WATCHERS }, (_, index) => killOnce(`${round}-${index}`)))
    return `${ROUNDS * WATCHERS} kills`
  })
}, 3_600_000)
