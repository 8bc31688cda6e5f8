/**
 * Does work and then every step of cleaning up, in order, whatever fails: one that fails keeps none of the others from running. Rejects
 * with the first error, so that a failed cleanup never hides why the work failed.
 */
export function alwaysAfter<T>(work: () => T | Promise<T>, steps: Iterable<() => unknown>): Promise<T> {
  return (async () => work())().then(
    async (result) => {
      await runAll(steps)
      return result
    },
    async (error) => {
      await runAll(steps).catch(() => undefined)
      throw error
    },
  )
}

async function runAll(steps: Iterable<() => unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await (async () => step())().catch((error) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
