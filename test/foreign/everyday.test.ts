import { describe, expect, it } from 'vitest'
import { inSoak } from '../skip.js'
import { type Choices, choicesFrom, choicesWith } from './choices.js'
import { EVERYDAY } from './everyday.js'
import { runEveryday, summaryOf, tableOf } from './run-everyday.js'
import { CHOICE_A } from './team-a.js'
import { CHOICE_B } from './team-b.js'

/** What any service that follows interface.md answers alike, whatever it chose. */
const CERTAIN = ['me', 'api GET', 'webhooks verify', 'openapi']

it('what interface.md shows whole works against a service that chose otherwise nearly everywhere', async () => {
  const commands = EVERYDAY.filter(({ title }) => CERTAIN.includes(title))
  const outcomes = await runEveryday(CHOICE_B, { commands })
  expect(outcomes.filter(({ verdict }) => verdict !== 'right')).toEqual([])
})

describe('everyday commands against services that chose otherwise', inSoak, () => {
  const teams: [string, Choices][] = [
    ['the plainest choices', choicesWith()],
    ['team A', CHOICE_A],
    ['team B', CHOICE_B],
    ...[1, 2, 3].map((seed): [string, Choices] => [`seed ${seed}`, choicesFrom(seed)]),
  ]
  it.each(teams)('%s', async (name, choices) => {
    const outcomes = await runEveryday(choices)
    console.log(`${name}: ${summaryOf(outcomes)}\n${tableOf(outcomes)}`)
    expect(outcomes).toHaveLength(EVERYDAY.length)
    expect(outcomes.filter(({ verdict }) => verdict === 'crashed')).toEqual([])
  })
})
