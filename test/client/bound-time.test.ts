import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { boundTime } from '../../src/client/bound-time.js'

const untilAborted = (bound: AbortSignal) =>
  new Promise<never>((_, reject) => bound.addEventListener('abort', () => reject(bound.reason)))

describe('work that is bounded in time', () => {
  it('aborts with a TimeoutError when its time is over', async () => {
    vi.useFakeTimers()
    const work = boundTime({ timeoutMs: 5_000 }, untilAborted).catch((error) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(await work).toMatchObject({ name: 'TimeoutError' })
  })

  it('aborts with the reason of the signal that was given, also one that is aborted already', async () => {
    const given = new AbortController()
    const work = boundTime({ timeoutMs: 5_000, signal: given.signal }, untilAborted)
    given.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    await expect(boundTime({ timeoutMs: 5_000, signal: given.signal }, async (bound) => bound.aborted)).resolves.toBe(
      true,
    )
  })

  it('leaves nothing at the signal afterwards', async () => {
    const { signal } = new AbortController()
    expect(await boundTime({ timeoutMs: 5_000, signal }, async () => 1)).toBe(1)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
