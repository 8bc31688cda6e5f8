/** What the page needs of the browser's clock and timers: the one place that touches them. */

/** Calls `wake` once after `ms`; the returned function calls it off. */
export function later(ms: number, wake: () => void): () => void {
  const timer = setTimeout(wake, ms)
  return () => clearTimeout(timer)
}

/** Calls `wake` every `ms`; the returned function ends that. */
export function every(ms: number, wake: () => void): () => void {
  const timer = setInterval(wake, ms)
  return () => clearInterval(timer)
}

/** Epoch milliseconds of this machine. */
export function machineNow(): number {
  return Date.now()
}
