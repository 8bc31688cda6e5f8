import { describe, expect, it } from 'vitest'
import type { FileHandle, Files } from '../../emulator/adapters/files.js'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import {
  type Answer,
  allItems,
  type Json,
  makePlace,
  type Place,
  pushBody,
  requireOk,
  type Service,
  startService,
} from './service.js'

/** A disk on which long work can be held: what reads or writes a file of rows that was not open before. A push does neither. */
function heldDisk() {
  const under = createMemoryFiles()
  let gate: { held: Promise<void>; begin(): void } | undefined
  const wait = async (): Promise<void> => {
    gate?.begin()
    await gate?.held
  }
  const guard = (handle: FileHandle): FileHandle => ({
    get size() {
      return handle.size
    },
    append: (bytes) => wait().then(() => handle.append(bytes)),
    datasync: () => handle.datasync(),
    truncate: (size) => handle.truncate(size),
    read: (offset, length) => wait().then(() => handle.read(offset, length)),
    readSync: (offset, length) => handle.readSync(offset, length),
    close: () => handle.close(),
  })
  const isRows = (path: string) => /\/(items|snapshots)\//.test(path)
  const files: Files = {
    ...under,
    async open(path) {
      const handle = await under.open(path)
      return gate && isRows(path) ? guard(handle) : handle
    },
  }
  return {
    files,
    /** Holds from now on; `begun` resolves when something is held, `go` lets all of it go on. */
    hold() {
      let begin = () => {}
      let go = () => {}
      const begun = new Promise<void>((resolve) => (begin = resolve))
      const held = new Promise<void>((resolve) => (go = resolve))
      gate = { held, begin }
      return {
        begun,
        go() {
          gate = undefined
          go()
        },
      }
    },
  }
}

interface Scene {
  service: Service
  hold: ReturnType<typeof heldDisk>['hold']
  large: Place
  small: Place
  /** The last change before the last push. */
  seq: number
  file: Json
}

const item = (id: string) => ({ text: `What came of ${id}`, external_id: id })
const push = async ({ call }: Service, place: Place, ...ids: string[]) =>
  requireOk(await call('POST', '/content/push', pushBody(place, ids.map(item))))
const idsIn = async (service: Service) => (await allItems(service)).map(({ external_id }: Json) => external_id).sort()

/** Two sources, with items before a snapshot and after it, and a file of everything. */
async function setScene(): Promise<Scene> {
  const { files, hold } = heldDisk()
  const service = await startService({ files, seed: { groups: [{ name: 'Seeded' }] } })
  const [large, small] = [await makePlace(service, 'Large'), await makePlace(service, 'Small')]
  await push(service, large, 'a', 'b')
  await push(service, small, 'c')
  requireOk(await service.control('POST', '/snapshots', { name: 'then' }))
  const file = requireOk(await service.control('GET', '/export'))
  const seq = requireOk(await service.control('GET', '/log?limit=1')).items[0].seq
  await push(service, large, 'd')
  return { service, hold, large, small, seq, file }
}

type Send = (scene: Scene) => Promise<Answer>

/** What takes long, and the items of the two sources afterwards where `x` and `y` were pushed while it was held. */
const LONG: [what: string, send: Send, after: string[]][] = [
  [
    'a snapshot is saved',
    ({ service }) => service.control('POST', '/snapshots', { name: 'now' }),
    ['a', 'b', 'c', 'd', 'x', 'y'],
  ],
  ['a snapshot is restored', ({ service }) => service.control('POST', '/snapshots/then/restore', {}), ['a', 'b', 'c']],
  ['changes are undone', ({ service, seq }) => service.control('POST', '/undo', { to: seq }), ['a', 'b', 'c']],
  [
    'items are erased',
    ({ service }) => service.call('POST', '/feedback/erase', { external_ids: ['a', 'c'] }),
    ['b', 'd', 'x', 'y'],
  ],
  [
    'a seed is added',
    ({ service }) => service.control('POST', '/seed', { groups: [{ name: 'More' }] }),
    ['a', 'b', 'c', 'd', 'x', 'y'],
  ],
  [
    'a difference is asked for',
    ({ service }) => service.control('GET', '/diff?snapshot=then'),
    ['a', 'b', 'c', 'd', 'x', 'y'],
  ],
  ['everything is exported', ({ service }) => service.control('GET', '/export'), ['a', 'b', 'c', 'd', 'x', 'y']],
  ['a file is imported', ({ service, file }) => service.control('POST', '/import', file), ['a', 'b', 'c']],
]

