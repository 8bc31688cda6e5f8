import { expect, it } from 'vitest'
import { displayWidth } from '../../src/terminal/width.js'
import { openBench } from '../commands/with-emulator.js'
import { atEndOfFile } from '../end-of-file.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor } from '../transcripts/stage.js'
import { runInpk, stdinOf } from './run-inpk.js'

it.each([40, 80])('an error and its hint are wrapped between words at %i columns', async (columns) => {
  const whole = await runInpk(['me'], { env: {} })
  const { stderr } = await runInpk(['me'], { env: {}, isTerminal: true, columns })
  const plain = stripColour(stderr)
  expect(plain.split(/\s+/)).toEqual(whole.stderr.split(/\s+/))
  for (const line of plain.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
})

it.each([40, 80])('a question is wrapped between words at %i columns, with room for the answer', async (columns) => {
  const stdin = { ...stdinOf('n\n'), isTerminal: true }
  const argv = ['feedback', 'erase', '--external-id', 'an-id-of-some-length-88044']
  const { run } = await openBench()
  const { stderr } = await run(argv, { isTerminal: true, columns, stdin })
  const [question = '', after] = stripColour(stderr).split(' [y/N] ')
  expect(after).toContain('nothing was changed')
  for (const line of `${question} [y/N]`.split('\n')) expect(displayWidth(line)).toBeLessThan(columns - 2)
})

it.each(['', 'emulator', 'emulator start', 'push', 'webhooks verify', 'feedback erase'])(
  'the help of `%s` breaks no word at 40 columns',
  async (command) => {
    const argv = [...command.split(' ').filter(Boolean), '--help']
    const { stdout } = await runInpk(argv, { isTerminal: true, columns: 40 })
    const prose = stripColour(stdout).replace(/^Examples:[\s\S]*?(?=^Usage:)/m, '')
    for (const line of prose.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(40)
  },
)

it.each(['webhooks listen', 'record', 'logout', 'emulator seed'])(
  'what `%s` says is wrapped between words at 50 columns',
  async (name) => {
    const row = ROWS[name]!
    const stage = await openStageFor(row, row.succeeds)
    atEndOfFile(() => stage.close())
    const around = row.around?.(stage)
    const env = { ...around?.env, NO_COLOR: '1', CI: '1' }
    const { stdout, stderr } = await stage.run(row.succeeds, { ...around, env, isTerminal: true, columns: 50 })
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(' '))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(50)
  },
)

const stripColour = (text: string) => text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '')
