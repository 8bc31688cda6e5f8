import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Network } from '../../../src/cli/network.js'
import type { Transport } from '../../../src/contract/wire.js'
import { runInpk } from '../../cli/run-inpk.js'
import { scratchFolder } from '../../commands/scratch.js'
import { type Choices, choicesFrom, choicesWith } from '../../foreign/choices.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { CHOICE_B } from '../../foreign/team-b.js'
import { createWorld, type World } from '../../foreign/world.js'

interface Report {
  kept: number
  broken: number
  unconfirmed: number
  left?: string[]
  rules: { id: string; verdict: string; reason: string | null }[]
}

const NETWORK: Network = { lookup: async () => ['127.0.0.1'], connect: async () => ({}) }
const BASE_URL = 'http://127.0.0.1:4999'

/** The service as a function, and the addresses it was asked for. */
function transportOf({ service }: World, asked: string[]): Transport {
  return async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url)
    asked.push(pathname + search)
    const sent = body === undefined ? {} : { body: Buffer.from(body) }
    const answer = service.handle({ method, path: pathname + search, headers, ...sent })
    return { status: answer.status, headers: answer.headers, body: Buffer.from(JSON.stringify(answer.body)) }
  }
}

async function run(choices: Partial<Choices>, argv: string[]) {
  const world = createWorld(choices, { perKeyPerMinute: 100_000 })
  const asked: string[] = []
  const key = world.service.keyWith
  const env = {
    INPK_BASE_URL: BASE_URL,
    INPK_API_KEY: key('all'),
    INPK_API_KEY_PUSH: key('push'),
    INPK_API_KEY_CREATE: key('create'),
    INPK_API_KEY_SEND: key('send'),
    INPK_CONFIG_DIR: world.folder,
  }
  try {
    return {
      ...(await runInpk([...argv, '--json'], { env, network: NETWORK, transport: transportOf(world, asked) })),
      asked,
    }
  } finally {
    rmSync(world.folder, { recursive: true, force: true })
  }
}

async function examine(choices: Partial<Choices>, argv: string[] = []): Promise<{ report: Report; asked: string[] }> {
  const { stdout, stderr, asked } = await run(choices, ['conformance', ...argv])
  expect(stderr).toBe('')
  return { report: JSON.parse(stdout), asked }
}

const TEAMS: [string, Partial<Choices>][] = [
  ['the plainest choices', choicesWith()],
  ['an analysis in a record of its own', choicesWith({ 'analysis.wrap': 'analysis' })],
  ['team A', CHOICE_A],
  ['team B', CHOICE_B],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed): [string, Choices] => [`seed ${seed}`, choicesFrom(seed)]),
]

test.each(TEAMS)('a service that keeps the rules and chose otherwise breaks none of them: %s', async (_, choices) => {
  const { report, asked } = await examine(choices)
  expect(report.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(report.kept).toBeGreaterThan(60)
  expect(asked.filter((path) => path.includes('undefined'))).toEqual([])
})

test.each([
  ['team A', CHOICE_A],
  ['team B', CHOICE_B],
])(
  '`doctor` says that a service differs from what this client expects, and asks for nothing but GETs: %s',
  async (_, choices) => {
    const { code, stdout } = await run(choices, ['doctor'])
    const { checks } = JSON.parse(stdout)
    expect(checks.at(-1)).toMatchObject({
      id: 'contract',
      status: 'failed',
      message: expect.stringMatching(/^the service differs in \d+ places, in \d+ operations/),
      fix: expect.stringContaining('inpk learn'),
    })
    expect(code).toBe(11)
  },
)

test.each(TEAMS)('nor with `--write`, which says what it leaves: %s', async (_, choices) => {
  const { stdout, asked } = await run(choices, ['conformance', '--write', '--yes'])
  const report: Report = JSON.parse(stdout)
  expect(report.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(asked.filter((path) => path.includes('undefined'))).toEqual([])
  expect(report.left).toContainEqual(expect.stringMatching(/^\d+ groups$/))
})

const HAND_MADE = `
route:GET /api/input/sources/{id}/analysis: { prefix: /api/v1 }
route:GET /api/input/feedback: { prefix: /api/v1 }
result:listSources.survey_series[].survey_series_id: { name: id }
result:listSources.survey_series[].surveys[].survey_id: { name: id }
`

test('with facts written by hand, the rules that rest on them are looked at', async () => {
  const folder = scratchFolder()
  const file = join(folder, 'facts.yaml')
  writeFileSync(file, HAND_MADE)
  const { report } = await examine(CHOICE_A, ['--facts', file])
  expect(report.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  const kept = report.rules.filter(({ verdict }) => verdict === 'kept').map(({ id }) => id)
  expect(kept).toEqual(expect.arrayContaining(['LST-7', 'LST-8', 'ANA-3', 'ANA-4', 'ANA-8', 'AUT-7', 'FBK-5']))
})
