import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import type { Client } from '../../src/client/index.js'
import { createClient } from '../../src/client/index.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { arbitraryFacts, OPEN_IDS } from '../contract/facts/random-facts.js'

const SEEDS = Number(process.env.INPK_SOAK ? 200 : 10)

/** Conduct changes what a service does; all else changes only how it says it. */
const FORM_IDS = OPEN_IDS.filter((id) => !id.startsWith('behaviour:') && !id.startsWith('event:'))

/** What a session comes to, by our names: the same whatever the wire is. */
async function session(facts: Facts): Promise<unknown[]> {
  const emulator = await startEmulator({
    listen: false,
    facts,
    clock: { mode: 'frozen', now: Date.parse('2026-03-01') },
  })
  try {
    const key = emulator.apiKeys.test.all
    const client = createClient({
      baseUrl: emulator.baseUrl,
      apiKey: key,
      transport: emulator.handle,
      facts,
      retries: 0,
    })
    return await talk(client)
  } finally {
    await emulator.close()
  }
}

async function talk(client: Client): Promise<unknown[]> {
  const said: unknown[] = []
  const say = async (answer: Promise<unknown>) => {
    const given = await answer.catch(({ code, status }: { code?: string; status?: number }) => ({ code, status }))
    said.push(JSON.parse(JSON.stringify(given ?? null)))
    return given
  }
  const group = (await client.createGroup({ body: { name: 'Support' } })) as { survey_series_id: string }
  const made = await client.createSource({
    body: {
      survey_series_id: group.survey_series_id,
      survey_title: 'Tickets',
      questions: [
        { type: 'DEPTH_TEXT', question_text: 'Why?' },
        { type: 'SCQ', question_text: 'Which?', options: ['Red', 'Blue'] },
      ],
    },
  })
  said.push(JSON.parse(JSON.stringify([group, made])))
  const ids = { survey_series_id: group.survey_series_id, survey_id: made.survey_id }
  await say(client.publishSource({ body: ids }))
  const [question] = made.questions
  const content = ['a', 'b', 'c'].map((id) => ({ text: `Text ${id}`, external_id: id, customer_id: 'C', rating: 4 }))
  await say(client.pushContent({ body: { ...ids, question: { question_id: question!.question_id, content } } }))
  await say(client.listSources())
  await say(client.listFeedback({ query: { external_id: 'b' } }))
  await say(client.listFeedback({ query: { limit: '2' } }))
  await say(client.getAnalysis({ params: { id: made.survey_id } }))
  await say(client.eraseFeedback({ body: { external_ids: ['a'] } }))
  await say(client.getTask({ params: { task_id: 'task_nobody' } }))
  return said
}

type Json = Record<string, unknown>

/** Forms of lists that carry less than ours. */
const LESSER = /values|single|"value"/

/** The facts without what changes more than form: what a service lacks, demands or refuses. */
function ofForm(facts: Facts): Facts {
  const entries = Object.entries(facts).map(([id, { required: _, limits: _limits, ...rest }]): [string, Json] => {
    const fact: Json = rest
    for (const name of ['list', 'lists']) if (LESSER.test(JSON.stringify(fact[name] ?? ''))) delete fact[name]
    const names = Object.entries((fact.names ?? {}) as object).filter(([, name]) => name !== null)
    return [id, { ...fact, ...(fact.names ? { names: Object.fromEntries(names) } : {}) }]
  })
  return Object.fromEntries(entries.filter(([, fact]) => fact.name !== null && Object.keys(fact).length > 0)) as Facts
}

/** Members of answers that say how a list goes on under these facts. */
function pagingNames(facts: Facts): Set<string> {
  const places = Object.entries(facts)
    .filter(([id]) => id.startsWith('paging:'))
    .flatMap(([, { next, more, total, pages }]) => [next, more, total, pages])
  return new Set(places.map((place) => String(place).split('.')[0]!))
}

/** What says when something was: a service may write it with fewer digits. And where, which differs with the routes. */
function comparable(value: unknown, paging: ReadonlySet<string>): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return 'time'
  if (Array.isArray(value)) return value.map((each) => comparable(each, paging))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(
    ([name, each]) => each !== null && !/^(pagination|status_url)$/.test(name) && !paging.has(name),
  )
  return Object.fromEntries(kept.map(([name, each]) => [name, comparable(each, paging)]))
}

describe('a client and an emulator with the same facts', () => {
  test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('talk as without, seed %i', async (seed) => {
    const [facts] = fc.sample(arbitraryFacts({ ids: FORM_IDS }), { seed, numRuns: 1 })
    const form = ofForm(facts!)
    const [plain, known] = [await session({}), await session(form)]
    const paging = pagingNames(form)
    expect(comparable(known, paging)).toEqual(comparable(plain, paging))
  })
})
