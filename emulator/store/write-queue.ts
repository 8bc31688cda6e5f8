/** Work for the disk in the order it came; what waits behind a running write shares the next one. */
export interface WriteQueue<Set> {
  /** Why nothing is written any more. */
  readonly failed?: Error
  /** Resolves when the set is on disk. */
  addSet(set: Set): Promise<void>
  /** Runs alone, after everything added before it. */
  addTask(run: () => Promise<void>): Promise<void>
  /** Resolves when everything added so far is done; after a failure it rejects, but not before what was being written has ended. */
  settled(): Promise<void>
  /** Nothing is written after this; what waits is rejected. */
  fail(error: Error): void
}

interface Job<Set> {
  set?: Set
  run?: () => Promise<void>
  resolve(): void
  reject(error: Error): void
}

/** A queue over `flush`, which writes a group of sets and syncs once. */
export function createWriteQueue<Set>(flush: (sets: Set[]) => Promise<void>): WriteQueue<Set> {
  let waiting: Job<Set>[] = []
  let failed: Error | undefined
  let running = false
  let last = Promise.resolve()
  /** Resolves when nothing is being written. */
  let idle = Promise.resolve()

  const fail = (error: Error, jobs: readonly Job<Set>[] = []): void => {
    failed ??= error
    for (const job of [...jobs, ...waiting]) job.reject(failed)
    waiting = []
  }
  const drain = async (): Promise<void> => {
    // Requests answered in the same turn belong to the same group.
    await Promise.resolve()
    while (waiting.length > 0) {
      const jobs = takeGroup(waiting)
      try {
        await (jobs[0]!.run?.() ?? flush(jobs.map((job) => job.set!)))
        for (const job of jobs) job.resolve()
      } catch (error) {
        fail(error as Error, jobs)
      }
    }
    running = false
  }
  const add = (work: Pick<Job<Set>, 'set' | 'run'>): Promise<void> => {
    if (failed !== undefined) return quiet(Promise.reject(failed))
    last = quiet(new Promise<void>((resolve, reject) => waiting.push({ ...work, resolve, reject })))
    if (!running) {
      running = true
      idle = drain()
    }
    return last
  }
  return {
    get failed() {
      return failed
    },
    addSet: (set) => add({ set }),
    addTask: (run) => add({ run }),
    settled: () => (failed === undefined ? last : quiet(idle.then(() => Promise.reject(failed)))),
    fail,
  }
}

/** Runs alone among the writes. What goes wrong stops no later write. */
export async function inQueue<Set, Value>(queue: WriteQueue<Set>, work: () => Promise<Value>): Promise<Value> {
  let result: Promise<Value> | undefined
  await queue.addTask(async () => {
    result = work()
    await result.catch(() => undefined)
  })
  return result!
}

/** The sets at the head of the queue, or the one task there. */
function takeGroup<Set>(waiting: Job<Set>[]): Job<Set>[] {
  const task = waiting.findIndex((job) => job.run !== undefined)
  return waiting.splice(0, task === 0 ? 1 : task < 0 ? waiting.length : task)
}

/** A caller who does not wait for the disk must not bring the process down when the disk fails. */
function quiet<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}