describe('no push waits for long work of its organisation (issue 13, speed A)', () => {
  it.each(LONG)('pushes are answered while %s', async (_what, send, after) => {
    const scene = await setScene()
    const { service, large, small } = scene
    const held = scene.hold()
    let isOver = false
    const long = send(scene).then((answer) => {
      isOver = true
      return answer
    })
    await held.begun
    await push(service, large, 'x')
    await push(service, small, 'y')
    expect(isOver).toBe(false)
    held.go()
    requireOk(await long)
    expect(await idsIn(service)).toEqual(after)
    // Whatever came first, what is on the disk is what is in memory.
    const before = await allItems(service)
    expect(requireOk(await service.control('GET', '/export')).items.length).toBe(before.length)
    await push(service, large, 'z')
    expect(await idsIn(service)).toEqual([...after, 'z'].sort())
  })

  it('a snapshot holds what there was when it was asked for', async () => {
    const scene = await setScene()
    const { service, large } = scene
    const held = scene.hold()
    const saved = service.control('POST', '/snapshots', { name: 'now' })
    await held.begun
    await push(service, large, 'x')
    held.go()
    expect(requireOk(await saved)).toMatchObject({ items: 4 })
    requireOk(await service.control('POST', '/snapshots/now/restore', {}))
    expect(await idsIn(service)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('an id that is pushed while it is erased is erased, too, and the answer counts it', async () => {
    const scene = await setScene()
    const { service, large, small } = scene
    const held = scene.hold()
    const erased = service.call('POST', '/feedback/erase', { external_ids: ['a', 'later'], surprise: true })
    await held.begun
    await push(service, large, 'x')
    await push(service, small, 'later')
    held.go()
    const answer = await erased
    expect(requireOk(answer)).toEqual({ erased: 2, not_found: [] })
    expect(JSON.stringify(answer.headers).split('surprise').length).toBe(2)
    expect(await idsIn(service)).toEqual(['b', 'c', 'd', 'x'])
    expect(JSON.stringify(requireOk(await service.control('GET', '/export')))).not.toContain('What came of later')
  })

  it('long work goes one after another: an erase that comes while a snapshot is saved is in neither', async () => {
    const scene = await setScene()
    const { service } = scene
    const held = scene.hold()
    const saved = service.control('POST', '/snapshots', { name: 'now' })
    await held.begun
    const erased = service.call('POST', '/feedback/erase', { external_ids: ['d'] })
    held.go()
    requireOk(await saved)
    expect(requireOk(await erased)).toMatchObject({ erased: 1 })
    requireOk(await service.control('POST', '/snapshots/now/restore', {}))
    expect(await idsIn(service)).toEqual(['a', 'b', 'c'])
  })

  it('[IDM-6] an erase that is refused for its idempotency key leaves the snapshots as they are', async () => {
    const { service } = await setScene()
    const erase = (id: string) =>
      service.call('POST', '/feedback/erase', { external_ids: [id] }, { idempotencyKey: 'one' })
    const [done, refused] = await Promise.all([erase('d'), erase('a')])
    expect([done.status, refused.status]).toEqual([200, 409])
    requireOk(await service.control('POST', '/snapshots/then/restore', {}))
    expect(await idsIn(service)).toEqual(['a', 'b', 'c'])
  })

  it.each(['its organisation is deleted', 'the emulator is closed'])(
    'an export is held, and %s: the file has everything',
    async (what) => {
      const { files, hold } = heldDisk()
      const service = await startService({ files })
      const own = await service.emulator.createOrganization()
      const call: Service['call'] = (method, path, body) => service.call(method, path, body, { key: own.keys.live.all })
      requireOk(await call('POST', '/content/push', pushBody(await makePlace({ call }), ['First', 'Second'].map(item))))
      const held = hold()
      const exported = own.control.exportOrganization() as Promise<Json>
      await held.begun
      const ended = what === 'the emulator is closed' ? service.emulator.close() : own.delete()
      await new Promise((resolve) => setTimeout(resolve, 20))
      held.go()
      expect((await exported).items.length).toBe(2)
      await ended
      await service.emulator.close()
    },
  )

  it.each(['its organisation is deleted', 'the emulator is closed'])(
    'long work is held, and %s: nothing breaks',
    async (what) => {
      const faults: unknown[] = []
      const { files, hold } = heldDisk()
      const service = await startService({ files, onFault: (fault) => faults.push(fault) })
      const own = await service.emulator.createOrganization()
      const call: Service['call'] = (method, path, body) => service.call(method, path, body, { key: own.keys.live.all })
      const place = await makePlace({ call })
      requireOk(await call('POST', '/content/push', pushBody(place, ['First', 'Second'].map(item))))
      const held = hold()
      const erased = call('POST', '/feedback/erase', { external_ids: ['First'] })
      await held.begun
      const ended = what === 'the emulator is closed' ? service.emulator.close() : own.delete()
      held.go()
      expect((await erased).status).toBeGreaterThanOrEqual(200)
      await ended
      await service.emulator.close()
      expect(faults).toEqual([])
    },
  )
})
