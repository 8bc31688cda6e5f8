import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { exchange } from './crash-load.js'
import {
  type Answer,
  allItems,
  type Json,
  makePlace,
  type Place,
  pushBody,
  requireOk,
  type Service,
  START,
  startService,
} from './service.js'

const ROUNDS = process.env.INPK_SOAK ? 200 : 2
const AT_ONCE = 50
const SAME_KEY = { idempotencyKey: 'batch-1' }

describe(`${AT_ONCE} requests at once with one key, ${ROUNDS} rounds over HTTP (A10)`, () => {
  let emulator: Emulator
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, dashboardPort: 0 })
  })
  afterAll(async () => {
    agent.destroy()
    await emulator.close()
  })

  const call = (method: string, path: string, body?: Json, headers: Record<string, string> = {}) =>
    exchange(
      `${emulator.baseUrl}/api/input${path}`,
      method,
      { authorization: `Bearer ${emulator.apiKeys.live.all}`, 'content-type': 'application/json', ...headers },
      body && JSON.stringify(body),
      agent,
    )

  it('[IDM-5] insert once and get fifty equal answers', async () => {
    const place = await makePlace({ call })
    const spent = async () => requireOk(await call('GET', '/me')).credits.used
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await spent()
      const push = () =>
        call('POST', '/content/push', pushBody(place, [`round ${round}`]), { 'idempotency-key': `key-${round}` })
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, push))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: 200, json: { inserted: 1 } })
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toHaveLength(1)
      expect(await spent()).toBeCloseTo(before + answers[0]!.json.aps_deducted, 6)
    }
    const texts = (await allItems({ call })).map(({ text }) => text)
    expect(texts).toEqual(Array.from({ length: ROUNDS }, (_, round) => `round ${round}`))
  }, 600_000)
})

/** A push that is refused until `mend` was called; the request is the same each time. */
interface Refusal {
  push(): Promise<Answer>
  mend(): Promise<unknown>
}

const push = ({ call }: Service, place: Place, content: unknown[] = ['once']) =>
  call('POST', '/content/push', pushBody(place, content), SAME_KEY)

const fault = async ({ control }: Service, status: number) =>
  requireOk(await control('POST', '/faults', { operation: 'pushContent', kind: 'status', status, times: 1 }))

/** How a request comes to be refused with a status in earnest, and how the same one is no longer. */
const EARNEST: Record<number, (service: Service, place: Place) => Promise<Refusal>> = {
  // A date that is too far ahead, until the clock has come nearer.
  400: async (service, place) => {
    const content = [{ text: 'once', occurred_at: new Date(START + 30 * 3_600_000).toISOString() }]
    return {
      push: () => push(service, place, content),
      mend: () => service.control('POST', '/clock/advance', { by: '10h' }),
    }
  },
  // Without the key, then with it.
  401: async (service, place) => {
    let headers: Record<string, string> = { authorization: 'Bearer none' }
    return {
      push: () => service.call('POST', '/content/push', pushBody(place, ['once']), { ...SAME_KEY, headers }),
      mend: async () => {
        headers = {}
      },
    }
  },
  // A field that is there only later: fields count on from the last one.
  404: async (service, place) => {
    const next = String(Number(place.question_id) + 1)
    return {
      push: () => push(service, { ...place, question_id: next, survey_id: nextId(place) }),
      mend: () => makePlaceIn(service, place),
    }
  },
  // A draft, until it is published.
  409: async (service, place) => {
    const draft = await makeDraft(service, place)
    return {
      push: () => push(service, draft),
      mend: () => service.call('POST', '/survey/publish', { survey_id: draft.survey_id }),
    }
  },
}

const nextId = ({ survey_id }: Place) => String(Number(survey_id) + 1)

async function makeDraft({ call }: Service, { survey_series_id }: Place): Promise<Place> {
  const questions = [{ type: 'TEXT', question_text: 'Why?' }]
  const made = requireOk(await call('POST', '/survey/create', { survey_series_id, survey_title: 'Later', questions }))
  return { survey_series_id, survey_id: made.survey_id, question_id: made.questions[0].question_id }
}

async function makePlaceIn(service: Service, place: Place): Promise<void> {
  const { survey_id } = await makeDraft(service, place)
  requireOk(await service.call('POST', '/survey/publish', { survey_id }))
}

async function expectTriedAgain(service: Service, status: number, { push, mend }: Refusal): Promise<void> {
  for (let time = 0; time < 2; time += 1) expect((await push()).status).toBe(status)
  await mend()
  const answer = await push()
  expect([answer.status, answer.json?.inserted], answer.text).toEqual([200, 1])
  expect(answer.headers['idempotent-replayed']).toBeUndefined()
  expect((await push()).headers['idempotent-replayed']).toBe('true')
  expect(await allItems(service)).toHaveLength(1)
}

describe('a refusal is not kept for its key: the same request can succeed later (A11)', () => {
  it.each([400, 401, 402, 403, 404, 408, 409, 413, 415, 429, 500, 501, 502, 503, 504, 599])(
    'of status %i, as a fault',
    async (status) => {
      const service = await startService()
      const place = await makePlace(service)
      await fault(service, status)
      await fault(service, status)
      await expectTriedAgain(service, status, { push: () => push(service, place), mend: async () => undefined })
    },
  )

  it.each(Object.keys(EARNEST).map(Number))('of status %i, in earnest', async (status) => {
    const service = await startService()
    const refusal = await EARNEST[status]!(service, await makePlace(service))
    await expectTriedAgain(service, status, refusal)
  })

  it('of status 429, when the window is over', async () => {
    const service = await startService({ rateLimits: true })
    const place = await makePlace(service)
    while ((await service.call('GET', '/surveys/list')).status === 200);
    await expectTriedAgain(service, 429, {
      push: () => push(service, place),
      mend: () => service.control('POST', '/clock/advance', { by: '61s' }),
    })
  })
})
