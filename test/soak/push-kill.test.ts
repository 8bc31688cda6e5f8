import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { createPick } from '../draw.js'
import { buildProgram, temporaryFolder } from '../emulator/child.js'
import { createTarget, microAps, storedTexts, used } from '../ingest/faults/target-service.js'
import { type KillTally, killTally } from './kill-tally.js'
import { openSlowService, type SlowService } from './push-service.js'
import { summedUp } from './summed-up.js'
import { type KillPoint, startVictim } from './victim.js'

const KILLS = Number(process.env.INPK_SOAK_KILLS ?? (process.env.INPK_SOAK ? 10_000 : 6))
const SEED = Number(process.env.INPK_SEED ?? 1)
/** Files pushed by one process, which one kill ends at moments of their own: most of a kill's cost is the start of a process. */
const TOGETHER = KILLS > 100 ? 24 : 3
/** Kills of a process of these files at most; then they are pushed to their ends. */
const KILLS_A_FILE = 9

/** Writes a push may kill itself at, and how often it does them; `*` is a number or a hash. */
const WRITES: [write: string, times: number][] = [
  ['append *.jsonl', 8],
  ['sync *.jsonl', 5],
  ...['append *.jsonl.*', 'sync *.jsonl.*', 'rename *.jsonl.*', 'sync runs'].map((write): [string, number] => [
    write,
    2,
  ]),
  ...['append taken-*.json.*', 'rename taken-*.json.*', 'append last-*.json.*', 'rename last-*.json.*'].map(
    (write): [string, number] => [write, 1],
  ),
]

/** Ways to push a file; a push to two fields is a task of the service. */
const WAYS: { fields: 1 | 2; argv: string[] }[] = [
  { fields: 1, argv: ['--external-id', 'none'] },
  { fields: 1, argv: ['--external-id', 'content'] },
  { fields: 2, argv: ['--external-id', 'none', '--field', 'text=Q0', '--field', 'more=Q1'] },
  { fields: 2, argv: ['--external-id', 'content', '--field', 'text=Q0', '--field', 'more=Q1', '--sync'] },
]

type Pick = (limit: number) => number

it(`a push, killed ${KILLS} times with kill -9 at any moment, also while it resumes: each row is stored once and charged once (A3, seed ${SEED})`, async () => {
  const tally = killTally('push', KILLS)
  const service = await openSlowService(() => Math.random() * 12)
  const program = await buildProgram('test/soak/push-main.ts')
  await summedUp('push-kill', SEED, async () => {
    for (let seed = SEED; tally.kills < KILLS; seed += 1) {
      await killPushes(program, seed, service, tally).catch((error: Error) => {
        error.message = `INPK_SEED=${seed} INPK_SOAK_KILLS=1: ${error.message}`
        throw error
      })
    }
    tally.close()
    return `${tally.kills} kills`
  }).finally(service.close)
}, 36_000_000)

/** A file that is pushed, and what the service must have of it in the end. */
interface Pushed {
  folder: string
  argv: string[]
  env: { INPK_API_KEY: string; INPK_BASE_URL: string; INPK_CONFIG_DIR: string }
  /** Adds rows, where what is pushed may grow. */
  grow(): void
  check(): Promise<void>
}

