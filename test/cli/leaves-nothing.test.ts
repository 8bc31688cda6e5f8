import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../commands/scratch.js'
import { openStage } from '../transcripts/stage.js'
import { commandNames, lineFor } from './every-command.js'
import { stdinOf } from './run-inpk.js'

/** They keep something of the user's: keys, and how far a push has come. Or they start something. */
const KEEPS = /^(login|push|demo|emulator (start|exec|stop|wait)|webhooks listen|record|learn)$/
const NAMES = commandNames().filter((name) => !KEEPS.test(name))
const SOME = NAMES.filter((_, index) => process.env.INPK_SOAK || index % 6 === 0)

test('no command that keeps nothing makes a home or a folder of settings, done or failed (C22)', async () => {
  const stage = await openStage()
  const home = join(scratchFolder(), 'nonexistent')
  try {
    for (const name of SOME) {
      const line = lineFor(name).map((word) => (/\s/.test(word) ? `"${word}"` : word))
      for (const key of [stage.emulator.apiKeys.test.all, '']) {
        const env = { INPK_CONFIG_DIR: '', INPK_API_KEY: key }
        await stage.run(line.join(' '), { env, homeDirectory: home, stdin: stdinOf('') })
        expect(existsSync(home), `inpk ${line.join(' ')}`).toBe(false)
      }
    }
  } finally {
    await stage.close()
  }
})

test('a push that is done makes one: the sweep would see it', async () => {
  const stage = await openStage()
  const home = join(scratchFolder(), 'nonexistent')
  const around = { env: { INPK_CONFIG_DIR: '' }, homeDirectory: home }
  const { code } = await stage.run('push reviews.csv --source Tickets', around)
  await stage.close()
  expect([code, existsSync(home)]).toEqual([0, true])
})
