import fc from 'fast-check'
import { csv, form } from './form.js'
import { CONTROL_ENTRIES } from './fuzz-control.js'
import { MCP_ACCEPTS, MCP_MESSAGES } from './fuzz-mcp.js'
import { MUTATION, type Mutation, mutate, RIGHT } from './mutate.js'
import type { Scene } from './scene.js'

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
const INVITES = {
  recipients: [{ email: 'a@example.com', external_id: 'e', variables: { name: 'A' } }],
  dry_run: true,
  resend: false,
}

export interface Asked {
  method: string
  /** With its mount; without the query. */
  path: string
  query: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /** The operation of the control API that is meant; absent for the API. */
  control?: (typeof CONTROL_ENTRIES)[number]
}

/** Draws requests, the same ones for the same seed: reads, mutated bodies of every operation, uploads, MCP, the control API. */
export function requestsOf(seed: number): (scene: Scene) => Asked {
  const random = randomFrom(seed)
  const pool: readonly Mutation[] = fc.sample(MUTATION, { numRuns: process.env.INPK_SOAK ? 5_000 : 500, seed })
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const mutations = () => Array.from({ length: random(4) }, () => pick(pool))
  const named = (path: string, ids: readonly string[]) =>
    path.replaceAll('{}', () => encodeURIComponent(pick([...ids, ...WORDS])))
  const queryOf = (names: readonly string[]) => {
    const query = Array.from({ length: random(3) }, () => `${pick(names)}=${pick(WORDS)}`).join('&')
    return query && `?${query}`
  }
  const json = (path: string, right: object): Asked => ({
    method: 'POST',
    path: pick(MOUNTS) + path,
    query: '',
    headers: {
      'content-type': 'application/json',
      ...(random(10) === 0 ? { 'idempotency-key': `k${random(20)}` } : {}),
    },
    body: JSON.stringify(mutate(right, mutations())) ?? 'null',
  })
  const read = ({ sourceId }: Scene): Asked => ({
    method: 'GET',
    path: pick(MOUNTS) + named(pick(READS), [sourceId]),
    query: queryOf(QUERIES),
    headers: {},
  })
  const message = ({ sourceId }: Scene): Asked => {
    const asked = json('/mcp', pick(MCP_MESSAGES)(sourceId))
    const accept = pick(MCP_ACCEPTS)
    return accept === undefined ? asked : { ...asked, headers: { ...asked.headers, accept } }
  }
  const upload = ({ groupId, sourceId, textId }: Scene): Asked => {
    const mapping = { fields: { [textId]: 'text' } }
    const members = mutate({ feedback_group_id: groupId, source_id: sourceId, mapping }, mutations())
    const isObject = members !== null && typeof members === 'object' && !Array.isArray(members)
    // Names that no form can carry are other names here.
    const sound = Object.entries(isObject ? members : {}).map(([name, value]) => [name.replace(/[^ -~]/g, '?'), value])
    const { headers, body } = form({ ...Object.fromEntries(sound), file: csv('text', 'one') }, 'a.csv')
    return {
      method: 'POST',
      path: `${pick(MOUNTS)}/feedback/upload`,
      query: '',
      headers,
      body: (body as Uint8Array).subarray(0, body.length - pick([0, 0, random(body.length)])),
    }
  }
  // In turn: drawn at random, some of so many operations would not come up in a short run.
  let turn = 0
  const control = (): Asked => {
    const entry = CONTROL_ENTRIES[turn % CONTROL_ENTRIES.length]!
    turn += 1
    const { method, path, sample, queries } = entry
    const query = method === 'GET' ? queryOf([...queries, 'toString']) : ''
    const body = sample && { body: JSON.stringify(mutate(sample, mutations())) ?? 'null' }
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    return { method, path: named(path, ['key_1', 'sub_1']), query, headers, ...body, control: entry }
  }
  return (scene) => {
    const kind = random(100)
    if (kind < 35) return read(scene)
    if (kind < 42) return message(scene)
    if (kind < 52) return control()
    if (kind < 57) return json(named('/sources/{}/invites', [scene.sourceId]), INVITES)
    if (kind < 59) return upload(scene)
    const [path, right] = pick(RIGHT)
    return json(path, right(scene))
  }
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
