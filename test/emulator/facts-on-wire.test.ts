import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { toClassic, toRecommended } from '../../src/contract/vocabulary.js'
import { scratchFolder } from '../commands/scratch.js'
import { readDescription } from '../conformance/description.js'
import { PREFIXES } from '../contract/facts/backend-words.js'
import { factsOf, OPEN_IDS } from '../contract/facts/random-facts.js'
import { createDraw } from '../draw.js'
import { type Answered, holdSession } from './facts-session.js'
import { type Json, START } from './service.js'

const SEEDS = Array.from({ length: process.env.INPK_SOAK ? 500 : 6 }, (_, index) => index + 1)

/** Facts about the form of what is said, and not about what is done. */
const FORMS = OPEN_IDS.filter(
  (id) => !id.startsWith('behaviour:') || /:(identifiers|times|recommended-words)$/.test(id),
)
/**
 * The description is read once, so that the envelope must not change meanwhile; the client reads in the words of its route; and a
 * description has one place for two routes at one path below different prefixes.
 */
const UNSEEN = /:(envelope-sunset|answers-in-route-words|POST \/api\/v1\/content\/push\/bulk)$/
const SAID = OPEN_IDS.filter((id) => !UNSEEN.test(id))
/** Before the paths of a description: each route is described with a server of its own. */
const PREFIX = new RegExp(`^(${PREFIXES.filter((each) => !['', '/api/v1'].includes(each)).join('|')})(?=/)`)
/** Else a full page may be the last one, and nobody can know. */
const SAYS_MORE = /"(more|total|pages|next)"|"link"/
/** What makes another request of ours be refused, or hear less than we said. */
const REFUSES = /null|"required"|"m(in|ax)_|"limits"|"single"|"tags?"|"types?"/

function randomFacts(seed: number, ids: readonly string[], refuses = REFUSES): Facts {
  const draw = createDraw(seed)
  const chosen = ids.filter(() => draw() < 0.25)
  const drawn = Object.entries(factsOf(chosen, seed))
  const isKept = ([id, fact]: [string, object]) => {
    const text = JSON.stringify(fact)
    if (id.startsWith('paging:')) return SAYS_MORE.test(text) && !text.includes('"limit":null')
    return !/^(body|query):/.test(id) || !refuses.test(text)
  }
  return Object.fromEntries(drawn.filter(isKept))
}

async function start(facts: Facts) {
  return startEmulator({ listen: false, clock: { mode: 'frozen', now: START }, randomSeed: 7, facts })
}

/** Routes stand elsewhere, and with them what answers say of them. */
function withoutAddresses({ status_url: _, ...payload }: Json): Json {
  return payload
}

/** What our answer is once it has been over a wire of these facts. */
function overTheWire({ id, payload, refused }: Answered, contract: Contract): Answered {
  if (refused) return { id, refused }
  const { words } = rowOf(id).routes[0]
  const codec = contract.codecOf(id, 'result', words)
  const { pagination, ...rest } = withoutAddresses(payload)
  const worded = words === 'recommended' ? toRecommended(rowOf(id).result, rest) : rest
  const back = codec ? codec.fromWire(JSON.parse(JSON.stringify(codec.toWire(worded)))) : worded
  return {
    id,
    payload: { ...(toClassic(rowOf(id).result, back) as object), ...(pagination && { hasMore: pagination.has_more }) },
  }
}

const withoutCursors = ({ id, payload, refused }: Answered): Answered => {
  if (refused) return { id, refused }
  const { pagination, ...rest } = withoutAddresses(payload)
  return { id, payload: { ...rest, ...(pagination && { hasMore: pagination.has_more }) } }
}

describe('under any facts the emulator is that service', () => {
  it.each(SEEDS)('what it answers is, read by the facts, what it answers without them: seed %i', async (seed) => {
    const facts = randomFacts(seed, FORMS)
    const [theirs, ours] = [await start(facts), await start({})]
    const [there, here] = [await holdSession(theirs, facts), await holdSession(ours, {})]
    const contract = contractWith(facts)
    for (const [index, answered] of there.calls.entries()) {
      const expected = overTheWire(here.calls[index]!, contract)
      expect(withoutCursors(answered), `${index} ${answered.id}`).toMatchObject(expected)
    }
    expect(there.calls.length).toBe(here.calls.length)
    await Promise.all([theirs.close(), ours.close()])
  })

  it('a data folder holds our names only: it opens under other facts, and under none', async () => {
    const dataDirectory = scratchFolder()
    const contents: unknown[] = []
    for (const facts of [randomFacts(3, FORMS), randomFacts(4, FORMS), {}]) {
      const emulator = await startEmulator({
        listen: false,
        clock: { mode: 'frozen', now: START },
        dataDirectory,
        facts,
      })
      const client = createClient({
        baseUrl: emulator.baseUrl,
        apiKey: emulator.apiKeys.test.all,
        transport: emulator.handle,
        facts,
      })
      const { survey_series_id } = await client.createGroup({ body: { name: 'Shops' } })
      contents.push(survey_series_id)
      expect((await client.listSources()).survey_series).toHaveLength(1)
      await emulator.close()
    }
    expect(contents).toEqual(['1', '1', '1'])
  })

  it.each(SEEDS)('every answer fits its own description: seed %i', async (seed) => {
    const facts = randomFacts(seed + 1_000, SAID, /$^/)
    const emulator = await start(facts)
    const { body } = await emulator.handle({
      method: 'GET',
      url: `${emulator.baseUrl}/api/v1/openapi.json`,
      headers: {},
    })
    const description = readDescription(Buffer.from(body).toString())
    const { wire } = await holdSession(emulator, facts)
    const faults = wire.flatMap(({ method, path, answer }) => {
      try {
        description.check(method, path.replace(PREFIX, ''), answer)
        return []
      } catch (error) {
        return [(error as Error).message.slice(0, 400)]
      }
    })
    expect(faults).toEqual([])
    await emulator.close()
  })
})
