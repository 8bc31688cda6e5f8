import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { probe } from '../../../src/truth/learn/probe/probe.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { type Choices, choicesFrom } from '../../foreign/choices.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { CHOICE_B } from '../../foreign/team-b.js'
import { NOW, probed } from './probed.js'

const SEEDS = process.env.INPK_SOAK ? 60 : 1
const SERVICES: [string, Choices][] = [
  ['A', CHOICE_A],
  ['B', CHOICE_B],
  ...Array.from({ length: SEEDS }, (_, seed): [string, Choices] => [`seed ${seed}`, choicesFrom(seed)]),
]

/** Each service is probed once for all that is asked of it. */
const outcomes = new Map<Choices, ReturnType<typeof probed>>()

function probedOnce(choices: Choices): ReturnType<typeof probed> {
  const known = outcomes.get(choices) ?? probed(choices)
  outcomes.set(choices, known)
  return known
}

describe('probes', () => {
  test.each(SERVICES)('of service %s that may not write only read', async (_, choices) => {
    const { sent, left, service } = await probed(choices, { writes: false })
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(left).toEqual([])
    expect(service.state.groups).toHaveLength(2)
  })

  test.each(SERVICES)('of service %s say what they leave, and take their items away', async (_, choices) => {
    const { left, service, learned } = await probedOnce(choices)
    const { groups, sources, items } = service.state
    const own = [...groups, ...sources].filter(({ id }) => id > 20_000)
    const nameOf = (each: (typeof own)[number]) => ('name' in each ? each.name : each.title)
    expect(own.length).toBeGreaterThan(0)
    expect(own.every((each) => left.some((said) => said.includes(`"${nameOf(each).toWellFormed()}"`)))).toBe(true)
    const isSaid = left.some((each) => each.startsWith('the items'))
    expect(items.filter(({ text }) => text.startsWith('inpk probe')).length > 0).toBe(isSaid)
    expect(checkFacts(factsOf(learned.verdicts)).faults).toEqual([])
  })

  test.each(SERVICES.slice(1))('of service %s find what they made on any page of a listing', async (_, choices) => {
    const skipped = async (outcome: ReturnType<typeof probed>) => (await outcome).steps.filter((step) => step.skipped)
    expect(await skipped(probed(choices, { groups: 210 }))).toEqual(await skipped(probedOnce(choices)))
  })

  test('upload nothing where a description tells how columns are named', async () => {
    const { sent } = await probedOnce(CHOICE_A)
    expect(sent.filter(({ path }) => path.includes('upload'))).toEqual([])
  })

  test('with a key that is not known to be of a test environment write nothing', async () => {
    const sent: string[] = []
    const evidence = { documents: [], traffic: [] }
    const { steps } = await probe(evidence, {
      writes: true,
      now: NOW,
      send: async ({ method }) => {
        sent.push(method)
        const body = Buffer.from(JSON.stringify({ key: { environment: 'live' }, org_id: 1 }))
        return { status: 200, headers: {}, body }
      },
    })
    expect(new Set(sent)).toEqual(new Set(['GET']))
    expect(steps.at(-1)).toEqual({ what: 'writes', skipped: 'only with a key of a test environment' })
  })

  test('send no request that nothing shows', async () => {
    const { sent, steps } = await probed(CHOICE_B, { described: false })
    const routes = sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(routes).not.toContain('GET /api/input/feedback')
    expect(steps.some(({ what, skipped }) => what === 'listFeedback' && skipped)).toBe(true)
    expect(steps.some(({ what, skipped }) => what === 'eraseFeedback' && skipped)).toBe(true)
  })
})
