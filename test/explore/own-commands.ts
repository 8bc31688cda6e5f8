import { resolve } from 'node:path'
import { expect } from 'vitest'
import { inpkExec } from './clients.js'

const inFixtures = (name: string) => resolve(import.meta.dirname, '../../fixtures/explore', name)
const INPK = [process.execPath, resolve(import.meta.dirname, '../../bin/inpk.js')]
const ROWS = inFixtures('rows.csv')

/** Our own commands, as a user's script would call them, and the operation that each is about. */
export const COMMANDS: Record<string, [operation: string, ...command: string[]]> = {
  push: ['pushContent', ...INPK, 'push', ROWS, '--source', '1', '--no-input'],
  upload: ['uploadFeedback', ...INPK, 'upload', ROWS, '--source', '1', '--wait'],
  erase: ['eraseFeedback', ...INPK, 'feedback', 'erase', '--external-id', 'r01', '--external-id', 'r02', '--yes'],
  invites: ['sendInvites', ...INPK, 'invites', 'send', '1', inFixtures('people.csv'), '--yes', '--wait'],
  '--shard': ['pushContent', ...INPK, 'push', ROWS, '--source', '1', '--shard', '1/2', '--no-input'],
  '--watch': ['pushContent', 'sh', inFixtures('watch-folder.sh'), ROWS, ...INPK],
}

/** Whatever the budget is, at least these are tried. */
const LEAST_TRIED = 8

/** Explores one of our own commands within a budget, and expects that nothing is found. */
export async function expectNothing(name: string, budget: string): Promise<void> {
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
