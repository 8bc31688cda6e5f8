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

  test('read back the sources with most items, on whatever page they stand', async () => {
    const asked: string[] = []
    const sourceOf = (id: string, items: number) => ({ survey_id: id, survey_title: id, item_count: items })
    const groupOf = (id: string, surveys: object[]) => ({ survey_series_id: id, name: id, surveys })
    const pages: Record<string, object[]> = {
      '': [
        groupOf(
          '1',
          ['11', '12', '13', '14', '15'].map((id) => sourceOf(id, 0)),
        ),
      ],
      second: [groupOf('2', [sourceOf('21', 9), sourceOf('22', 400)])],
    }
    const paths = { '/api/input/sources/{id}/analysis': { get: { responses: { 200: { description: 'OK' } } } } }
    const root = { openapi: '3.1.0', info: { title: 'Feedback', version: '1' }, paths }
    await probe(
      { documents: [{ root, from: { from: 'openapi.json', kind: 'description' } }], traffic: [] },
      {
        writes: false,
        now: NOW,
        send: async ({ path }) => {
          const { pathname, searchParams } = new URL(path, 'http://localhost')
          asked.push(pathname)
          const cursor = searchParams.get('cursor') ?? ''
          const next = cursor === '' ? 'second' : null
          const listed = {
            survey_series: pages[cursor],
            pagination: { limit: 200, next_cursor: next, has_more: next !== null },
          }
          const body = pathname.endsWith('/surveys/list') ? listed : {}
          return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }
        },
      },
    )
    const analysed = asked.flatMap((path) => /sources\/(\d\d)\/analysis$/.exec(path)?.[1] ?? [])
    expect(analysed).toEqual(['22', '21', '11', '12'])
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
