import { expect, it } from 'vitest'
import { runInpk } from './run-inpk.js'

it('an option mistyped for a required one is told with the nearest, not as missing', async () => {
  const { code, stderr } = await runInpk(['upload', 'a.csv', '--sorce', '1'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/unknown option '--sorce'.*--source/s)])
})

it('a required option that is missing is named, and a file that is not there is said to be none', async () => {
  const missing = await runInpk(['upload', 'a.csv'])
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--source <source> is required')])
  const none = await runInpk(['upload', 'a.csv', '--source', '1'])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no file ')])
})
