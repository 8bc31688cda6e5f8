import { rmSync } from 'node:fs'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmulatorOptions } from '../../emulator/index.js'
import { createPick } from '../draw.js'
import { bundle, type ChildService, startChild, temporaryFolder } from '../emulator/child.js'
import { exchange } from '../emulator/crash-load.js'
import { allItems, type Json, makePlace, requireOk } from '../emulator/service.js'
import { live, repeat, type Story, steps } from './kill-load.js'
import { killTally } from './kill-tally.js'
import { summedUp } from './summed-up.js'
import { type KillPoint, startVictim, type Victim } from './victim.js'

const KILLS = Number(process.env.INPK_SOAK_KILLS ?? (process.env.INPK_SOAK ? 10_000 : 6))
const SEED = Number(process.env.INPK_SEED ?? 1)
/** Data directories of one process, which one kill ends at moments of their own: most of a kill's cost is the start of a process. */
const TOGETHER = KILLS > 100 ? 32 : 3
/** Kills of one data directory, before the whole of it is checked and a new one is taken. */
const KILLS_A_STORY = 100
/** So few records that most lives have a compaction. */
const COMPACT_AFTER = 25

/** Writes a victim may kill itself at, and the how manieth of them at most; `*` is a number. */
const WRITES: [write: string, times: number][] = [
  // A commit: rows first, then the record.
  ...['append *.*.jsonl', 'sync *.*.jsonl', 'append journal.jsonl', 'sync journal.jsonl'].map(upTo(12)),
  // A compaction, and an erasure, which is one with rows written again.
  ...['append snapshot.json.tmp', 'sync snapshot.json.tmp', 'rename snapshot.json.tmp'].map(upTo(2)),
  ...['append log.jsonl.tmp', 'rename log.jsonl.tmp', 'rename *.snapshot.json.tmp', 'rename *.jsonl.tmp'].map(upTo(2)),
  // A snapshot with a name, an upload, a task.
  ...['rename s*.json.tmp', 'append upload-*', 'sync upload-*', 'rm upload-*', 'rename task_*.*.tmp'].map(upTo(2)),
]

function upTo(times: number): (write: string) => [string, number] {
  return (write) => [write, times]
}

/** What arrived at the receiver, by story, event and what names it. */
const heard = new Set<string>()
const receiver = createServer((message, response) => {
  let text = ''
  message.on('data', (chunk) => (text += chunk))
  message.on('end', () => {
    const { event, data } = JSON.parse(text)
    heard.add(`${message.url} ${event} ${data.source_reference ?? data.name}`)
    response.end()
  })
})
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => receiver.close(resolve)))

it(`an emulator, killed ${KILLS} times with kill -9 at any moment: every start is clean, what was acknowledged is there once and charged once, answers are kept, events arrive (A4, seed ${SEED})`, async () => {
  const tally = killTally('emulator', KILLS)
  await summedUp('emulator-kill', SEED, async () => {
    for (let seed = SEED; tally.kills < KILLS; seed += 1) {
      const lives = Math.min(KILLS_A_STORY, Math.ceil((KILLS - tally.kills) / TOGETHER))
      await killStories(seed, lives, tally.add).catch((error: Error) => {
        error.message = `INPK_SEED=${seed} INPK_SOAK_KILLS=${lives * TOGETHER}: ${error.message}`
        throw error
      })
    }
    tally.close()
    return `${tally.kills} kills`
  })
}, 36_000_000)

