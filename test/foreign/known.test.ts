import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Choices } from './choices.js'
import { EVERYDAY } from './everyday.js'
import { runEveryday, SHORT } from './run-everyday.js'
import { CHOICE_A } from './team-a.js'
import { CHOICE_B } from './team-b.js'

/** What facts cannot mend: a file is uploaded as it is, and this service reads no dates of another form. */
const UNMENDED = ['failed upload --wait: warning: nothing of the file was stored, and the service does not say why']

describe('everyday commands against services that chose otherwise, with facts written by hand', () => {
  const teams: [string, Choices, string[]][] = [
    ['a', CHOICE_A, []],
    ['b', CHOICE_B, UNMENDED],
  ]
  it.each(teams)('team %s', async (team, choices, unmended) => {
    const facts = readFileSync(new URL(`./facts-${team}.yaml`, import.meta.url), 'utf8')
    const commands = EVERYDAY.filter(({ title }) => process.env.INPK_SOAK || SHORT.test(title))
    const outcomes = await runEveryday(choices, { commands, files: { 'inpk.facts.yaml': facts } })
    const others = outcomes.filter(({ verdict }) => verdict !== 'right')
    expect(others.map(({ title, verdict, said }) => `${verdict} ${title}: ${said}`)).toEqual(unmended)
  })
})
