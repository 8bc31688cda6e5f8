import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import type { WireResponse } from '../../src/contract/wire.js'
import { checkError } from './answer-checks.js'
import { type Description, readDescription } from './description.js'
import { type Answer, readAnswer } from './exchange.js'
import { csv, form } from './form.js'
import { MUTATION, type Mutation, mutate, RIGHT } from './mutate.js'
import type { Scene } from './scene.js'
import { START } from './target.js'

const REQUESTS = process.env.INPK_SOAK ? 1_000_000 : 2_000
/** A fresh emulator now and then keeps what is stored small. */
const PER_EMULATOR = 4_000
const SEED = Number(process.env.INPK_FUZZ_SEED ?? 1)

const POOL: readonly Mutation[] = fc.sample(MUTATION, { numRuns: process.env.INPK_SOAK ? 5_000 : 500, seed: SEED })
const WORDS = [
  '',
  '0',
  '-1',
  '1',
  '2',
  '999',
  'x',
  '__proto__',
  'constructor',
  '%00',
  '%ff',
  'ü',
  '2026-01-01',
  '../me',
  'a'.repeat(300),
  '1e9',
  'null',
]
const QUERIES = [
  'limit',
  'cursor',
  'survey_series_id',
  'source_id',
  'field_id',
  'external_id',
  'occurred_since',
  'occurred_until',
  'period_key',
  'toString',
]
const READS = [
  '/me',
  '/surveys/list',
  '/sources/list',
  '/feedback',
  '/sources/{}/analysis',
  '/sources/{}/invite-template',
  '/invites/{}',
  '/invites/{}/recipients',
  '/content/push/bulk/{}',
  '/feedback/push/bulk/{}',
  '/feedback/upload/{}',
]
const MOUNTS = ['/api/input', '/api/v1', '']
const MESSAGE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_sources', arguments: { limit: 5 } },
}
const INVITES = {
  recipients: [{ email: 'a@example.com', external_id: 'e', variables: { name: 'A' } }],
  dry_run: true,
  resend: false,
}