/** Data directories, killed together so often, then each checked as a whole, before and after it is closed in order. */
async function killStories(seed: number, lives: number, killed: (moment: string) => void): Promise<void> {
  const pick = createPick(seed)
  const folders = Array.from({ length: TOGETHER }, temporaryFolder)
  const options = folders.map((dataDirectory) => ({ port: 0, dashboardPort: 0, dataDirectory }))
  const trace = join(temporaryFolder(), 'trace')
  const program = await bundle(COMPACT_AFTER)
  const start = (killAt?: KillPoint) =>
    startVictim([program, JSON.stringify(options)], { trace, folders, ...(killAt ? { killAt } : {}) })
  const end = async (victim: Victim) => {
    victim.process.kill('SIGKILL')
    expect([await victim.gone, victim.errors()]).toEqual(['SIGKILL', ''])
    for (const folder of folders) killed(victim.moment(folder))
  }
  // The very first start, which makes the organisation, may be killed, too.
  const first = start()
  await pause(pick(startMs))
  await end(first)
  const stories: Story[] = []
  for (const [index, ofStory] of options.entries()) stories.push(await begin(ofStory, `${seed}-${index}`, pick))
  for (let life = 1; life < lives; life += 1) await liveAndDie(start, end, stories, pick)
  for (const [index, story] of stories.entries()) await checkWhole(options[index]!, `${seed}-${index}`, story, pick)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** How long a start takes here, as last seen. */
let startMs = 400

/** One life in five ends while it starts, one in two by its own hand at a chosen write, the others under load. */
async function liveAndDie(
  start: (killAt?: KillPoint) => Victim,
  end: (victim: Victim) => Promise<void>,
  stories: readonly Story[],
  pick: (limit: number) => number,
): Promise<void> {
  const kind = pick(10)
  if (kind < 2) {
    const victim = start()
    await pause(pick(startMs))
    return end(victim)
  }
  const [write, times] = WRITES[pick(WRITES.length)]!
  const when = (['before', 'half', 'after'] as const)[pick(3)]!
  const startedAt = performance.now()
  const victim = start(kind < 7 ? { write, nth: 1 + pick(Math.ceil((times * TOGETHER) / 4)), when } : undefined)
  const begun: Promise<unknown>[] = []
  const living = stories.map(async (story, index) => {
    const ready = victim.lineOf(index)
    begun.push(ready)
    const service = await ready
    if (service?.failed) throw new Error(`it did not start: ${JSON.stringify(service)}`)
    if (service) await live(service as ChildService, story)
  })
  const all = Promise.all(living)
  if (kind >= 7) {
    await Promise.race([Promise.all(begun), all])
    startMs = performance.now() - startedAt
    await Promise.race([all, pause(pick(120))])
  } else await Promise.race([all, victim.gone])
  await end(victim)
  await all
}

async function begin(options: EmulatorOptions, name: string, pick: (limit: number) => number): Promise<Story> {
  const child = await startChild(options)
  const place = await makePlace(serviceAt(child))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${name}`
  const body = JSON.stringify({ url, events: ['content.pushed', 'series.created'], local: true })
  const headers = { 'content-type': 'application/json' }
  requireOk(await exchange(`${child.dashboardUrl}/_emulator/orgs/1/subscriptions`, 'POST', headers, body))
  await child.kill()
  const settled: Story['settled'] = []
  return { next: steps(place, pick, settled), open: [], settled }
}

async function checkWhole(
  options: EmulatorOptions,
  name: string,
  story: Story,
  pick: (limit: number) => number,
): Promise<void> {
  const child = await startChild(options)
  await live(child, story, 0)
  expect(story.open).toEqual([])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const erased = new Set(story.settled.map(({ erases }) => erases))
  const kept = story.settled.filter((step) => !erased.has(step))
  for (let count = 0; count < 30 && kept.length > 0; count += 1) await repeat(child, kept[pick(kept.length)]!, agent)
  agent.destroy()
  await expectWhole(child, story)
  const events = story.settled.flatMap(({ group, reference }) =>
    group ? [`/${name} series.created ${group}`] : reference ? [`/${name} content.pushed ${reference}`] : [],
  )
  await expect.poll(() => events.filter((event) => !heard.has(event)), { timeout: 30_000 }).toEqual([])
  expect(await child.stop()).toBe(0)
  const tidy = await startChild(options)
  expect(tidy.recovered).toEqual([])
  await expectWhole(tidy, story)
  await tidy.kill()
}

async function expectWhole(child: ChildService, { settled }: Story): Promise<void> {
  const service = serviceAt(child)
  for (const { path, answer } of settled) {
    if (answer!.status !== 202) continue
    const status = `${path}/${answer!.json.task_id}`
    await expect
      .poll(async () => (await service.call('GET', status)).json.status, { timeout: 30_000 })
      .toBe('completed')
  }
  const erased = new Set(settled.map(({ erases }) => erases))
  const texts = settled.flatMap((step) => (erased.has(step) ? [] : step.texts))
  expect((await allItems(service)).map(({ text }) => text).sort()).toEqual(texts.sort())
  const groups = settled.flatMap(({ group }) => group ?? [])
  expect((await allGroups(service)).filter((name) => name.startsWith('Group')).sort()).toEqual(groups.sort())
  const charged = settled.flatMap((step) => step.texts)
  const tokens = charged.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0)
  expect(requireOk(await service.call('GET', '/me')).credits.used).toBeCloseTo(tokens / 1_000, 6)
  const saved = requireOk(await exchange(`${child.dashboardUrl}/_emulator/orgs/1/snapshots`, 'GET'))
  const names = saved.items.map(({ name }: Json) => name)
  for (const { snapshot } of settled) if (snapshot) expect(names).toContain(snapshot)
}

async function allGroups({ call }: ReturnType<typeof serviceAt>): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = requireOk(await call('GET', `/surveys/list?limit=200${cursor && `&cursor=${cursor}`}`))
    names.push(...page.survey_series.map((group: Json) => group.name))
    cursor = page.pagination.next_cursor
  }
  return names
}

function serviceAt({ baseUrl, apiKeys }: ChildService) {
  const headers = { authorization: `Bearer ${apiKeys.live.all}`, 'content-type': 'application/json' }
  return {
    call: (method: string, path: string, body?: unknown) =>
      exchange(`${baseUrl}/api/input${path}`, method, headers, body === undefined ? undefined : JSON.stringify(body)),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
