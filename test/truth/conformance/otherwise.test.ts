import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { scratchFolder, writeFile } from '../../commands/scratch.js'
import { openBench } from '../../commands/with-emulator.js'

interface Report {
  rules: { id: string; verdict: string; reason: string | null }[]
}

/** `conformance --write` against an emulator that plays these facts; `known`: to the client, too. */
async function examine(facts: Facts, { known }: { known: boolean }) {
  const bench = await openBench({ facts })
  const own = known ? ['--facts', writeFile(scratchFolder(), 'facts.json', facts)] : []
  const { code, stdout, stderr } = await bench.run(['conformance', '--write', '--json', ...own])
  expect(stderr).toBe('')
  const { rules }: Report = JSON.parse(stdout)
  const of = (verdict: string) => rules.filter((each) => each.verdict === verdict)
  const reasonOf = (id: string) => rules.find((each) => each.id === id)?.reason
  return { code, broken: of('broken'), unconfirmed: of('unconfirmed'), skipped: of('skipped'), reasonOf }
}

/** What a service may name or do otherwise, a rule that meets it, and what is said of that. */
const OTHERWISE: [string, string, string][] = [
  ['result:createGroup.survey_series_id: name', 'GRP-4', 'no survey_series_id in result:createGroup'],
  ['result:createSource: at', 'SRC-1', 'no survey_id in result:createSource'],
  [
    'body:createSource.questions[].question_text: name',
    'SRC-1',
    'survey/create: 400 VALIDATION_ERROR (questions[0].other',
  ],
  ['body:publishSource.survey_id: name', 'PUB-3', 'survey/publish: 400 VALIDATION_ERROR (other)'],
  ['body:pushContent.question.content[].external_id: name', 'PSH-2', 'body:pushContent.question.content[].external_id'],
  [
    'body:pushBulk.questions[].content[].external_id: name',
    'BLK-20',
    'body:pushBulk.questions[].content[].external_id',
  ],
  ['result:getAnalysis: at', 'ANA-3', 'result:getAnalysis'],
  ['route:POST /api/input/feedback_groups/create: prefix', 'VOC-1', 'route:POST /api/input/feedback_groups/create'],
  ['event:content.pushed: names', 'EVT-2', 'event:content.pushed'],
  ['behaviour:identifiers: answers', 'ADR-5', 'behaviour:identifiers'],
  ['behaviour:draft-at-creation: rule', 'PUB-2', 'behaviour:draft-at-creation'],
  ['behaviour:answers-in-route-words: rule', 'VOC-3', 'behaviour:answers-in-route-words'],
  ['behaviour:mcp-errors: rule', 'MCP-1', 'behaviour:mcp-errors'],
  ['behaviour:mounts: rule', 'ME-16', 'behaviour:mounts'],
]

const VALUES: Readonly<Record<string, unknown>> = {
  name: 'other',
  at: 'inner',
  prefix: '/other',
  answers: 'integer',
  'event:content.pushed': { inserted: 'other' },
  'behaviour:draft-at-creation': 'published',
  'behaviour:answers-in-route-words': 'classic',
  'behaviour:mcp-errors': 'protocol',
  'behaviour:mounts': 'canonical-only',
}

function factOf(row: string): Facts {
  const [id = '', member = ''] = row.split(/: (?=\w+$)/)
  return { [id]: { [member]: VALUES[id] ?? VALUES[member] } }
}

/** Each alone takes a second or more: a few of every kind, and all of them in soak. */
const ALONE = process.env.INPK_SOAK
  ? OTHERWISE
  : OTHERWISE.filter(([, rule]) => ['SRC-1', 'PUB-2', 'VOC-1'].includes(rule))

describe('what the interface does not show, and a service decided otherwise', () => {
  test.each(ALONE)('is not confirmed while no fact says so: %s', async (row, rule, said) => {
    const { code, broken, reasonOf } = await examine(factOf(row), { known: false })
    expect([code, broken]).toEqual([0, []])
    expect(reasonOf(rule)).toContain(said)
  })

  test.each([
    ['all of them', ...OTHERWISE.map(([row]) => row)],
    ...(process.env.INPK_SOAK ? OTHERWISE.map(([row]) => [row, row]) : []),
  ])('breaks no rule once a fact says so: %s', async (_, ...rows) => {
    const facts = Object.assign({}, ...rows.map(factOf))
    const { code, broken, unconfirmed } = await examine(facts, { known: true })
    expect([code, broken, unconfirmed]).toEqual([0, [], []])
  })

  test('is for `inpk learn` to find out', async () => {
    const bench = await openBench({ facts: { 'result:createSource': { at: 'inner' } } })
    // Of the rules that the same fact leaves open above, one is enough for what is said of them.
    const { stdout } = await bench.run(['conformance', '--write', '--rule', 'SRC-1'])
    expect(stdout).toMatch(/, 0 broken, \d+ not confirmed, .*`inpk learn` finds out what the service calls things/)
  })

  test('has the status of an unknown path, and breaks no rule by it', async () => {
    const bench = await openBench()
    const { rules } = await bench.json<Report>(['conformance', '--rule', 'ERR-1', '--rule', 'RAT-9'], {
      async transport(request) {
        const answer = await bench.emulator.handle(request)
        return { ...answer, status: answer.status === 404 ? 400 : answer.status }
      },
    })
    expect(rules.map(({ verdict }) => verdict)).toEqual(['kept', 'kept'])
  })

  test.each<[string, { refused?: RegExp; cut?: RegExp }]>([
    ['refuses what rules look at', { refused: /\/content\/push$/ }],
    ['answers without a member', { cut: /\/survey_series\/create$/ }],
  ])('is broken by an emulator that plays nothing otherwise and %s', async (_, { refused, cut }) => {
    const bench = await openBench()
    const { code, stdout } = await bench.run(['conformance', '--write', '--rule', 'FBK-3', '--json'], {
      async transport(request) {
        if (refused?.test(request.url)) return { status: 500, headers: {}, body: Buffer.from('') }
        const answer = await bench.emulator.handle(request)
        if (!cut?.test(request.url)) return answer
        const { survey_series_id: __, ...body } = JSON.parse(Buffer.from(answer.body).toString())
        return { ...answer, body: Buffer.from(JSON.stringify(body)) }
      },
    })
    const { rules }: Report = JSON.parse(stdout)
    expect([code, rules.map(({ verdict }) => verdict)]).toEqual([11, ['broken']])
  })
})
