import { describe, expect, it } from 'vitest'
import { FIXTURE_NAMES, readJudgedTexts } from '../../bench/fixture-themes.js'
import { measureAgreement } from '../../bench/theme-agreement.js'

/**
 * What was measured, rounded down: the part of the items that land, one-to-one, in the theme a person gave them. A floor
 * against falling back, not a goal.
 */
const FLOORS = { 'support-tickets': 0.5, 'app-reviews': 0.5, 'customer-survey': 0.35, 'chat-log': 0.3 } as const

describe('themes against those a person gave', () => {
  it.each(FIXTURE_NAMES)('%s: as many items land in their theme as when last measured', (name) => {
    expect(measureAgreement(readJudgedTexts(name)).oneToOne).toBeGreaterThan(FLOORS[name])
  })

  it.each(FIXTURE_NAMES)(
    '%s: with the judgements dealt out at random far fewer do, so the measure measures',
    (name) => {
      const texts = readJudgedTexts(name)
      const dealt = texts.map((text, index) => ({ ...text, themes: texts[(index * 101 + 17) % texts.length]!.themes }))
      expect(measureAgreement(dealt).oneToOne).toBeLessThan(FLOORS[name] / 1.5)
    },
  )
})
