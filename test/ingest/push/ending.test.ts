import { describe, expect, it } from 'vitest'
import { createMemoryDisk, journalOf, push } from '../model/memory.js'
import { createService } from '../model/service.js'

const CSV = 'text\nhello\n'
const full = () => Object.assign(new Error('disk full'), { code: 'ENOSPC' })

describe('the end of a push', () => {
  it('releases every lock though one cannot be released, and says what went wrong first', async () => {
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const store = journalOf(disk)
    const released: string[] = []
    const journal = {
      ...store,
      lock: async (name: string) => async () => {
        released.push(name)
        throw new Error('not released')
      },
    }
    const service = createService({
      before: () => {
        throw new Error('no credits')
      },
    })
    const options = { path: 'a.csv', externalId: 'none' as const }
    const origin = { path: '/a.csv', id: '1', watched: false }
    await expect(push(disk, service, options, { journal, origin })).rejects.toThrow('no credits')
    expect(released).toHaveLength(2)
  })

  it('says why it stopped, not that the rejects file cannot be closed', async () => {
    const openRejects = async () => ({
      write: () => Promise.reject(full()),
      close: () => Promise.reject(new Error('not closed')),
    })
    const disk = createMemoryDisk({ 'a.csv': `id,text\n1,\n2,hello\n` })
    const pushed = push(disk, createService(), { path: 'a.csv' }, { openRejects })
    await expect(pushed).rejects.toMatchObject({ name: 'PushStoppedError', cause: { code: 'ENOSPC' } })
  })

  it('a disk that is full when the run is ended at once is said', async () => {
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const hard = new AbortController()
    disk.beforeWrite = (_, text) => {
      if (!text.includes('"type":"done"')) return
      hard.abort(new Error('stopped'))
      throw full()
    }
    const pushed = push(disk, createService(), { path: 'a.csv' }, { hardSignal: hard.signal })
    await expect(pushed).rejects.toMatchObject({ cause: { code: 'ENOSPC' } })
  })
})
