import { describe, expect, it } from 'vitest'
import { FIXTURE_NAMES, readJudgedTexts } from '../../bench/fixture-themes.js'
import { measureAgreement } from '../../bench/theme-agreement.js'

/**
 * The part of the items that land, one-to-one, in a theme a person gave them (theme-agreement.ts says what that means),
 * a little below what was measured: 0.888, 0.814, 0.735, 0.800. Floors against falling back; the goal, for the items of all
 * four together, is 0.8.
 */
const FLOORS = { 'support-tickets': 0.87, 'app-reviews': 0.81, 'customer-survey': 0.71, 'chat-log': 0.78 } as const
const GOAL = 0.8

const measured = new Map(FIXTURE_NAMES.map((name) => [name, measureAgreement(readJudgedTexts(name))]))

describe('[ANA-6] themes against those a person gave', () => {
  it.each(FIXTURE_NAMES)('%s: as many items land in their theme as when last measured', (name) => {
    const { agreement, chance } = measured.get(name)!
    expect(agreement.oneToOne).toBeGreaterThan(FLOORS[name])
    expect(agreement.themesPerItem).toBeLessThan(2)
    // With the judgements dealt anew among the items far fewer land, so the measure measures.
    expect(chance.oneToOne).toBeLessThan(agreement.oneToOne * 0.5)
  })

  it('four in five of all items land in a theme that a person gave them', () => {
    const all = [...measured.values()].map(({ agreement }) => agreement)
    const items = all.reduce((sum, agreement) => sum + agreement.items, 0)
    const landed = all.reduce((sum, agreement) => sum + agreement.items * agreement.oneToOne, 0)
    expect(items).toBe(1_600)
    expect(landed / items).toBeGreaterThanOrEqual(GOAL)
  })
})
