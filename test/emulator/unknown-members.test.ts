import { beforeAll, describe, expect, it } from 'vitest'
import { requireInput } from '../../emulator/core/input.js'
import { CONTROL_IDS, CONTROL_OPERATIONS, CONTROL_PREFIX, controlRowOf } from '../../src/contract/control/index.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import type { TSchema } from '../../src/contract/schema.js'
import { SeedDocument } from '../../src/contract/seed.js'
import { recommendedSchema } from '../../src/contract/vocabulary.js'
import { objectPaths, sampleOf, withMember } from './schema-samples.js'
import { type Service, startService } from './service.js'

/** A misspelt name, and names that every object inherits. */
const NAMES = [
  'externalId',
  '__proto__',
  'constructor',
  ...(process.env.INPK_SOAK ? ['toString', 'hasOwnProperty', 'length'] : []),
]
let asked = 0
/** All of them in the soak, else each in its turn: over all places every one is tried many times. */
function names(): readonly string[] {
  if (process.env.INPK_SOAK) return NAMES
  asked += 1
  return [NAMES[asked % NAMES.length]!]
}
/** Members of one object. */
const MANY = process.env.INPK_SOAK ? 1_000_000 : 50_000
const REFUSED = expect.stringContaining('is not a known member')

/** Every operation that takes JSON, with its body in the words of each of its routes. */
const BODIES = OPERATION_IDS.map(rowOf)
  .filter(({ id, body, media }) => body && !media && id !== 'mcp')
  .flatMap((row) =>
    row.routes.map((route) => ({
      id: row.id,
      ...route,
      body: route.words === 'classic' ? row.body! : recommendedSchema(row.body!),
    })),
  )
const QUERIES = OPERATION_IDS.map(rowOf)
  .filter(({ query }) => query)
  .map(({ id, routes: [{ path, mounts = ['/api/input'] }] }) => ({ id, path: mounts[0] + path }))

let open: Service
let strict: Service
beforeAll(async () => {
  open = await startService()
  strict = await startService({ strict: true })
})

/** Sends a body as the text it is. */
function post({ emulator }: Service, url: string, body: string, method = 'POST') {
  const authorization = `Bearer ${emulator.apiKeys.test.all}`
  return emulator.handle({ method, url, headers: { authorization, 'content-type': 'application/json' }, body })
}

function get({ emulator }: Service, path: string) {
  const authorization = `Bearer ${emulator.apiKeys.live.all}`
  return emulator.handle({ method: 'GET', url: emulator.baseUrl + path, headers: { authorization } })
}

const filled = (path: string) => path.replace('{org_id}', '1').replaceAll(/\{\w+\}/g, '1')
const jsonOf = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString() || '{}')

