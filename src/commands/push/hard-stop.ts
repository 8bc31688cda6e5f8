import type { Factory } from '../../cli/factory.js'

/** How long the batches in flight may take after a first Ctrl-C; some may only be waiting for the rate limit. */
const FINISH_MS = 5_000
/** Until a push that was told to stop is over in any case, its journal written. */
export const STOP_WITHIN_MS = FINISH_MS + 1_000

/** Says so at the first Ctrl-C, and aborts a little later what has not finished by then; its place is kept all the same. */
export function watchForHardStop(
  { world, signal }: Factory,
  say: (text: string) => void,
): { signal: AbortSignal; stop(): void } {
  const hard = new AbortController()
  const over = new AbortController()
  const onAbort = async () => {
    say('Finishing the batches in flight; Ctrl-C again ends at once.')
    await world.sleep(FINISH_MS, over.signal)
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
