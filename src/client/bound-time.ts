/**
 * Does `work` with a signal that aborts after so many milliseconds, or when `signal` does. Nothing is left of it afterwards:
 * `AbortSignal.timeout` and `AbortSignal.any` would stay in memory until the time is over, with a push for each of its requests.
 */
export async function boundTime<T>(
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  work: (bound: AbortSignal) => Promise<T>,
): Promise<T> {
  const bound = new AbortController()
  const timer = setTimeout(() => bound.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs).unref()
  const pass = () => bound.abort(signal?.reason)
  if (signal?.aborted) pass()
  signal?.addEventListener('abort', pass)
  try {
    return await work(bound.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', pass)
  }
}
