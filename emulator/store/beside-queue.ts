import type { PendingSet, StoreState } from './store-state.js'
import { inQueue, type WriteQueue } from './write-queue.js'

/**
 * Runs `work` beside the write queue while every file stays where it is: nothing is compacted meanwhile. All that was committed
 * before is on disk when it starts. `begin` runs in the queue, after what was committed before this call and before all that
 * follows.
 */
export async function holdFiles<State, Change, Begun, Value>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  begin: () => Promise<Begun>,
  work: (begun: Begun) => Promise<Value>,
): Promise<Value> {
  core.held += 1
  try {
    return await work(await inQueue(queue, begin))
  } finally {
    core.held -= 1
  }
}

/** Whether the store takes writes: neither closed nor failed. Once it is not, another store may be open on its folder. */
export function isOpen(requireOpen: () => void): boolean {
  try {
    requireOpen()
    return true
  } catch {
    return false
  }
}

/**
 * Runs work that writes files beside the queue; none is started once the store is closed or has failed. A store that closes waits
 * for it, and so does whoever opens the folder again; the work itself asks often whether the store is open.
 */
export async function writeBeside<State, Change, Value>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  work: () => Promise<Value>,
): Promise<Value> {
  requireOpen()
  const writing = work()
  core.writing.add(writing)
  try {
    return await writing
  } finally {
    core.writing.delete(writing)
  }
}
