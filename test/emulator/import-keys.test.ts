import { afterEach, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'

const open: Emulator[] = []
afterEach(() => Promise.all(open.splice(0).map((emulator) => emulator.close())))

async function start(randomKeys: boolean): Promise<Emulator> {
  const emulator = await startEmulator({ listen: false, randomKeys })
  open.push(emulator)
  return emulator
}

const clientOf = ({ baseUrl, handle }: Emulator, apiKey: string) =>
  createClient({ baseUrl, apiKey, transport: handle, retries: 0 })

/** The organisation a key lets in to, or the status of the refusal. */
const orgOf = (emulator: Emulator, apiKey: string): Promise<number> =>
  clientOf(emulator, apiKey)
    .getMe()
    .then(
      ({ org_id }) => org_id,
      (error) => error.status,
    )

test.each([
  ['well-known keys into random ones', false, true],
  ['random keys into well-known ones', true, false],
])(
  'an import keeps the keys of birth that are here, and lets nobody in by those of the file: %s',
  async (_, from, to) => {
    const [theirs, ours] = [await start(from), await start(to)]
    await clientOf(theirs, theirs.apiKeys.test.all).createGroup({ body: { name: 'Imported' } })
    const [theirKey, ourKey] = [theirs.apiKeys.test.all, ours.apiKeys.test.all]
    await ours.control.importOrganization({ body: (await theirs.control.exportOrganization()) as never })
    expect((await ours.control.listGroups()).items).toHaveLength(1)
    expect([await orgOf(ours, ourKey), await orgOf(ours, theirKey)]).toEqual([1, 401])
    await ours.control.resetOrganization()
    expect([await orgOf(ours, ourKey), await orgOf(ours, theirKey)]).toEqual([1, 401])
  },
)

test.each([false, true])(
  'an import into another organisation of the same emulator keeps its keys, random ones: %s',
  async (random) => {
    const emulator = await start(random)
    const second = await emulator.createOrganization({ name: 'Second' })
    const made = await emulator.control.createKey({ body: { environment: 'live', scope: 'push', label: 'made' } })
    await second.control.importOrganization({ body: (await emulator.control.exportOrganization()) as never })
    expect(await orgOf(emulator, second.keys.test.all)).toBe(2)
    expect(await orgOf(emulator, emulator.apiKeys.test.all)).toBe(1)
    expect(await orgOf(emulator, made.api_key)).toBe(1)
    if (!random) expect(second.keys.test.all).toBe(wellKnownKey(2, 'test', 'all'))
    expect((await second.control.listKeys()).items).toHaveLength(10)
  },
)
