import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { type Client, createClient } from '../../src/client/index.js'
import type { Transport } from '../../src/contract/wire.js'
import type { PushClient, PushTarget } from '../../src/ingest/index.js'
import { createMemoryDisk, push } from './model/memory.js'
import type { ServiceModel } from './model/service.js'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))

let emulator: Emulator
let transport: Transport
/** Answers to lose, by push. */
let losesAnswer: (push: number) => boolean
let pushes: number

beforeAll(async () => {
  emulator = await startEmulator({ listen: false })
})
afterAll(() => emulator.close())

const clientOf = (): Client =>
  createClient({
    baseUrl: emulator.baseUrl,
    apiKey: emulator.apiKeys.test.all,
    transport: (request) => transport(request),
    retries: 0,
  })

/** A published source with as many text fields as asked, and nothing in it. */
async function createTarget(client: Client, fields = 1): Promise<PushTarget> {
  pushes = 0
  losesAnswer = () => false
  transport = async (request) => {
    const answer = await emulator.handle(request)
    if (!request.url.includes('/push') || request.method !== 'POST') return answer
    pushes += 1
    if (losesAnswer(pushes)) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    return answer
  }
  const { survey_series_id } = await client.createGroup({ body: { name: `Group ${Math.random()}` } })
  const questions = Array.from({ length: fields }, (_, index) => ({
    type: 'DEPTH_TEXT' as const,
    question_text: `Question ${index + 1}`,
  }))
  const source = await client.createSource({ body: { survey_series_id, survey_title: 'Source', questions } })
  await client.publishSource({ body: { survey_id: source.survey_id } })
  return {
    groupId: survey_series_id,
    sourceId: source.survey_id,
    fields: source.questions.map(({ question_id, question_text, accepts_text }) => ({
      id: question_id,
      text: question_text,
      acceptsText: accepts_text,
    })),
  }
}

async function storedTexts(client: Client, target: PushTarget): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const page = await client.listFeedback({
      query: { survey_id: target.sourceId, limit: '200', ...(cursor ? { cursor } : {}) },
    })
    texts.push(...page.items.map(({ text }) => text))
    cursor = page.pagination.next_cursor
  }
  return texts.sort()
}

const serviceOf = (client: PushClient) => ({ client }) as ServiceModel

describe('a push into the emulator through the client', () => {
  it('of each fixture stores every row', async () => {
    const client = clientOf()
    const counts: [string, number][] = [
      ['support-tickets.csv', 1],
      ['app-reviews.csv', 1],
      ['chat-log.ndjson', 1],
    ]
    for (const [name] of counts) {
      const target = await createTarget(client)
      const disk = createMemoryDisk({ [name]: fixture(name) })
      disk.now = Date.now()
      const summary = await push(disk, serviceOf(client), { path: name }, { target })
      expect(summary.rows).toBe(summary.inserted)
      expect(await storedTexts(client, target)).toHaveLength(summary.inserted)
    }
  })

  it('of a workbook goes to three fields in one pass', async () => {
    const client = clientOf()
    const target = await createTarget(client, 3)
    const disk = createMemoryDisk({ 'customer-survey.xlsx': fixture('customer-survey.xlsx') })
    disk.now = Date.now()
    const fields = [1, 2, 3].map((number) => `#${number + 5}=Question ${number}`)
    const summary = await push(disk, serviceOf(client), { path: 'customer-survey.xlsx', fields }, { target })
    expect(summary).toMatchObject({ state: 'finished', rejected: 0, duplicates: 0 })
    expect(summary.inserted).toBe((await storedTexts(client, target)).length)
    expect(summary.inserted).toBeGreaterThan(summary.rows_read)
  })

  it.each(['content', 'none'] as const)(
    'stores rows once though every second answer is lost, ids: %s (A1)',
    async (externalId) => {
      const client = clientOf()
      const target = await createTarget(client)
      losesAnswer = (at) => at % 2 === 1
      const texts = Array.from({ length: 500 }, (_, index) => `text ${index % 50}`)
      const disk = createMemoryDisk({ 'a.csv': `text\n${texts.join('\n')}\n` })
      disk.now = Date.now()
      const options = { path: 'a.csv', batchItems: 50, externalId }
      let summary = await push(disk, serviceOf(client), options, { target }).catch(() => undefined)
      for (let tries = 0; tries < 30 && !summary; tries += 1)
        summary = await push(disk, serviceOf(client), options, { target }).catch(() => undefined)
      expect(summary).toMatchObject({ state: 'finished', rows: 500, inserted: 500, duplicates: 0 })
      expect(await storedTexts(client, target)).toEqual(texts.sort())
    },
  )

  it('leaves out the one item the service refuses and stores the rest of its batch', async () => {
    const client = clientOf()
    const target = await createTarget(client)
    const disk = createMemoryDisk()
    // The clock of this machine is two days ahead of the service's: the file passes here, and not there.
    disk.now = Date.now() + 48 * 3_600_000
    const ahead = new Date(disk.now + 3_600_000).toISOString()
    disk.files.set('a.csv', Buffer.from(`text,occurred_at\nsound,2025-01-01\nahead,${ahead}\nlast,\n`))
    const summary = await push(disk, serviceOf(client), { path: 'a.csv' }, { target })
    expect(summary).toMatchObject({ rows: 3, inserted: 2, rejected: 1 })
    expect(disk.rejects.get('a.csv.rejects.csv')).toContain('3,occurred_at must not be after ')
  })

  it('leaves out the one item a bulk push is refused for', async () => {
    const client = clientOf()
    const target = await createTarget(client, 2)
    const disk = createMemoryDisk()
    disk.now = Date.now() + 48 * 3_600_000
    const ahead = new Date(disk.now + 3_600_000).toISOString()
    disk.files.set('a.csv', Buffer.from(`one,two,occurred_at\na,b,2025-01-01\nc,d,${ahead}\ne,,\n`))
    for (const sync of [false, true]) {
      const fields = ['one=Question 1', 'two=Question 2']
      const summary = await push(disk, serviceOf(client), { path: 'a.csv', fields, sync }, { target })
      expect(summary).toMatchObject({ rows: 5, rejected: 2, inserted: sync ? 0 : 3, duplicates: sync ? 3 : 0 })
    }
  })
})
