import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import { parseApiKey } from '../../src/contract/api-key.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'

let dataDirectory: string
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'again-'))
})
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }))

const NOON = Date.UTC(2026, 2, 1, 12)
const DAY = 86_400_000

/** Starts on the folder, asks, and closes. */
async function start<T>(
  options: EmulatorOptions,
  ask: (emulator: Awaited<ReturnType<typeof startEmulator>>) => Promise<T>,
): Promise<T> {
  const emulator = await startEmulator({ listen: false, dataDirectory, ...options })
  try {
    return await ask(emulator)
  } finally {
    await emulator.close()
  }
}

const statusOf =
  (key: string) =>
  async ({ handle, baseUrl }: { handle: EmulatorHandle; baseUrl: string }) =>
    (await handle({ method: 'GET', url: `${baseUrl}/api/input/me`, headers: { Authorization: `Bearer ${key}` } }))
      .status
type EmulatorHandle = Awaited<ReturnType<typeof startEmulator>>['handle']

const PUBLISHED = wellKnownKey(1, 'test', 'all')

describe('a start on a folder that has an organisation ignores no option (fidelity A1)', () => {
  beforeEach(() => start({ rateLimits: true }, async () => undefined))

  it('rate limits are switched, and stay where the option is not given', async () => {
    const limits = async ({ control }: { control: Control }) => (await control.getOrganization()).rate_limits
    expect(await start({ rateLimits: false }, limits)).toBe(false)
    expect(await start({}, limits)).toBe(false)
    expect(await start({ rateLimitsOfNew: true }, limits)).toBe(false)
    expect(await start({ rateLimits: true }, limits)).toBe(true)
  })

  it('published keys are replaced by random ones, once, and no snapshot brings them back', async () => {
    expect(await start({}, statusOf(PUBLISHED))).toBe(200)
    const fresh = await start({ randomKeys: true }, async (emulator) => {
      expect(emulator.newKeys).toEqual({ 1: emulator.apiKeys })
      expect(await statusOf(PUBLISHED)(emulator)).toBe(401)
      const key = emulator.apiKeys.test.all
      expect(await statusOf(key)(emulator)).toBe(200)
      await emulator.control.resetOrganization()
      expect(await statusOf(PUBLISHED)(emulator)).toBe(401)
      expect(await statusOf(key)(emulator)).toBe(200)
      return key
    })
    const again = await start({ randomKeys: true }, async (emulator) => {
      expect(emulator.newKeys).toEqual({})
      return statusOf(fresh)(emulator)
    })
    expect(again).toBe(200)
    expect(await start({}, statusOf(PUBLISHED))).toBe(401)
  })

  it('the new keys of every organisation are told, but for one that was replaced before', async () => {
    await start({}, async ({ control }) => {
      const { org_id } = await control.createOrganization({ body: {} })
      const { id } = parseApiKey(wellKnownKey(Number(org_id), 'test', 'push'))!
      await control.forOrganization(org_id).rotateKey({ params: { id } })
    })
    await start({ randomKeys: true }, async (emulator) => {
      const { 1: first, 2: second, ...others } = emulator.newKeys
      expect([first, others]).toEqual([emulator.apiKeys, {}])
      expect(await statusOf(second!.test.all!)(emulator)).toBe(200)
      expect(await statusOf(wellKnownKey(2, 'test', 'all'))(emulator)).toBe(401)
      expect(second!.test.push).toBeUndefined()
    })
  })

  it('a clock is frozen or let run, again and again the same one, and never set back', async () => {
    const clock = async ({ control }: { control: Control }) => control.getClock()
    const later = Date.now() + 400 * DAY
    const frozen: EmulatorOptions = { clock: { mode: 'frozen', now: later } }
    expect(await start(frozen, clock)).toEqual({ mode: 'frozen', now: new Date(later).toISOString() })
    expect(await start(frozen, clock)).toEqual({ mode: 'frozen', now: new Date(later).toISOString() })
    const refused = start({ clock: { mode: 'frozen', now: NOON } }, clock)
    await expect(refused).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', message: /never go backward/ })
    expect(await start({ clock: { mode: 'real' } }, clock)).toMatchObject({ mode: 'real' })
  })

  it('a clock that was frozen from the start goes on from where it came to', async () => {
    rmSync(dataDirectory, { recursive: true })
    const frozen: EmulatorOptions = { clock: { mode: 'frozen', now: NOON } }
    await start(frozen, ({ control }) => control.advanceClock({ body: { by: '1d' } }))
    const now = await start(frozen, async ({ control }) => (await control.getClock()).now)
    expect(Date.parse(now)).toBe(NOON + DAY)
  })

  it('a seed is refused, and says what to do', async () => {
    const refused = start({ seed: {} as NonNullable<EmulatorOptions['seed']> }, async () => undefined)
    await expect(refused).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', hint: /control.seedOrganization/ })
  })
})

type Control = Awaited<ReturnType<typeof startEmulator>>['control']
