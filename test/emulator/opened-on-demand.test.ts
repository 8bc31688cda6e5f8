import { describe, expect, it } from 'vitest'
import type { EmulatorOptions } from '../../emulator/index.js'
import { createAlarms } from '../../emulator/jobs/alarms.js'
import { openOrganizations } from '../../emulator/organizations/open-organizations.js'
import { capsWith } from '../../src/contract/caps.js'
import { DEFAULT_CONTRACT } from '../../src/contract/facts/contract.js'
import { createSimulatedFiles, type SimulatedFiles } from '../store/simulated-files.js'
import { corporaHere } from './analyst.js'
import {
  type Answer,
  type Json,
  makePlace,
  type Place,
  pushBody,
  requireOk,
  type Service,
  START,
  startService,
} from './service.js'

const OTHER = '2'

/** Two organisations, the second with one item in a source, and its key. */
interface Scene {
  files: SimulatedFiles
  service: Service
  key: string
  place: Place
}

const start = (files: SimulatedFiles, options: EmulatorOptions = {}): Promise<Service> =>
  startService({ files, ...options })

/** `path` begins after `/_emulator/orgs`. */
async function orgs({ emulator }: Service, method: string, path: string, body?: unknown): Promise<Json> {
  const url = `${emulator.dashboardUrl}/_emulator/orgs${path}`
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await emulator.handle({ method, url, headers, ...text })
  return JSON.parse(Buffer.from(answer.body).toString())
}

async function makeScene(settings: Json = {}, options: EmulatorOptions = {}): Promise<Scene> {
  const files = createSimulatedFiles()
  const service = await start(files, options)
  const { org_id, keys } = await orgs(service, 'POST', '', { name: 'Other', ...settings })
  expect(org_id).toBe(OTHER)
  const key = keys.live.all
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.call(method, path, body, { key })
  const place = await makePlace({ call })
  requireOk(await call('POST', '/content/push', pushBody(place, [{ text: 'Lovely soup.', external_id: 'a' }])))
  return { files, service, key, place }
}

/** Which organisations a start on these files opens. */
async function openedBy(files: SimulatedFiles, now = START): Promise<{ opened: number[]; all: number[] }> {
  const shared = { contract: DEFAULT_CONTRACT, caps: capsWith(), analyst: corporaHere() }
  const organizations = await openOrganizations({ folder: '', files: files.copy(), now: () => now }, shared)
  return { opened: organizations.opened().map(({ id }) => id), all: organizations.ids() }
}

async function push(service: Service, { key, place }: Scene, id: string): Promise<void> {
  const body = pushBody(place, [{ text: `Text ${id}.`, external_id: id }])
  requireOk(await service.call('POST', '/content/push', body, { key }))
}

/** External ids of the items of the second organisation. */
async function idsIn(service: Service, { key }: Scene): Promise<string[]> {
  const { items } = requireOk(await service.call('GET', '/feedback', undefined, { key }))
  return items.map(({ external_id }: Json) => external_id).sort()
}

/** Ends it once what the push left to do is done. */
async function closeScene({ service }: Scene): Promise<void> {
  requireOk(await service.control('POST', '/clock/advance', { by: '1s' }))
  await orgs(service, 'POST', `/${OTHER}/clock/advance`, { by: '10m' })
  await service.emulator.close()
}

describe('an organisation that was closed and has nothing to do', () => {
  it('stays closed at a start, and answers whoever has a key of it as if it were open', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    expect(await openedBy(scene.files)).toEqual({ opened: [1], all: [1, 2] })
    const service = await start(scene.files)
    expect(await idsIn(service, scene)).toEqual(['a'])
    await push(service, scene, 'b')
    expect(await idsIn(service, scene)).toEqual(['a', 'b'])
  })

  it('is opened once by requests that come together', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const service = await start(scene.files)
    scene.files.counts.reads.length = 0
    const ask = () => service.call('GET', '/me', undefined, { key: scene.key })
    for (const answer of await Promise.all(Array.from({ length: 8 }, ask))) requireOk(answer)
    expect(scene.files.counts.reads.filter((path) => path === '/orgs/2/snapshot.json')).toHaveLength(1)
  })

  it('is listed with its name, settings, clock and keys without being opened', async () => {
    const scene = await makeScene({ per_org_per_minute: 77 })
    await closeScene(scene)
    const before = await start(scene.files.copy())
    await orgs(before, 'GET', `/${OTHER}`)
    const service = await start(scene.files)
    scene.files.counts.reads.length = 0
    const { items } = await orgs(service, 'GET', '')
    expect(items[1]).toEqual(await orgs(before, 'GET', `/${OTHER}`))
    expect(items[1]).toMatchObject({ name: 'Other', per_org_per_minute: 77 })
    expect(scene.files.counts.reads).toEqual([])
  })

  it('gives no other organisation a key it has', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const service = await start(scene.files)
    const seed = { keys: [{ api_key: scene.key, scope: 'all', label: 'Stolen' }] }
    const { error } = await orgs(service, 'POST', '', { name: 'Third', seed })
    expect(JSON.stringify(error)).toContain('organisation 2 already has a key')
  })

  it('gets the settings of a start that differ from its own', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const service = await start(scene.files, { rateLimits: true })
    expect(await orgs(service, 'GET', `/${OTHER}`)).toMatchObject({ rate_limits: true })
  })

  it('can be deleted', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const service = await start(scene.files)
    const url = `${service.emulator.dashboardUrl}/_emulator/orgs/${OTHER}`
    expect((await service.emulator.handle({ method: 'DELETE', url, headers: {} })).status).toBe(204)
    await service.emulator.close()
    expect(await openedBy(scene.files)).toEqual({ opened: [1], all: [1] })
  })

  it('stays closed over further starts in which no one asked for it', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    await (await start(scene.files)).emulator.close()
    expect(await openedBy(scene.files)).toEqual({ opened: [1], all: [1, 2] })
  })
})

