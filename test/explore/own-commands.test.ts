import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inSoak, onLinux } from '../skip.js'
import { inpkExec } from './clients.js'

const inFixtures = (name: string) => resolve(import.meta.dirname, '../../fixtures/explore', name)
const INPK = [process.execPath, resolve(import.meta.dirname, '../../bin/inpk.js')]
const ROWS = inFixtures('rows.csv')

/** Our own commands, as a user's script would call them. */
const COMMANDS: Record<string, string[]> = {
  push: [...INPK, 'push', ROWS, '--source', '1', '--no-input'],
  upload: [...INPK, 'upload', ROWS, '--source', '1', '--wait'],
  erase: [...INPK, 'feedback', 'erase', '--external-id', 'r01', '--external-id', 'r02', '--yes'],
  invites: [...INPK, 'invites', 'send', '1', inFixtures('people.csv'), '--yes', '--wait'],
  '--shard': [...INPK, 'push', ROWS, '--source', '1', '--shard', '1/2', '--no-input'],
  '--watch': ['sh', inFixtures('watch-folder.sh'), ROWS, ...INPK],
}

async function explored(name: string, budget: string) {
  const seed = inFixtures('own-commands.seed.yaml')
  const { code, stdout } = await inpkExec([
    ...['--explore', '--seed', seed, '--budget', budget, '--json', '--'],
    ...COMMANDS[name]!,
  ])
  const { verdict, reason, findings, tried } = JSON.parse(stdout)
  expect(tried).toBeGreaterThan(0)
  return { code, verdict, reason, findings }
}

const NOTHING = { code: 0, verdict: 'passed', reason: undefined, findings: [] }

test('a short search finds nothing in a push', onLinux, async () => {
  expect(await explored('push', '12s')).toEqual(NOTHING)
})

describe('three minutes find nothing in our own commands', inSoak, () => {
  test.each(Object.keys(COMMANDS))('%s', async (name) => {
    expect(await explored(name, '3m')).toEqual(NOTHING)
  })
})
