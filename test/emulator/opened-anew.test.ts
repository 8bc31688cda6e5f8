import { describe, expect, it } from 'vitest'
import { createSimulatedFiles, type SimulatedFiles } from '../store/simulated-files.js'
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

const GONE = 'UNFORGETTABLE'
const FIRST = ['a', 'b', 'c']

interface Scene {
  files: SimulatedFiles
  service: Service
  place: Place
}

const push = ({ service, place }: Scene, id: string) =>
  service.call('POST', '/content/push', pushBody(place, [{ text: id === 'b' ? GONE : `text ${id}`, external_id: id }]))
const idsOf = async (service: Service): Promise<string[]> => {
  return (await allItems(service)).map(({ external_id }: Json) => external_id)
}

/** A disk with three items, `b` among them, which lies in a snapshot, too. */
async function writeDisk(): Promise<{ files: SimulatedFiles; place: Place }> {
  const files = createSimulatedFiles()
  const service = await startService({ files })
  const place = await makePlace(service)
  const scene = { files, service, place }
  requireOk(await push(scene, 'a'))
  requireOk(await push(scene, 'b'))
  requireOk(await service.control('POST', '/snapshots', { name: 'then' }))
  requireOk(await push(scene, 'c'))
  await service.emulator.close()
  return { files, place }
}

/** What was answered while one operation of the disk failed. */
interface Outcome extends Scene {
  long: Answer
  /** Pushed with success while the long work went on. */
  kept: string[]
  hasFailed: boolean
}

/**
 * Does long work, and pushes all the while, on a disk of which one operation fails: the first, then the second, until none is left.
 * Each time `check` looks at the outcome, and at it again after a restart.
 */
async function failAtEveryPoint(
  send: (service: Service) => Promise<Answer>,
  check: (outcome: Outcome) => Promise<void>,
): Promise<void> {
  const written = await writeDisk()
  let point = 0
  for (let hasFailed = true; hasFailed; point += 1) {
    const files = written.files.copy()
    const service = await startService({ files })
    const scene = { files, service, place: written.place }
    Object.assign(files, { failsOnce: true, budget: point, fault: new Error(`EIO at operation ${point}`) })
    let isOver = false
    const ended = send(service).finally(() => {
      isOver = true
    })
    const kept: string[] = []
    for (let round = 0; !isOver && round < 40; round += 1) {
      const answers = await Promise.all([push(scene, `x${round}`), push(scene, `y${round}`)])
      for (const [at, { status }] of answers.entries()) {
        expect([200, 500]).toContain(status)
        if (status === 200) kept.push(`${'xy'[at]}${round}`)
      }
    }
    const long = await ended
    hasFailed = files.budget === Number.POSITIVE_INFINITY
    files.budget = Number.POSITIVE_INFINITY
    await check({ ...scene, long, kept, hasFailed })
    await service.emulator.close()
    const again = await startService({ files })
    await check({ ...scene, service: again, long, kept, hasFailed })
    await again.emulator.close()
  }
  expect(point).toBeGreaterThan(10)
}

describe('one operation of the disk fails, whichever, while long work and pushes go on', () => {
  it('an erase: what was acknowledged is there, and what was erased is nowhere', async () => {
    await failAtEveryPoint(
      (service) => service.call('POST', '/feedback/erase', { external_ids: ['b'] }),
      async ({ files, service, long, kept, hasFailed }) => {
        expect(hasFailed ? [200, 500] : [200]).toContain(long.status)
        const ids = await idsOf(service)
        expect(ids).toEqual(expect.arrayContaining(['a', 'c', ...kept]))
        expect(new Set(ids).size).toBe(ids.length)
        if (long.status !== 200) return
        expect(long.json).toEqual({ erased: 1, not_found: [] })
        expect(ids).not.toContain('b')
        expect(files.paths().filter((path) => Buffer.from(files.bytesOf(path)).includes(GONE))).toEqual([])
      },
    )
  }, 120_000)

  it('a restore: what was acknowledged is there, or is again once the restore is undone', async () => {
    await failAtEveryPoint(
      (service) => service.control('POST', '/snapshots/then/restore', {}),
      async ({ service, long, kept, hasFailed }) => {
        expect(hasFailed ? [200, 500] : [200]).toContain(long.status)
        const ids = await idsOf(service)
        expect(ids).toEqual(expect.arrayContaining(['a', 'b']))
        const log = requireOk(await service.control('GET', '/log?limit=100')).items
        const restored = log.find((change: Json) => change.kind === 'restoreSnapshot')
        if (long.status === 200) expect(restored).toBeDefined()
        if (restored) requireOk(await service.control('POST', '/undo', { to: restored.seq - 1 }))
        const before = await idsOf(service)
        requireOk(await service.control('POST', '/undo', { to: log[0].seq }))
        expect(before).toEqual(expect.arrayContaining(FIRST))
        expect([...ids, ...before]).toEqual(expect.arrayContaining(kept))
      },
    )
  }, 120_000)

  it('a snapshot: what was acknowledged is there, and the snapshot can be restored', async () => {
    await failAtEveryPoint(
      (service) => service.control('POST', '/snapshots', { name: 'now' }),
      async ({ service, long, kept, hasFailed }) => {
        expect(hasFailed ? [200, 500] : [200]).toContain(long.status)
        expect(await idsOf(service)).toEqual(expect.arrayContaining([...FIRST, ...kept]))
        const { seq } = requireOk(await service.control('GET', '/log?limit=1')).items[0]
        const restored = await service.control('POST', '/snapshots/now/restore', {})
        if (restored.status === 404) expect(long.status).toBe(500)
        else {
          requireOk(restored)
          expect(await idsOf(service)).toEqual(expect.arrayContaining(FIRST))
          requireOk(await service.control('POST', '/undo', { to: seq }))
        }
        expect(await idsOf(service)).toEqual(expect.arrayContaining([...FIRST, ...kept]))
      },
    )
  }, 120_000)
})
