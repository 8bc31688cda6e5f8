/** How long the batches in flight may take once a push is asked to stop; some may only be waiting for the rate limit. */
export const FINISH_MS = 5_000

interface Stop {
  /** Asks the push to stop. */
  signal: AbortSignal
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Called when it is asked, with how long the batches in flight have to finish. */
  onStopping?(ms: number): void
}

/**
 * Makes the signal that ends a push at once, a little after it is asked to stop: the batches in flight finish meanwhile, and the place of
 * those that do not is kept anyway. `stop` ends the watch.
 */
export function stopInTime({ signal, sleep, onStopping }: Stop): { signal: AbortSignal; stop(): void } {
  const hard = new AbortController()
  const over = new AbortController()
  const onAbort = async () => {
    onStopping?.(FINISH_MS)
    await sleep(FINISH_MS, over.signal)
    hard.abort(signal.reason)
  }
  const listener = () => void onAbort().catch(() => {})
  signal.addEventListener('abort', listener, { once: true })
  return {
    signal: hard.signal,
    stop() {
      signal.removeEventListener('abort', listener)
      over.abort()
    },
  }
}
