import { expect, test } from 'vitest'
import { describedOperations } from '../../../src/truth/learn/evidence/describe.js'
import { seenOperations } from '../../../src/truth/learn/evidence/traffic.js'
import { type Choices, choicesFrom } from '../../foreign/choices.js'
import { createForeignService } from '../../foreign/service.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { CHOICE_B } from '../../foreign/team-b.js'
import { learnedPlaces } from './learned-places.js'
import { recordSession } from './session.js'
import { truthOf } from './truth-of.js'

const DESCRIPTION = { from: 'openapi.json', kind: 'description' } as const
const TRAFFIC = { from: 'session.har', kind: 'traffic' } as const

const SEEDS = Array.from({ length: process.env.INPK_SOAK ? 300 : 10 }, (_, seed): [string, Choices] => [
  `seed ${seed}`,
  choicesFrom(seed),
])

interface Counts {
  right: number
  missed: Record<string, number>
  wrong: string[]
}

/** Holds what was learned of many services against what is true. */
function judge(
  learned: (choices: Choices) => Record<string, string>,
  canShow: (choices: Choices, member: string) => boolean = () => true,
): Counts {
  const counts: Counts = { right: 0, missed: {}, wrong: [] }
  for (const [name, choices] of [['A', CHOICE_A], ['B', CHOICE_B], ...SEEDS] as [string, Choices][]) {
    const places = learned(choices)
    for (const [member, place] of Object.entries(truthOf(choices))) {
      const found = places[member] ?? null
      if (found === null && !canShow(choices, member)) continue
      if (found === place) counts.right += 1
      else if (found === null) counts.missed[member] = (counts.missed[member] ?? 0) + 1
      else counts.wrong.push(`${name}: ${member} stands at ${place}, learned ${found}`)
    }
  }
  return counts
}

const share = ({ right, missed }: Counts) =>
  right / (right + Object.values(missed).reduce((sum, each) => sum + each, 0))

test('a description alone shows where nearly every member stands, and nothing wrong is learned from it', () => {
  const counts = judge(
    (choices) => learnedPlaces(describedOperations(createForeignService(choices).describe(), DESCRIPTION)),
    (choices, member) => choices['description.detail'] !== 'nothing' || !member.includes(' result '),
  )
  expect(counts.wrong).toEqual([])
  expect(share(counts)).toBeGreaterThan(0.97)
})

test('a recorded session alone shows where most members stand, and nothing wrong is learned from it', () => {
  const counts = judge((choices) => learnedPlaces(seenOperations(recordSession(choices), [], TRAFFIC)))
  expect(counts.wrong).toEqual([])
  expect(share(counts)).toBeGreaterThan(0.83)
})
