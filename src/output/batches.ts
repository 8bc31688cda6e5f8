/** Groups what comes one by one into arrays: as soon as the source pauses, and at most `size` long. */
export async function* inBatches<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  const iterator = rows[Symbol.asyncIterator]()
  let batch: T[] = []
  try {
    for (;;) {
      const next = iterator.next()
      if (batch.length > 0 && (await pauses(next))) yield* flush()
      const { done, value } = await next
      if (done) break
      batch.push(value)
      if (batch.length >= size) yield* flush()
    }
    yield* flush()
  } catch (error) {
    // What came before it did come.
    yield* flush()
    throw error
  } finally {
    await iterator.return?.()
  }

  function* flush(): Generator<T[]> {
    if (batch.length > 0) yield batch
    batch = []
  }
}

/** Rows that are there already, as a list takes them. */
export async function* eachOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

/** At most `limit` of the rows; no further page is fetched for more. */
export async function* firstRows<T>(rows: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit
  if (left <= 0) return
  for await (const row of rows) {
    yield row
    left -= 1
    if (left === 0) return
  }
}

/** Whether the promise needs more than this turn of the event loop: a page is on its way. */
async function pauses(next: Promise<unknown>): Promise<boolean> {
  const turn = new Promise<boolean>((resolve) => setImmediate(resolve, true))
  return Promise.race([
    next.then(
      () => false,
      () => false,
    ),
    turn,
  ])
}
