import { describe, expect, test } from 'vitest'
import { OBSERVED_BEHAVIOURS, observableBy } from '../../../src/contract/assumptions/observable.js'
import { GUESSED_VALUES } from '../../../src/contract/assumptions/values.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { GROUP_CONDUCT } from '../../../src/truth/learn/conduct/of-groups.js'
import { PUSH_CONDUCT } from '../../../src/truth/learn/conduct/of-pushes.js'
import { READ_CONDUCT } from '../../../src/truth/learn/conduct/of-reads.js'
import { DRAFT_CONDUCT, PUBLISHED_CONDUCT } from '../../../src/truth/learn/conduct/of-sources.js'
import { probe } from '../../../src/truth/learn/probe/probe.js'
import type { ProbeRequest } from '../../../src/truth/learn/probe/probe-requests.js'
import { START } from '../../emulator/service.js'
import { describe as describeService, probeSender, startReal } from '../../round-trip/real-service.js'

/** Probes an emulator that has these facts, with its description; `through`: what becomes of a request on its way. */
async function probeEmulator(facts: Facts, through = (request: ProbeRequest) => request) {
  const emulator = await startReal(facts, { rateLimits: true })
  const root = await describeService(emulator)
  const sent: string[] = []
  const send = probeSender(emulator, sent)
  const documents = [{ root, from: { from: 'openapi.json', kind: 'description' as const } }]
  const probed = await probe(
    { documents, traffic: [] },
    { writes: true, now: START, send: (request) => send(through(request)) },
  )
  await emulator.close()
  return { ...probed, sent }
}

const ROWS = [...READ_CONDUCT, ...DRAFT_CONDUCT, ...PUBLISHED_CONDUCT, ...GROUP_CONDUCT, ...PUSH_CONDUCT]

/** Facts of behaviours that are no rule. */
const VALUES: Record<string, Record<string, unknown>[]> = {
  'paging-clamp': [{ default: 35 }, { most: 90 }, { above: 'refused' }, { default: 20, most: 120, above: 'refused' }],
  'default-feedback-type': [{ feedback_type: 'support_ticket' }],
  'occurred-ahead': [{ most: '14s' }, { most: '23m' }, { most: '30h' }],
}

/** Shown by the answers of other probes: no request is made for them. */
const READ_FROM_ANSWERS = [
  'default-quota',
  'erase-answer',
  'erase-task',
  'error-details',
  'identifiers',
  'info-version',
  'pages-of-groups',
  'recommended-words',
  'times',
  'upload-mapping',
]

/** Every other conduct, by behaviour. */
const ALTERNATIVES = new Map(
  ROWS.map(({ behaviour }): [string, (Record<string, unknown> | undefined)[]] => {
    const { rule } = GUESSED_VALUES[behaviour] as { rule?: { guess: string; pattern: string } }
    const words = rule?.pattern.slice(2, -2).split('|') ?? []
    const others = words.filter((word) => word !== rule?.guess).map((word) => ({ rule: word }))
    // Where a source is published at once, nothing tells whether one may be published twice.
    const before = behaviour === 'draft-at-creation' ? [undefined] : []
    return [behaviour, [...before, ...others, ...(VALUES[behaviour] ?? [])]]
  }),
)

const SINGLE = [...ALTERNATIVES].flatMap(([behaviour, facts]) =>
  facts.flatMap((fact) => (fact ? [{ [behaviour]: fact }] : [])),
)

/** Services that differ in every behaviour that has so many alternatives. */
const TOGETHER = Array.from({ length: Math.max(...[...ALTERNATIVES.values()].map(({ length }) => length)) }, (_, at) =>
  Object.fromEntries([...ALTERNATIVES].flatMap(([behaviour, facts]) => (facts[at] ? [[behaviour, facts[at]]] : []))),
)

describe('probes of conduct', () => {
  test.each(process.env.INPK_SOAK ? [...TOGETHER, ...SINGLE] : TOGETHER)(
    'learn %j, and no other behaviour',
    async (behaviours) => {
      const facts = Object.fromEntries(Object.entries(behaviours).map(([name, fact]) => [`behaviour:${name}`, fact]))
      const { learned, steps } = await probeEmulator(facts as Facts)
      const told = learned.verdicts.filter(({ id, fact }) => id.startsWith('behaviour:') && fact)
      expect(Object.fromEntries(told.map(({ id, fact }) => [id, fact])), JSON.stringify(steps)).toEqual(facts)
    },
  )

  test('ask about each behaviour that requests of their own show, and about no other', () => {
    const shown = OBSERVED_BEHAVIOURS.filter((behaviour) =>
      observableBy(`behaviour:${behaviour}`).some((kind) => kind === 'probe' || kind === 'probe-writes'),
    )
    expect(shown.filter((behaviour) => !ALTERNATIVES.has(behaviour)).sort()).toEqual(READ_FROM_ANSWERS)
    expect([...ALTERNATIVES.keys()].filter((behaviour) => !shown.includes(behaviour))).toEqual([])
  })

  test('confirm what is as assumed, and learn nothing of it', async () => {
    const { learned } = await probeEmulator({})
    const states = ROWS.map(({ behaviour }) => {
      const verdict = learned.verdicts.find(({ id }) => id === `behaviour:${behaviour}`)!
      return [behaviour, verdict.state, ...verdict.candidates]
    })
    expect(states).toEqual(ROWS.map(({ behaviour }) => [behaviour, 'confirmed']))
  })

  test('learn nothing of idempotency keys where a service heeds none', async () => {
    const { learned } = await probeEmulator({}, ({ headers, ...request }) => {
      const { 'idempotency-key': _, ...others } = headers ?? {}
      return { ...request, headers: others }
    })
    const verdict = learned.verdicts.find(({ id }) => id === 'behaviour:idempotency-everywhere')!
    expect([verdict.state, verdict.fact]).toEqual(['not seen', undefined])
  })
})
