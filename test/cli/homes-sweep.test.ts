import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor } from '../transcripts/stage.js'
import { commandNames } from './every-command.js'

/** Places where not even root can make a folder: one that is no folder, one below a file, one where nobody makes any. */
const HOMES: ((folder: string) => string)[] = [
  () => '/dev/null',
  (folder) => join(folder, 'file', 'home'),
  () => '/proc/nobody',
]

/** What keeps something there, or looks for what was kept: refused before anything is done. All else works as ever. */
const REFUSED: Record<string, [code: number, message: RegExp]> = {
  push: [1, /save push progress in [\s\S]*Set INPK_CONFIG_DIR to a writable folder/],
  login: [1, /can't create the settings folder [\s\S]*INPK_CONFIG_DIR/],
  'profiles show': [5, /no profile/],
  'profiles use': [5, /no profile/],
  'profiles remove': [5, /no profile/],
}

/** Each command meets one of the homes, and all of them in the long run. */
const CASES = commandNames().flatMap((name, at) => {
  const homes = process.env.INPK_SOAK ? HOMES : [HOMES[at % HOMES.length]!]
  return homes.map((home) => [name, home] as const)
})

describe('a home that cannot be used, and no other place for settings and state (A24, newcomer E1, findings E2)', () => {
  test.each(CASES)('%s', async (name, homeIn) => {
    const row = ROWS[name]!
    const folder = scratchFolder()
    writeFile(folder, 'file', '')
    const home = homeIn(folder)
    const stage = await openStageFor(row, row.succeeds)
    try {
      const around = row.around?.(stage) ?? {}
      const env = { ...around.env, INPK_CONFIG_DIR: '', HOME: home }
      const { code, stderr } = await stage.run(row.succeeds, { ...around, env, homeDirectory: home })
      const [expected, message] = REFUSED[name] ?? [0, /^/]
      expect([code, stderr]).toEqual([expected, expect.stringMatching(message)])
      expect(stderr).not.toMatch(/UNEXPECTED|\n {4}at |fault of inpk/)
    } finally {
      await stage.close()
    }
  })
})
