import { describe, expect, it } from 'vitest'
import { createWriteQueue } from '../../emulator/store/write-queue.js'

describe('a queue that was told to fail while it writes', () => {
  it('is settled only when that write has ended, so that nobody closes or reads the files under it', async () => {
    let end = () => {}
    const written = new Promise<void>((resolve) => {
      end = resolve
    })
    const order: string[] = []
    const queue = createWriteQueue<string>(async () => {
      await written
      order.push('written')
    })
    const first = queue.addSet('a')
    await Promise.resolve()
    await Promise.resolve()
    const second = queue.addSet('b').catch(() => order.push('b refused'))
    queue.fail(new Error('no'))
    const settled = queue.settled().catch((error: Error) => order.push(`settled: ${error.message}`))
    await second
    end()
    await Promise.all([first, settled])
    expect(order).toEqual(['b refused', 'written', 'settled: no'])
  })

  it('takes nothing more', async () => {
    const queue = createWriteQueue<string>(async () => undefined)
    queue.fail(new Error('no'))
    await expect(queue.addSet('a')).rejects.toThrow('no')
    await expect(queue.addTask(async () => undefined)).rejects.toThrow('no')
  })
})