interface Asked {
  method: 'GET' | 'POST'
  /** With its mount; without the query. */
  path: string
  query: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** A stage of the fuzz: an emulator with a source to aim at. */
interface Stage {
  emulator: Emulator
  scene: Scene
  faults: unknown[]
}

it(`${REQUESTS} mutated requests get answers the description allows, errors in the envelope, and no 5xx`, {
  timeout: 3_600_000,
}, async () => {
  const random = randomFrom(SEED)
  let description: Description | undefined
  for (let done = 0; done < REQUESTS; done += PER_EMULATOR) {
    const stage = await openStage()
    const { emulator, faults } = stage
    description ??= readDescription(
      JSON.parse(textOf(await ask(stage, { method: 'GET', path: '/openapi.json', query: '', headers: {} }))),
    )
    for (let at = 0; at < Math.min(PER_EMULATOR, REQUESTS - done); at += 1) {
      const asked = draw(random, stage)
      const response = await ask(stage, asked)
      if (!isOfProtocol(asked, response)) checkAnswer(description, asked, response)
    }
    expect(faults).toEqual([])
    await emulator.close()
  }
})

/** A stream of MCP and its own errors have a form of their own; true where that is what came. */
function isOfProtocol({ path }: Asked, { status, headers, body }: WireResponse): boolean {
  if (!path.endsWith('/mcp') || (status !== 400 && status >= 300)) return false
  if (status === 202) return body.length === 0
  const message = JSON.parse(textOf({ body }))
  return headers['content-type'] === 'application/json' && [message].flat().every((each) => each.jsonrpc === '2.0')
}

function checkAnswer(description: Description, asked: Asked, response: WireResponse): void {
  const answer: Answer = readAnswer(response)
  const about = `${asked.method} ${asked.path}${asked.query} ${String(asked.body).slice(0, 500)}`
  if (answer.status >= 500 || answer.headers['content-type'] !== 'application/json')
    throw new Error(`${about}: ${answer.status} ${answer.text}`)
  if (answer.status >= 400) checkError(answer, about)
  // What no route takes is in no description: a segment with a slash or nothing in it is another path.
  if (answer.status !== 404 && answer.status !== 405) description.check(asked.method, asked.path, answer)
}

function draw(random: (below: number) => number, { scene }: Stage): Asked {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const mutations = () => Array.from({ length: random(4) }, () => pick(POOL))
  const id = () => pick([scene.sourceId, ...WORDS])
  const mount = pick(MOUNTS)
  const json = (path: string, body: object): Asked => ({
    method: 'POST',
    path: mount + path,
    query: '',
    headers: {
      'content-type': 'application/json',
      ...(random(10) === 0 ? { 'idempotency-key': `k${random(20)}` } : {}),
    },
    body: JSON.stringify(mutate(body, mutations())) ?? 'null',
  })
  const kind = random(100)
  if (kind < 40) {
    const query = Array.from({ length: random(3) }, () => `${pick(QUERIES)}=${pick(WORDS)}`).join('&')
    return {
      method: 'GET',
      path: mount + pick(READS).replace('{}', () => encodeURIComponent(id())),
      query: query && `?${query}`,
      headers: {},
    }
  }
  if (kind < 45) return json('/mcp', MESSAGE)
  if (kind < 50) return json(`/sources/${encodeURIComponent(id())}/invites`, INVITES)
  if (kind < 52) {
    const members = mutate(
      { feedback_group_id: scene.groupId, source_id: scene.sourceId, mapping: { fields: { [scene.textId]: 'text' } } },
      mutations(),
    )
    const given = members !== null && typeof members === 'object' && !Array.isArray(members) ? members : {}
    const sound = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.replace(/[^ -~]/g, '?'), value]),
    )
    const { headers, body } = form({ ...sound, file: csv('text', 'one') }, 'a.csv')
    return {
      method: 'POST',
      path: `${mount}/feedback/upload`,
      query: '',
      headers,
      body: Buffer.from(body).subarray(0, body.length - pick([0, 0, random(body.length)])),
    }
  }
  const [path, right] = pick(RIGHT)
  return json(path, right(scene))
}

async function ask(
  { emulator }: Pick<Stage, 'emulator'>,
  { method, path, query, headers, body }: Asked,
): Promise<WireResponse> {
  const authorization = `Bearer ${emulator.apiKeys.test.all}`
  return emulator.handle({ method, url: emulator.baseUrl + path + query, headers: { authorization, ...headers }, body })
}

async function openStage(): Promise<Stage> {
  const faults: unknown[] = []
  const onFault = (fault: unknown) => void faults.push(fault)
  const emulator = await startEmulator({
    listen: false,
    clock: { mode: 'frozen', now: START },
    onFault,
    onRequest: (_, fault) => fault && onFault(fault),
  })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return JSON.parse(
      textOf(await ask({ emulator }, { method: 'POST', path, query: '', headers, body: JSON.stringify(body) })),
    )
  }
  const { survey_series_id: groupId } = await post('/survey_series/create', { name: 'Fuzz' })
  const questions = [
    { type: 'TEXT', question_text: 'a' },
    { type: 'DEPTH_TEXT', question_text: 'b' },
  ]
  const { survey_id: sourceId, questions: made } = await post('/survey/create', {
    survey_series_id: groupId,
    survey_title: 'F',
    questions,
  })
  await post('/survey/publish', { survey_id: sourceId })
  const [textId, longId] = made.map(({ question_id }: { question_id: string }) => question_id)
  return {
    emulator,
    faults,
    scene: {
      groupId,
      groupName: 'Fuzz',
      sourceId,
      textId,
      longId,
      choiceId: '',
      draftId: '',
      draftTextId: '',
      draftChoiceId: '',
    },
  }
}

function textOf({ body }: Pick<WireResponse, 'body'>): string {
  return Buffer.from(body).toString()
}

/** Numbers below a bound, always the same for a seed (xorshift32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
