import { describe, expect, it } from 'vitest'
import { inSoak } from '../skip.js'
import { type Choices, choicesFrom } from './choices.js'
import { EVERYDAY } from './everyday.js'
import { learnFirst, WAYS, type Way } from './learn-first.js'
import { type Outcome, runEveryday, SHORT, summaryOf, tableOf } from './run-everyday.js'
import { CHOICE_A } from './team-a.js'
import { CHOICE_B } from './team-b.js'

/** How many of 30 everyday commands must be right after learning from each. */
const BOUNDS: Record<Way, number> = { description: 26, session: 24, probes: 29 }

const leastOf = (way: Way, commands: number) => Math.floor((commands * BOUNDS[way]) / 30)

/** Whether the bound holds: a description that shows no answers can't be learned from as one that does. */
const isBound = (choices: Choices, way: Way) => way === 'session' || choices['description.detail'] !== 'nothing'

const SEEDS = process.env.INPK_LEARNED_SEEDS?.split(',').map(Number) ?? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 101, 102]
const SERVICES: [string, Choices][] = [
  ['team A', CHOICE_A],
  ['team B', CHOICE_B],
  ...SEEDS.map((seed): [string, Choices] => [`seed ${seed}`, choicesFrom(seed)]),
]

async function learnedEveryday(choices: Choices, way: Way, commands = EVERYDAY): Promise<Outcome[]> {
  const facts = await learnFirst(choices, way)
  const files: Record<string, string> = facts === undefined ? {} : { 'inpk.facts.yaml': facts }
  return runEveryday(choices, { commands, files, isUndescribed: way === 'session' })
}

const of = (outcomes: Outcome[], verdict: Outcome['verdict']) =>
  outcomes.filter((each) => each.verdict === verdict).map(({ title, said }) => `${title}: ${said}`)

it('after learning from a description and from probes that write, everyday commands do as they are told', async () => {
  const commands = EVERYDAY.filter(({ title }) => SHORT.test(title))
  const outcomes = await learnedEveryday(CHOICE_A, 'probes', commands)
  expect([...of(outcomes, 'wrong'), ...of(outcomes, 'crashed')]).toEqual([])
  expect(of(outcomes, 'right').length).toBeGreaterThanOrEqual(leastOf('probes', commands.length))
})

it('after learning from a session in which previews and invites were sent, a preview needs no confirmation', async () => {
  const commands = EVERYDAY.filter(({ title }) => title === 'invites send --dry-run')
  const outcomes = await learnedEveryday(CHOICE_A, 'session', commands)
  expect(outcomes).toMatchObject([{ verdict: 'right', code: 0 }])
})

describe.each(WAYS)('everyday commands after learning from %s', inSoak, (way) => {
  it.each(SERVICES)('%s', async (name, choices) => {
    const outcomes = await learnedEveryday(choices, way)
    console.log(`${way}, ${name}: ${summaryOf(outcomes)}\n${tableOf(outcomes)}`)
    expect([...of(outcomes, 'wrong'), ...of(outcomes, 'crashed')]).toEqual([])
    if (!isBound(choices, way)) return
    expect(of(outcomes, 'right').length).toBeGreaterThanOrEqual(leastOf(way, EVERYDAY.length))
  })
})
