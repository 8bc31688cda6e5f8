/** Resolves once whatever else waits for this thread has had its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
