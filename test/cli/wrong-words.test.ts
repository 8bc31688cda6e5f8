import { expect, test } from 'vitest'
import { runInpk } from './run-inpk.js'

test.each([
  [['keys', 'list'], 'unknown command keys', 'Did you mean `inpk emulator keys`?'],
  [['listen'], 'unknown command listen', 'Did you mean `inpk webhooks listen`?'],
  [['emulator', 'keyz'], 'inpk emulator has no command keyz', 'Did you mean `keys`?'],
  [['list'], 'unknown command list\n', 'See `inpk --help`.'],
  [['help', 'nosuch'], 'no help on "nosuch"', 'Topics: options, '],
  [['api', 'GTE', 'me'], 'unknown method GTE', 'Did you mean `GET`?'],
  [['emulator', 'clock', 'advance', '-1h'], 'unknown option -1h; a value that starts with - goes after `--`', ''],
])('%j: the error names what was typed, and the hint what was meant', async (argv, message, hint) => {
  const { code, stderr } = await runInpk(argv)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(stderr).toContain(hint)
})
