import { expect, it } from 'vitest'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { runInpk } from './run-inpk.js'

it('an option mistyped for a required one is told with the nearest, not as missing', async () => {
  const { code, stderr } = await runInpk(['upload', 'a.csv', '--sorce', '1'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/unknown option --sorce.*--source/s)])
})

it('a required option that is missing is named, and a file that is not there is said to be none', async () => {
  const missing = await runInpk(['upload', 'a.csv'])
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--source <source> is required')])
  const none = await runInpk(['upload', 'a.csv', '--source', '1'])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('file not found: ')])
})

it('an option near several is told each of them as an option', async () => {
  const { code, stderr } = await runInpk(['emulator', 'exec', '--sen', '--', 'true'])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/Did you mean `--[a-z-]+`(, `--[a-z-]+`)* or `--[a-z-]+`\?/),
  ])
})

it.each([
  [['--versoin'], 'unknown option --versoin', 'Did you mean `--version`?'],
  [['-x', '--json'], 'unknown option -x', ''],
])('%j without a command is wrong usage and prints no result', async (argv, said, near) => {
  const { code, stdout, stderr } = await runInpk(argv)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)])
  expect(stderr).toContain(near)
})

it.each([[['--help', '-x']], [['--json']], [[]]])('%j without a command is answered with help', async (argv) => {
  const { code, stdout } = await runInpk(argv)
  expect([code, stdout]).toEqual([0, expect.stringContaining('Start here  demo')])
})

const KEY = wellKnownKey(7, 'live', 'push')

it.each([
  [[KEY]],
  [['help', KEY]],
  [['me', `--api-key=${KEY}`]],
  [['me', '--debug', '--profile', KEY]],
  [['me', '--json', '--api-key-file', KEY]],
  [['sources', KEY]],
])('a key that is given as a word of the command line is not repeated (%#)', async (argv) => {
  const { code, stdout, stderr } = await runInpk(argv)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/\[removed\]|passed on the command line/)
  expect(stderr).not.toContain(KEY.slice(-44))
})

it.each([['nope'], ['sources show']])('the exit code of %j is that of its fault where stderr is full', async (line) => {
  const full = { isTerminal: false, columns: () => undefined, write: async () => Promise.reject(new Error('ENOSPC')) }
  const ran = await runInpk(line.split(' '))
  const short = await runInpk(line.split(' '), { stderr: full })
  expect([ran.code, short.code]).toEqual([2, 2])
})
