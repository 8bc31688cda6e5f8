import { expect, test, vi } from 'vitest'
import type { Files } from '../../emulator/adapters/files.js'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { requireOk, startService } from './service.js'

const ATTEMPTS = 8

test('attempts that end together share syncs of the disk', async () => {
  const { files, counted } = createCountedFiles()
  const answers: (() => void)[] = []
  const outbound = () => new Promise<{ status: number }>((done) => answers.push(() => done({ status: 200 })))
  const { control, emulator } = await startService({ files, outbound })
  const events = ['series.created']
  requireOk(await control('POST', '/subscriptions', { url: 'https://127.0.0.1:9/hook', events }))
  for (let event = 0; event < ATTEMPTS; event += 1) {
    const data = { survey_series_id: 1, name: 'Shops' }
    requireOk(await control('POST', '/events', { event: 'series.created', data }))
  }
  await vi.waitFor(() => expect(answers).toHaveLength(ATTEMPTS))
  const before = counted.syncs
  for (const answer of answers) answer()
  await emulator.idle()
  expect(counted.syncs - before).toBeLessThan(ATTEMPTS / 2)
  const { items } = requireOk(await control('GET', '/deliveries'))
  expect(items.map(({ state }: { state: string }) => state)).toEqual(Array(ATTEMPTS).fill('delivered'))
})

/** Files that count the syncs of all handles; each takes a turn of the event loop, as one of a disk takes some. */
function createCountedFiles() {
  const under = createMemoryFiles()
  const counted = { syncs: 0 }
  const files: Files = {
    ...under,
    async open(path) {
      const handle = await under.open(path)
      const datasync = () => {
        counted.syncs += 1
        return new Promise<void>((synced) => setImmediate(synced)).then(() => handle.datasync())
      }
      return {
        ...handle,
        datasync,
        get size() {
          return handle.size
        },
      }
    },
  }
  return { files, counted }
}
