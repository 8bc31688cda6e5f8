import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inSoak, onLinux } from '../skip.js'
import { inpkExec } from './clients.js'

const inFixtures = (name: string) => resolve(import.meta.dirname, '../../fixtures/explore', name)
const INPK = [process.execPath, resolve(import.meta.dirname, '../../bin/inpk.js')]
const ROWS = inFixtures('rows.csv')

/** Our own commands, as a user's script would call them, and the operation that each is about. */
const COMMANDS: Record<string, [operation: string, ...command: string[]]> = {
  push: ['pushContent', ...INPK, 'push', ROWS, '--source', '1', '--no-input'],
  upload: ['uploadFeedback', ...INPK, 'upload', ROWS, '--source', '1', '--wait'],
  erase: ['eraseFeedback', ...INPK, 'feedback', 'erase', '--external-id', 'r01', '--external-id', 'r02', '--yes'],
  invites: ['sendInvites', ...INPK, 'invites', 'send', '1', inFixtures('people.csv'), '--yes', '--wait'],
  '--shard': ['pushContent', ...INPK, 'push', ROWS, '--source', '1', '--shard', '1/2', '--no-input'],
  '--watch': ['pushContent', 'sh', inFixtures('watch-folder.sh'), ROWS, ...INPK],
}

/** Whatever the budget is, at least these are tried. */
const LEAST_TRIED = 8

/** In `npm test` one stands for all; with INPK_OWN_COMMANDS=all, as in CI, and in the soak each has its turn. */
const isEach = process.env.INPK_OWN_COMMANDS === 'all' || process.env.INPK_SOAK !== undefined
const SHORTLY = isEach ? Object.keys(COMMANDS) : ['push']

async function expectNothing(name: string, budget: string) {
  const seed = inFixtures('own-commands.seed.yaml')
  const [operation, ...command] = COMMANDS[name]!
  const { code, stdout } = await inpkExec([
    ...['--explore', '--seed', seed, '--budget', budget, '--json', '--'],
    ...command,
  ])
  const { verdict, reason, findings, unsteady, recorded, tried, pairs, missed } = JSON.parse(stdout)
  expect({ code, verdict, reason, findings, unsteady }).toEqual({
    code: 0,
    verdict: 'passed',
    findings: [],
    unsteady: [],
  })
  // Nothing was found because nothing is wrong, not because nothing was done.
  expect(recorded).toContainEqual({ operation, requests: expect.any(Number) })
  expect(tried).toBeGreaterThanOrEqual(LEAST_TRIED)
  expect(missed).toBeLessThan((tried + pairs) / 2)
}

// Each starts a dozen processes and more, which a busy machine may take a while for.
describe('a short search finds nothing in our own commands', { timeout: 300_000, ...onLinux }, () => {
  test.each(SHORTLY)('%s', (name) => expectNothing(name, '1s'))
})

describe('three minutes find nothing in our own commands', inSoak, () => {
  test.each(Object.keys(COMMANDS))('%s', (name) => expectNothing(name, '3m'))
})
