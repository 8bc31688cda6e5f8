import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { seededNumbers } from '../emulator/crash-load.js'
import { createTarget, microAps, storedTexts, used } from '../ingest/faults/target-service.js'
import { killTally } from './kill-tally.js'
import { openSlowService, type SlowService } from './push-service.js'
import { summedUp } from './summed-up.js'
import { type KillPoint, startVictim } from './victim.js'

const KILLS = Number(process.env.INPK_SOAK_KILLS ?? (process.env.INPK_SOAK ? 10_000 : 12))
const SEED = Number(process.env.INPK_SEED ?? 1)
/** Files at once: a push waits for answers most of the time. */
const LANES = KILLS > 100 ? 3 : 1
/** Kills of one file at most; then it is pushed to its end. */
const KILLS_A_FILE = 9
const PROGRAM = resolve('bin/inpk.js')

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
  { fields: 2, argv: ['--external-id', 'none', '--field', 'text=Q0', '--field', 'more=Q1', '--sync'] },
]

type Pick = (limit: number) => number

it(`a push, killed ${KILLS} times with kill -9 at any moment, also while it resumes: each row is stored once and charged once (A3, seed ${SEED})`, async () => {
  const tally = killTally('push', KILLS)
  const service = await openSlowService(() => Math.random() * 12)
  let files = 0
  const lane = async () => {
    while (tally.kills < KILLS) {
      const seed = SEED + files++
      await killFile(seed, service, tally).catch((error: Error) => {
        error.message = `INPK_SEED=${seed} INPK_SOAK_KILLS=1: ${error.message}`
        throw error
      })
    }
  }
  await summedUp('push-kill', SEED, async () => {
    await Promise.all(Array.from({ length: LANES }, lane))
    tally.close()
    return `${tally.kills} kills`
  }).finally(service.close)
}, 36_000_000)

/** One file: its push is killed some times, the file may grow meanwhile, then the same command runs to its end. */
async function killFile(seed: number, service: SlowService, tally: ReturnType<typeof killTally>): Promise<void> {
  const pick = seededNumbers(seed)
  // Its clock stands: what is pushed is not analysed, which nobody here looks at.
  const organization = await service.emulator.createOrganization({ clock: { mode: 'frozen' } })
  const apiKey = organization.keys.live.all
  const client = createClient({ baseUrl: service.url, apiKey, force: true })
  const way = WAYS[pick(WAYS.length)]!
  const { sourceId } = await createTarget(client, way.fields)
  const folder = mkdtempSync(join(tmpdir(), 'inpk-kill-'))
  const env = { INPK_API_KEY: apiKey, INPK_BASE_URL: service.url, INPK_CONFIG_DIR: join(folder, 'config') }
  const rows = makeRows(way.fields, 1_050 + pick(1_400), 'text')
  writeFileSync(join(folder, 'a.csv'), `${['text', 'more'].slice(0, way.fields).join(',')}\n${rows.join('\n')}\n`)
  const argv = [PROGRAM, 'push', 'a.csv', '--source', sourceId, ...way.argv, '--json']
  const start = (killAt?: KillPoint) =>
    startVictim(argv, { cwd: folder, env, trace: join(folder, 'trace'), ...(killAt ? { killAt } : {}) })

  for (let kills = 1 + pick(KILLS_A_FILE); kills > 0; kills -= 1) {
    const startedAt = performance.now()
    const byItself = pick(2) === 0
    const victim = start(byItself ? killPoint(pick) : undefined)
    const timer = byItself ? undefined : setTimeout(() => victim.process.kill('SIGKILL'), pick(wholeMs))
    const ending = await victim.gone
    clearTimeout(timer)
    if (ending === 'SIGKILL') tally.add(momentOf(victim.moment(), service.pushInFlight(apiKey)))
    else expect([ending, victim.output.stderr]).toEqual([0, expect.any(String)])
    if (ending === 0 && kills === 1) wholeMs = wholeMs * 0.8 + (performance.now() - startedAt) * 0.2
    if (way.fields === 1 && pick(8) === 0) {
      const more = makeRows(1, 1 + pick(900), `later ${kills}`)
      rows.push(...more)
      appendFileSync(join(folder, 'a.csv'), `${more.join('\n')}\n`)
    }
  }
  const startedAt = performance.now()
  const last = start()
  expect([await last.gone, last.output.stderr]).toEqual([0, expect.any(String)])
  wholeMs = wholeMs * 0.9 + (performance.now() - startedAt) * 0.1
  expect(JSON.parse(last.output.stdout)).toMatchObject({ state: 'finished' })
  const texts = rows.flatMap((row) => row.split(','))
  expect(await storedTexts(client, sourceId)).toEqual(texts.sort())
  expect(await used(client)).toBe(microAps(texts))
  await organization.delete()
  rmSync(folder, { recursive: true, force: true })
}

/** How long a push takes here, as last seen: a kill by the clock may come anywhere in it. */
let wholeMs = 1_000

function killPoint(pick: Pick): KillPoint {
  const [write, times] = WRITES[pick(WRITES.length)]!
  return { write, nth: 1 + pick(times), when: (['before', 'half', 'after'] as const)[pick(3)]! }
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
