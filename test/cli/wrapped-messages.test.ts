import { expect, it } from 'vitest'
import { displayWidth } from '../../src/terminal/width.js'
import { runInpk } from './run-inpk.js'

it.each([40, 80])('an error and its hint are wrapped between words at %i columns', async (columns) => {
  const whole = await runInpk(['me'], { env: {} })
  const { stderr } = await runInpk(['me'], { env: {}, isTerminal: true, columns })
  const plain = stripColour(stderr)
  expect(plain.split(/\s+/)).toEqual(whole.stderr.split(/\s+/))
  for (const line of plain.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
})

const stripColour = (text: string) => text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '')
