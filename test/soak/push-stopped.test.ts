import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../src/client/index.js'
import { createDraw } from '../draw.js'
import { openSlowService, type SlowService } from './push-service.js'
import { summedUp } from './summed-up.js'

const SIGNALLED = process.env.INPK_SOAK ? 50 : 1
const ROWS = 4_200
const PROGRAM = resolve('bin/inpk.js')

const SEED = Number(process.env.INPK_SEED ?? 1)
const draw = createDraw(SEED)
let service: SlowService
let client: Client
let folder: string

beforeAll(async () => {
  service = await openSlowService(() => draw() * 40)
  client = createClient({ baseUrl: service.url, apiKey: service.apiKey })
  folder = mkdtempSync(join(tmpdir(), 'inpk-kill-'))
  const rows = Array.from({ length: ROWS }, (_, row) => `text ${row % 100 === 0 ? 'equal' : row}`)
  writeFileSync(join(folder, 'a.csv'), `text\n${rows.join('\n')}\n`)
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** Runs the real program; `afterMs`: when the signal is sent, counted from the first push that arrives, or from its start. */
function run(
  argv: string[],
  stop?: { signal: NodeJS.Signals; afterMs: number; fromFirstPush: boolean },
): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    INPK_API_KEY: service.apiKey,
    INPK_BASE_URL: service.url,
    INPK_CONFIG_DIR: join(folder, 'config'),
  }
  const child = spawn(process.execPath, [PROGRAM, ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk
  })
  if (stop) stopLater(child, stop)
  return new Promise((done) => child.on('close', (code, signal) => done({ code, signal, ...said })))
}

function stopLater(
  child: ReturnType<typeof spawn>,
  stop: { signal: NodeJS.Signals; afterMs: number; fromFirstPush: boolean },
): void {
  const before = service.pushes()
  const poll = setInterval(() => {
    if (stop.fromFirstPush && service.pushes() === before) return
    clearInterval(poll)
    const timer = setTimeout(() => child.kill(stop.signal), stop.afterMs)
    child.on('close', () => clearTimeout(timer))
  }, 2)
  child.on('close', () => clearInterval(poll))
}

async function createSource(): Promise<string> {
  const { survey_series_id } = await client.createGroup({ body: { name: `Group ${Math.random()}` } })
  const questions = [{ type: 'DEPTH_TEXT' as const, question_text: 'What?' }]
  const { survey_id } = await client.createSource({ body: { survey_series_id, survey_title: 'Source', questions } })
  await client.publishSource({ body: { survey_id } })
  return survey_id
}

/** What is stored when each row of the file is there once. */
const WHOLE = { items: ROWS, equal: ROWS / 100, different: ROWS - ROWS / 100 }

/** How many items are stored, how many of the text that many rows have, and how many texts beside it. */
async function storedCounts(sourceId: string): Promise<typeof WHOLE> {
  const counts = { items: 0, equal: 0 }
  const others = new Set<string>()
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const query = { survey_id: sourceId, limit: 200, ...(cursor ? { cursor } : {}) }
    const page = await client.listFeedback({ query })
    for (const { text } of page.items) {
      counts.items += 1
      if (text === 'text equal') counts.equal += 1
      else others.add(text)
    }
    cursor = page.pagination.next_cursor
  }
  return { ...counts, different: others.size }
}

const command = (sourceId: string, ids: string) => [
  'push',
  'a.csv',
  '--source',
  sourceId,
  '--external-id',
  ids,
  '--json',
]

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('the program, told to stop by %s', (signal, code) => {
  it(`finishes the batches in flight, says how to go on, ends with ${code}, and the same command does the rest (A20)`, async () => {
    await summedUp(`push-stopped ${signal}`, SEED, async () => {
      let stopped = 0
      // A signal may come when all is done: then it is tried again.
      for (let time = 0; stopped < SIGNALLED && time < SIGNALLED * 3 + 5; time += 1) {
        const sourceId = await createSource()
        const argv = ['push', 'a.csv', '--source', sourceId, '--external-id', 'none']
        const first = await run(argv, { signal, afterMs: draw() * 30, fromFirstPush: true })
        stopped += first.code === code ? 1 : 0
        if (first.code === code) expect(first.stderr).toContain('Stopped. Run the same command again to resume.')
        else expect(first.code).toBe(0)
        expect((await run(argv)).code).toBe(0)
        expect(await storedCounts(sourceId)).toEqual(WHOLE)
      }
      expect(stopped).toBe(SIGNALLED)
      return `${stopped} signals`
    })
  }, 600_000)
})

describe('the program, where it runs twice at once', () => {
  it('refuses the second push of the same file, and the first is not harmed (A25)', async () => {
    const sourceId = await createSource()
    const both = await Promise.all([run(command(sourceId, 'none')), run(command(sourceId, 'none'))])
    const codes = both.map(({ code }) => code).sort()
    // Whoever comes when the other is done finds a finished run.
    expect([
      [0, 7],
      [0, 0],
    ]).toContainEqual(codes)
    for (const { code, stderr } of both) if (code === 7) expect(stderr).toContain('already running')
    expect(await storedCounts(sourceId)).toEqual(WHOLE)
  }, 60_000)
})