/** Files whose pushes are killed together some times; they may grow meanwhile, then the same commands run to their ends. */
async function killPushes(program: string, seed: number, service: SlowService, tally: KillTally): Promise<void> {
  const pick = createPick(seed)
  const files = await Promise.all(Array.from({ length: TOGETHER }, () => makeFile(service, pick)))
  const folders = files.map(({ folder }) => folder)
  const trace = join(temporaryFolder(), 'trace')
  const start = (killAt?: KillPoint) => {
    const asked = files.map(({ argv, env, folder }) => ({ argv, env, cwd: folder }))
    return startVictim([program, JSON.stringify(asked)], { trace, folders, killAt })
  }
  const lives = 1 + pick(KILLS_A_FILE)
  for (let life = 0; life < lives; life += 1) {
    const startedAt = performance.now()
    const byItself = pick(4) > 0
    const victim = start(byItself ? killPoint(pick) : undefined)
    const timer = byItself ? undefined : setTimeout(() => victim.process.kill('SIGKILL'), pick(wholeMs))
    const ending = await victim.gone
    clearTimeout(timer)
    expect([0, 'SIGKILL'], victim.errors()).toContain(ending)
    if (ending === 0 && life === 0) wholeMs = wholeMs * 0.8 + (performance.now() - startedAt) * 0.2
    for (const [index, { folder, env, grow }] of files.entries()) {
      const ended = await victim.lineOf(index)
      if (ended) expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)])
      else tally.add(momentOf(victim.moment(folder), service.pushInFlight(env.INPK_API_KEY)))
      if (pick(8) === 0) grow()
    }
  }
  const startedAt = performance.now()
  const last = start()
  expect([await last.gone, last.errors()]).toEqual([0, ''])
  wholeMs = wholeMs * 0.9 + (performance.now() - startedAt) * 0.1
  for (const [index, { check }] of files.entries()) {
    const { code, stdout, stderr } = (await last.lineOf(index))!
    expect([code, stderr]).toEqual([0, expect.any(String)])
    expect(JSON.parse(stdout)).toMatchObject({ state: 'finished' })
    await check()
  }
}

/** A file of an organisation of its own, and the command that pushes it. */
async function makeFile(service: SlowService, pick: Pick): Promise<Pushed> {
  // Its clock stands: what is pushed is not analysed, which nobody here looks at.
  const organization = await service.emulator.createOrganization({ clock: { mode: 'frozen' } })
  const apiKey = organization.keys.live.all
  const client = createClient({ baseUrl: service.url, apiKey, force: true })
  const way = WAYS[pick(WAYS.length)]!
  const { sourceId } = await createTarget(client, way.fields)
  const folder = mkdtempSync(join(tmpdir(), 'inpk-kill-'))
  const path = join(folder, 'a.csv')
  const rows = makeRows(way.fields, 1_010 + pick(700), 'text')
  writeFileSync(path, `${['text', 'more'].slice(0, way.fields).join(',')}\n${rows.join('\n')}\n`)
  return {
    folder,
    argv: ['push', 'a.csv', '--source', sourceId, ...way.argv, '--json'],
    env: { INPK_API_KEY: apiKey, INPK_BASE_URL: service.url, INPK_CONFIG_DIR: join(folder, 'config') },
    grow() {
      if (way.fields === 2) return
      const more = makeRows(1, 1 + pick(900), `later ${rows.length}`)
      rows.push(...more)
      appendFileSync(path, `${more.join('\n')}\n`)
    },
    async check() {
      const texts = rows.flatMap((row) => row.split(','))
      expect(await storedTexts(client, sourceId)).toEqual(texts.sort())
      expect(await used(client)).toBe(microAps(texts))
      await organization.delete()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How long a push takes here, as last seen: a kill by the clock may come anywhere in it. */
let wholeMs = 1_000

function killPoint(pick: Pick): KillPoint {
  const [write, times] = WRITES[pick(WRITES.length)]!
  return {
    write,
    nth: 1 + pick(Math.ceil((times * TOGETHER) / 2)),
    when: (['before', 'half', 'after'] as const)[pick(3)]!,
  }
}

function makeRows(fields: 1 | 2, count: number, name: string): string[] {
  return Array.from({ length: count }, (_, row) => {
    const text = `${name} ${row % 100 === 0 ? 'equal' : row}`
    return fields === 1 ? text : `${text},more ${row}`
  })
}

/** What it was writing; between its writes, what the service did for it. */
function momentOf(written: string, inFlight: ReturnType<SlowService['pushInFlight']>): string {
  if (!written.startsWith('after') || !inFlight) return written
  return inFlight === 'stored' ? 'a batch stored and not answered' : 'a batch on its way'
}
