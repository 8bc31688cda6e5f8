import { expect, test } from 'vitest'
import { describedOperations } from '../../../src/truth/learn/describe.js'
import { learnSlots } from '../../../src/truth/learn/learn-slots.js'
import { findRoutes } from '../../../src/truth/learn/routes.js'
import { type Choices, choicesFrom } from '../../foreign/choices.js'
import { createForeignService } from '../../foreign/service.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { CHOICE_B } from '../../foreign/team-b.js'
import { truthOf } from './truth-of.js'

/** Where our members stand by a description, from the slot's root. */
function learnedPlaces(root: Record<string, unknown>): Record<string, string> {
  const places: Record<string, string> = {}
  const { found } = findRoutes(describedOperations(root, { from: 'openapi.json', kind: 'description' }))
  const chosen = [...new Map([...found].reverse().map((each) => [each.operation, each])).values()]
  for (const each of chosen) {
    for (const { slot, findings } of learnSlots(each)) {
      const wire: Record<string, string> = {}
      for (const { path, place, state } of findings.members) {
        if (state !== 'seen') continue
        const [parent = ''] = /^.*\[\]/.exec(path) ?? []
        const prefix = parent === '' ? (findings.at === '' ? '' : `${findings.at}.`) : `${wire[parent.slice(0, -2)]}[].`
        wire[path] = prefix + place
        places[`${each.operation} ${slot} ${path}`] = wire[path]!
      }
    }
  }
  return places
}

const SEEDS = Array.from({ length: process.env.INPK_SOAK ? 300 : 10 }, (_, seed): [string, Choices] => [
  `seed ${seed}`,
  choicesFrom(seed),
])

test('a description alone shows where nearly every member stands, and nothing wrong is learned from it', () => {
  const counts = { right: 0, missed: 0 }
  const wrong: string[] = []
  for (const [name, choices] of [['A', CHOICE_A], ['B', CHOICE_B], ...SEEDS] as [string, Choices][]) {
    const places = learnedPlaces(createForeignService(choices).describe())
    for (const [member, place] of Object.entries(truthOf(choices))) {
      const found = places[member] ?? null
      if (found === place) counts.right += 1
      else if (found === null) counts.missed += 1
      else wrong.push(`${name}: ${member} stands at ${place}, learned ${found}`)
    }
  }
  expect(wrong).toEqual([])
  expect(counts.right / (counts.right + counts.missed)).toBeGreaterThan(0.97)
})
