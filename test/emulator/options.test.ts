import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { connectEmulator, type EmulatorAddresses, type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import { InpkError, InputError } from '../../src/index.js'
import { temporaryFolder } from './child.js'

const WRONG: [object, RegExp][] = [
  [{ prot: 4600 }, /^startEmulator has no option `prot`$/],
  [{ clock: { mode: 'x' } }, /clock must be \{ mode: 'real' \} or/],
  [{ clock: { mode: 'frozen' } }, /clock must be/],
  [{ clock: null }, /clock must be/],
  [{ envelope: 'zzz' }, /envelope must be one of auto, bare, data/],
  [{ port: 70_000 }, /port must be a whole number from 0 to 65535/],
  [{ sunset: 'soon' }, /sunset must be a date/],
  [{ smtp: { host: 'localhost' } }, /smtp must be \{ host, port \}/],
  [{ strict: 'yes' }, /strict must be true or false/],
  [{ toString: 1 }, /no option `toString`/],
]

it('options that mean nothing are refused by their names, before anything is made', async () => {
  const dataDirectory = temporaryFolder()
  for (const [options, message] of WRONG) {
    const started = startEmulator({ dataDirectory, listen: false, ...options } as EmulatorOptions)
    await expect(started, JSON.stringify(options)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      message: expect.stringMatching(message),
    })
    await expect(started).rejects.toBeInstanceOf(InputError)
  }
  expect(readdirSync(dataDirectory)).toEqual([])
})

it('an option that is nearly that of another name says which, and one that is near to none lists them', async () => {
  const hintOf = (options: object) => startEmulator(options).catch(({ hint }: InputError) => hint)
  expect(await hintOf({ prt: 1 })).toBe('Did you mean `port`?')
  expect(await hintOf({ dataDir: 'x' })).toBe('Did you mean `dataDirectory`?')
  expect(await hintOf({ xyz: 1 })).toMatch(/^Options: dataDirectory, /)
})

it('whatever a start refuses is an InpkError', async () => {
  const refused: object[] = [{ seed: { grups: [] } }, { facts: { nope: 1 } }, { caps: { nope: 1 } }]
  for (const options of refused) {
    const started = startEmulator({ listen: false, ...options } as EmulatorOptions)
    await expect(started, JSON.stringify(options)).rejects.toBeInstanceOf(InpkError)
  }
  const dataDirectory = temporaryFolder()
  const first = await startEmulator({ listen: false, dataDirectory })
  const second = startEmulator({ listen: false, dataDirectory })
  await expect(second).rejects.toBeInstanceOf(InpkError)
  await expect(second).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' })
  await first.close()
})

it('the addresses of another emulator are checked before anything is asked of it', () => {
  const baseUrl = 'http://127.0.0.1:4600'
  const wrong: [object, string][] = [
    [{ baseURL: baseUrl, dashboardUrl: baseUrl }, 'connectEmulator has no option `baseURL`'],
    [{ baseUrl }, 'the dashboard URL is missing'],
  ]
  for (const [addresses, message] of wrong) {
    expect(() => connectEmulator(addresses as EmulatorAddresses)).toThrow(
      expect.objectContaining({ name: 'InputError', message }),
    )
  }
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
