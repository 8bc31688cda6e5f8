import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { temporaryFolder } from './child.js'
import { allItems, type Json, makePlace, pushBody, readAnswer, requireOk, START } from './service.js'

/** Every byte of the record is a place to cut at; each costs a start. */
const STEP = process.env.INPK_SOAK ? 1 : 401
const JOURNAL = join('orgs', '1', 'journal.jsonl')

async function open(dataDirectory: string) {
  const emulator = await startEmulator({ listen: false, dataDirectory, clock: { mode: 'frozen', now: START } })
  return { emulator, call: callOf(emulator) }
}

function callOf({ handle, baseUrl, apiKeys }: Emulator) {
  return async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${apiKeys.live.all}`, 'content-type': 'application/json', ...more }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await handle({ method, url: `${baseUrl}/api/input${path}`, headers, ...sent })
    return readAnswer(answer.status, answer.headers, Buffer.from(answer.body).toString())
  }
}

it('rows, the kept answer, credits and the event of a push are one record: cut at any byte of it, all of them are there or none, and a replay does the rest (A5)', async () => {
  const folder = temporaryFolder()
  const { emulator, call } = await open(folder)
  const place = await makePlace({ call })
  await emulator.control.createSubscription({ body: { url: 'https://example.com/hook', events: ['content.pushed'] } })
  const body = pushBody(place, ['one', { text: 'two', external_id: 'x' }, 'one'])
  const key = { 'idempotency-key': 'batch-1' }
  const first = await call('POST', '/content/push', body, key)
  const journal = readFileSync(join(folder, JOURNAL))
  const begin = journal.lastIndexOf(10, journal.length - 2) + 1
  const { items, changes } = JSON.parse(journal.subarray(begin).toString()).data
  const tables = changes.map(({ table, single }: Json) => table ?? single)
  expect(items).toMatchObject([{ count: 3 }])
  expect(tables).toEqual(expect.arrayContaining(['keptAnswers', 'credits', 'deliveries', 'jobs']))
  const copy = temporaryFolder()
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes('lock.') })
  await emulator.close()

  const lengths = Array.from({ length: Math.ceil((journal.length - begin) / STEP) }, (_, index) => begin + index * STEP)
  for (const length of [...lengths, journal.length]) {
    const cut = temporaryFolder()
    cpSync(copy, cut, { recursive: true })
    writeFileSync(join(cut, JOURNAL), journal.subarray(0, length))
    const again = await open(cut)
    const isWhole = length === journal.length
    const used = async () => requireOk(await again.call('GET', '/me')).credits.used
    const seen = async () => [
      (await allItems(again)).length,
      await used(),
      (await again.emulator.control.listDeliveries()).items.length,
    ]
    expect(await seen(), `cut at ${length}`).toEqual(isWhole ? [3, 0.003, 1] : [0, 0, 0])
    const replay = await again.call('POST', '/content/push', body, key)
    expect([replay.status, replay.text]).toEqual([first.status, first.text])
    expect(replay.headers['idempotent-replayed']).toBe(isWhole ? 'true' : undefined)
    expect(await seen()).toEqual([3, 0.003, 1])
    await again.emulator.close()
  }
}, 600_000)
