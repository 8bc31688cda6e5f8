import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, spawnEmulator, startChild, temporaryFolder } from './child.js'
import { checkReplays, exchange, type Intent, intents, load, seededNumbers } from './crash-load.js'
import { allItems, type Json, makePlace, requireOk } from './service.js'

const KILLS = process.env.INPK_SOAK === undefined ? 12 : 200
const SEED = Number(process.env.INPK_SEED ?? 20260302)
const CLIENTS = 4

/** What arrived at the receiver, by event and what names it. */
const heard = new Set<string>()
const receiver = createServer((message, response) => {
  let text = ''
  message.on('data', (chunk) => (text += chunk))
  message.on('end', () => {
    const { event, data } = JSON.parse(text)
    heard.add(`${event} ${data.source_reference ?? data.name}`)
    response.end()
  })
})
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => receiver.close(resolve)))

describe(`kill -9 at ${KILLS} random moments under load (A4, seed ${SEED})`, () => {
  it('every start is clean; nothing acknowledged is lost, nothing repeated is done twice, every event arrives', async () => {
    const pick = seededNumbers(SEED)
    const dataDirectory = temporaryFolder()
    let child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
    const place = await makePlace(serviceAt(child))
    await subscribe(child)
    const next = intents(place, pick)
    const done: Intent[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const loading = load(child, CLIENTS, next)
      await pause(20 + pick(280))
      await child.kill()
      const sent = await loading
      if (kill % 4 === 3) await killWhileStarting(dataDirectory, pick(250))
      child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
      await checkReplays(child, sent)
      done.push(...sent)
    }
    await checkEverything(child, done)
    expect(await child.stop()).toBe(0)
    const tidy = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
    expect(tidy.recovered).toEqual([])
    await checkEverything(tidy, done)
    await tidy.kill()
  }, 3_600_000)

  it('a first start that is killed at any moment is made up for by the next one', async () => {
    const pick = seededNumbers(SEED + 1)
    for (let kill = 0; kill < KILLS / 4; kill += 1) {
      const dataDirectory = temporaryFolder()
      await killWhileStarting(dataDirectory, 100 + pick(300))
      const child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
      expect(requireOk(await serviceAt(child).call('GET', '/me')).org_id).toBe(1)
      await child.kill()
    }
  }, 3_600_000)
})

async function killWhileStarting(dataDirectory: string, afterMs: number): Promise<void> {
  const { process, gone, ready } = await spawnEmulator({ port: 0, dashboardPort: 0, dataDirectory })
  await pause(afterMs)
  process.kill('SIGKILL')
  await gone
  await ready
}

async function checkEverything(child: Child, done: Intent[]): Promise<void> {
  const service = serviceAt(child)
  for (const { path, answer } of done) {
    if (path === '/content/push/bulk' && answer!.status === 202) await finished(service, answer!.json.task_id)
  }
  const texts = done.flatMap((intent) => intent.texts)
  const stored = (await allItems(service)).map((item) => item.text)
  expect(stored.sort()).toEqual(texts.sort())
  const groups = await allGroups(service)
  expect(groups.filter((name) => name.startsWith('Group')).sort()).toEqual(
    done.flatMap(({ group }) => group ?? []).sort(),
  )
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0)
  expect(requireOk(await service.call('GET', '/me')).credits.used).toBeCloseTo(tokens / 1_000, 6)
  const events = done.map(({ group, reference }) => (group ? `series.created ${group}` : `content.pushed ${reference}`))
  await expect.poll(() => events.filter((event) => !heard.has(event)), { timeout: 20_000 }).toEqual([])
}

async function finished(service: ReturnType<typeof serviceAt>, taskId: string): Promise<void> {
  await expect
    .poll(async () => requireOk(await service.call('GET', `/content/push/bulk/${taskId}`)).status, { timeout: 10_000 })
    .toBe('completed')
}

async function allGroups(service: ReturnType<typeof serviceAt>): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = requireOk(await service.call('GET', `/surveys/list?limit=200${cursor && `&cursor=${cursor}`}`))
    names.push(...page.survey_series.map((group: Json) => group.name))
    cursor = page.pagination.next_cursor
  }
  return names
}

async function subscribe(child: Child): Promise<void> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const body = JSON.stringify({ url, events: ['content.pushed', 'series.created'], local: true })
  const headers = { 'content-type': 'application/json' }
  requireOk(await exchange(`${child.dashboardUrl}/_emulator/orgs/1/subscriptions`, 'POST', headers, body))
}

function serviceAt({ baseUrl, apiKeys }: Child) {
  const headers = { authorization: `Bearer ${apiKeys.live.all}`, 'content-type': 'application/json' }
  return {
    call: (method: string, path: string, body?: unknown) =>
      exchange(`${baseUrl}/api/input${path}`, method, headers, body === undefined ? undefined : JSON.stringify(body)),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