describe('a member no schema knows', () => {
  it.each(BODIES)(
    'of $id at $path is hinted at, and refused with --strict, at every depth [H2, A6, F6]',
    async ({ path, words, body }) => {
      const sample = sampleOf(body)
      const mount = words === 'recommended' && path === '/content/push/bulk' ? '/api/v1' : '/api/input'
      for (const at of objectPaths(body, sample)) {
        for (const name of names()) {
          const member = at === '' ? name : `${at}.${name}`
          const text = withMember(sample, at, name)
          const answer = await post(open, open.emulator.baseUrl + mount + filled(path), text)
          expect(answer.headers['x-emulator-hint'], text).toContain(`unknown member ${member} was ignored`)
          expect(answer.status).toBeLessThan(500)
          const refused = await post(strict, strict.emulator.baseUrl + mount + filled(path), text)
          const { error } = jsonOf(refused.body)
          expect([refused.status, Object.entries(error.details)], text).toEqual([400, [[member, [REFUSED]]]])
        }
      }
    },
  )

  it.each(QUERIES)('of the query of $id is hinted at, and refused with --strict', async ({ path }) => {
    for (const name of names()) {
      const asked = `${filled(path)}?${name}=1`
      expect((await get(open, asked)).headers['x-emulator-hint']).toContain(`unknown member ${name} was ignored`)
      const { status, body } = await get(strict, asked)
      expect([status, Object.entries(jsonOf(body).error.details)]).toEqual([400, [[name, [REFUSED]]]])
    }
  })

  it('of a control operation, body or query, is refused at every depth', async () => {
    for (const id of CONTROL_IDS) {
      const { method, path, body, query } = controlRowOf(id)
      const url = `${open.emulator.dashboardUrl}${CONTROL_PREFIX}${filled(path)}`
      const sample = body && sampleOf(body)
      for (const name of names()) {
        const asked = await open.emulator.handle({ method: 'GET', url: `${url}?${name}=1`, headers: {} })
        if (method === 'GET')
          expect([asked.status, query && jsonOf(asked.body).error.details[name]], path).toEqual([
            400,
            query && [REFUSED],
          ])
        for (const at of body ? objectPaths(body, sample) : []) {
          const text = withMember(sample, at, name)
          const answer = await post(open, url, text, method)
          const { error } = jsonOf(answer.body)
          expect(
            [answer.status, Object.hasOwn(error.details, at === '' ? name : `${at}.${name}`)],
            `${id}: ${text}`,
          ).toEqual([400, true])
        }
      }
    }
  })

  it('of a seed is refused at every depth, items and all', async () => {
    const schema: TSchema = SeedDocument
    const sample = sampleOf(schema)
    for (const at of objectPaths(schema, sample)) {
      for (const name of names()) {
        const answer = await post(
          open,
          `${open.emulator.dashboardUrl}${CONTROL_PREFIX}${filled(CONTROL_OPERATIONS.seedOrganization.path)}`,
          withMember(sample, at, name),
        )
        const { error } = jsonOf(answer.body)
        expect([answer.status, error.details[at === '' ? name : `${at}.${name}`]], at).toEqual([400, [REFUSED]])
      }
    }
  })

  it('is named up to twenty times and counted beyond, answered and refused alike [F9]', async () => {
    const body = JSON.stringify({ name: 'Many', ...strangers(MANY) })
    const url = `${open.emulator.baseUrl}/survey_series/create`
    const { status, headers } = await post(open, url, body)
    const counted = `and ${MANY - 20} more unknown members were ignored`
    expect([status, headers['x-emulator-hint']]).toEqual([200, expect.stringContaining(counted)])
    const refused = await post(strict, `${strict.emulator.baseUrl}/survey_series/create`, body)
    expect([refused.status, refused.body.length < 3_000]).toEqual([400, true])
  })

  it('is looked at as often beside a thousand others as beside a hundred, and few are kept [F9]', () => {
    const { body: schema } = rowOf('createGroup')
    const looksEach = [100, 1_000].map((count) => {
      const { seen, looks } = watched({ name: 'Many', ...strangers(count) })
      const { unknown } = requireInput(schema!, seen, 'classic', false)
      expect([unknown.named.length, unknown.more]).toEqual([20, count - 20])
      return looks() / count
    })
    expect(looksEach[0]).toBeGreaterThan(0)
    expect(looksEach[1]).toBeLessThanOrEqual(looksEach[0]!)
  })

  it('with a name of a megabyte is not kept whole [F9]', async () => {
    const answer = await post(
      open,
      `${open.emulator.baseUrl}/survey_series/create`,
      `{"name":"Long","${'k'.repeat(1_000_000)}":1}`,
    )
    expect([answer.status, answer.headers['x-emulator-hint']!.length < 400]).toEqual([200, true])
    const [logged] = (await open.control('GET', '/requests?limit=1')).json.items
    expect(logged.hints.join('').length).toBeLessThan(400)
  })
})

/** Members that no schema knows. */
function strangers(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
}

/** The object, and how often one of its members was looked at: a list of all its names counts for each. */
function watched(object: object) {
  let looks = 0
  const look = <T>(found: T, count = 1): T => {
    looks += count
    return found
  }
  const seen = new Proxy(object, {
    get: (target, name) => look(Reflect.get(target, name)),
    has: (target, name) => look(Reflect.has(target, name)),
    getOwnPropertyDescriptor: (target, name) => look(Reflect.getOwnPropertyDescriptor(target, name)),
    ownKeys: (target) => look(Reflect.ownKeys(target), Reflect.ownKeys(target).length),
  })
  return { seen, looks: () => looks }
}
