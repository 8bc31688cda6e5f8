import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import { temporaryFolder } from './child.js'

const WRONG: [object, RegExp][] = [
  [{ prot: 4600 }, /no option "prot"; did you mean "port"/],
  [{ clock: { mode: 'x' } }, /clock must be \{ mode: 'real' \} or/],
  [{ clock: { mode: 'frozen' } }, /clock must be/],
  [{ clock: null }, /clock must be/],
  [{ envelope: 'zzz' }, /envelope must be one of auto, bare, data/],
  [{ port: 70_000 }, /port must be a whole number from 0 to 65535/],
  [{ sunset: 'soon' }, /sunset must be a date/],
  [{ smtp: { host: 'localhost' } }, /smtp must be \{ host, port \}/],
  [{ strict: 'yes' }, /strict must be true or false/],
  [{ toString: 1 }, /no option "toString"/],
]

it('options that mean nothing are refused by their names, before anything is made', async () => {
  const dataDirectory = temporaryFolder()
  for (const [options, message] of WRONG) {
    const started = startEmulator({ dataDirectory, listen: false, ...options } as EmulatorOptions)
    await expect(started, JSON.stringify(options)).rejects.toThrow(message)
  }
  expect(readdirSync(dataDirectory)).toEqual([])
})

it('an option that is undefined is one that was not given', async () => {
  const emulator = await startEmulator({
    listen: false,
    clock: undefined,
    port: undefined,
  } as unknown as EmulatorOptions)
  await emulator.close()
})

it.each(['a b', 'http://a', 'a:80', ''])('allowHosts refuses %j, which no Host header names', async (name) => {
  await expect(startEmulator({ listen: false, allowHosts: [name] })).rejects.toThrow('must be host names')
})
