import { describe, test } from 'vitest'
import { inSoak, onLinux, skipWhere } from '../skip.js'
import { COMMANDS, expectNothing } from './own-commands.js'

/** Each takes as long as a hundred other tests: they are in `.ci/run`, not in `npm test`. */
const isEach = process.env.INPK_OWN_COMMANDS === 'all' || process.env.INPK_SOAK !== undefined
const inTurn = skipWhere(!isEach, 'long: INPK_OWN_COMMANDS=all')

// Each starts a dozen processes and more, which a busy machine may take a while for.
describe('a short search finds nothing in our own commands', { timeout: 300_000, ...onLinux, ...inTurn }, () => {
  test.each(Object.keys(COMMANDS))('%s', (name) => expectNothing(name, '1s'))
})

describe('three minutes find nothing in our own commands', inSoak, () => {
  test.each(Object.keys(COMMANDS))('%s', (name) => expectNothing(name, '3m'))
})