describe('an organisation is opened by a start', () => {
  it('if it was written to since it was last closed, as after a crash', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const service = await start(scene.files)
    await push(service, scene, 'b')
    const afterCrash = scene.files.copy()
    expect(await openedBy(afterCrash)).toEqual({ opened: [1, 2], all: [1, 2] })
    const again = await start(afterCrash)
    expect(await idsIn(again, scene)).toEqual(['a', 'b'])
  })

  it.each(['snapshot.json', 'journal.jsonl', 'log.jsonl'])(
    'if a byte of %s differs, and the damage is reported',
    async (name) => {
      const scene = await makeScene()
      await closeScene(scene)
      const path = `/orgs/2/${name}`
      const bytes = Buffer.from(scene.files.bytesOf(path))
      bytes[bytes.length >> 1]! ^= 1
      scene.files.put(path, bytes)
      // A journal without changes is one line: what is wrong in it counts as torn, and is reported as repaired.
      if (name === 'journal.jsonl') expect((await start(scene.files)).emulator.recovered.join()).toContain(path)
      else await expect(start(scene.files)).rejects.toThrow(path)
    },
  )

  it('if its items are cut short or longer, and that is reported', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const [path] = scene.files.paths().filter((each) => /^\/orgs\/2\/items\/.*\.jsonl$/.test(each))
    const bytes = scene.files.bytesOf(path!)
    const longer = scene.files.copy()
    longer.put(path!, Buffer.concat([bytes, Buffer.from('more')]))
    expect((await start(longer)).emulator.recovered.join()).toContain('removed 4 bytes of items')
    scene.files.put(path!, bytes.subarray(0, -1))
    await expect(start(scene.files)).rejects.toThrow('1 byte')
  })

  it('if a file is missing, and that is reported', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    await scene.files.remove('/orgs/2/snapshot.json')
    await expect(start(scene.files)).rejects.toThrow('/orgs/2/snapshot.json')
  })

  it('if the catalog is missing or damaged, which loses nothing', async () => {
    const scene = await makeScene()
    await closeScene(scene)
    const damaged = scene.files.copy()
    damaged.put('/catalog.json', Buffer.from('{"crc":'))
    await scene.files.remove('/catalog.json')
    for (const files of [damaged, scene.files]) expect((await openedBy(files)).opened).toEqual([1, 2])
  })

  it('if something is due in it by then', async () => {
    const scene = await makeScene({ clock: { mode: 'real' } })
    await scene.service.emulator.close()
    const isDue = async (now: number) => (await openedBy(scene.files, now)).opened.includes(2)
    expect([await isDue(Date.now() - 60_000), await isDue(Date.now() + 3_600_000)]).toEqual([false, true])
  })
})

describe('what is due later in an organisation that is closed', () => {
  it('opens it then, whether or not someone opened it meanwhile', async () => {
    const rung: { ms: number; wake: () => void }[] = []
    const woken: number[] = []
    let now = 0
    const organization = { id: 2 }
    const after = (ms: number, wake: () => void) => {
      rung.push({ ms, wake })
      return () => undefined
    }
    const backend = {
      organizations: { closedWithWork: () => [{ id: 2, dueAt: 100 }], find: async () => organization },
      clock: { now: () => now, after },
      onFault: (error: unknown) => expect(error).toBeUndefined(),
    }
    const alarms = createAlarms(backend as never, ({ id }) => woken.push(id))
    await alarms.set()
    now = 60
    rung[0]!.wake()
    expect([rung.map(({ ms }) => ms), woken]).toEqual([[100, 40], []])
    now = 100
    rung[1]!.wake()
    await expect.poll(() => woken).toEqual([2])
  })
})
