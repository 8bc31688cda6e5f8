/** Node fires a longer timer immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Does `work` with a signal that aborts after this many milliseconds, or when `signal` does, and rejects then whether or not
 * `work` obeys it: what connects for a request often does not. Nothing is left of it afterwards: `AbortSignal.timeout` and
 * `AbortSignal.any` would stay in memory until the time is over, with a push for each of its requests.
 */
export async function boundTime<T>(
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  work: (bound: AbortSignal) => Promise<T>,
): Promise<T> {
  const bound = new AbortController()
  const timer = setTimeout(
    () => bound.abort(new DOMException('no response in time', 'TimeoutError')),
    Math.min(timeoutMs, LONGEST_TIMER_MS),
  )
  const pass = () => bound.abort(signal?.reason)
  if (signal?.aborted) pass()
  signal?.addEventListener('abort', pass)
  try {
    return await untilAborted(bound.signal, work(bound.signal))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', pass)
  }
}

/** What `work` resolves to; rejects with the reason of the signal as soon as that aborts. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abandon = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason)
    signal.addEventListener('abort', abandon)
  })
  if (signal.aborted) abandon()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}

/** The parts of a stream; rejects with the reason of the signal as soon as that aborts. A part that never comes is not waited for. */
export async function* eachUntilAborted<T>(signal: AbortSignal, stream: AsyncIterable<T>): AsyncGenerator<T> {
  const parts = stream[Symbol.asyncIterator]()
  for (;;) {
    const next = await untilAborted(signal, parts.next())
    if (next.done) return
    yield next.value
  }
}
