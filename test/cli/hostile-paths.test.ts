/** Every option that takes a path × a name with a control sequence: it reaches no terminal. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStage, writeStageFiles } from '../transcripts/stage.js'
import { lineFor } from './every-command.js'
import { PATH_OPTIONS } from './path-options.js'

const NAME = 'x\u001b[31mred\u009b32m'
const RAW = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/
/** They listen, start processes, or watch until they are told to stop. */
const APART = /^(emulator (start|exec)|webhooks listen|push --watch|record)/

const CASES = Object.entries(PATH_OPTIONS).filter(([name]) => !APART.test(name))

test.each(CASES)('%s, which is of the kind "%s"', async (name, kind) => {
  const [, command = '', option] = /^(.*?) ?(--[\w-]+)$/.exec(name)!
  const stage = await openStage()
  writeStageFiles(stage.cwd)
  if (kind === 'folder') mkdirSync(join(stage.cwd, NAME))
  const line = lineFor(command === '' ? 'me' : command).join(' ')
  const argv = [...line.split(' '), option, NAME]
  try {
    for (const isTerminal of [true, false]) {
      const { stdout, stderr } = await stage.run(argv.join(' '), { isTerminal, env: { NO_COLOR: '1' } })
      expect(stdout + stderr, argv.join(' ')).not.toMatch(RAW)
    }
  } finally {
    await stage.close()
  }
})
