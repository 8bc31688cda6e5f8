import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { keepRowsYoung } from '../../cli/keep-young.js'

/** From here on the index of ids takes so much that young objects must take less. In compressed files there is more than one sees. */
const LARGE_BYTES = 300_000_000
/** Size of the young generation in a large push, both halves. Larger takes memory; smaller takes time, for rows that live for a few batches leave it. */
const YOUNG_BYTES = 8 * 1024 * 1024
const LOOK_EVERY_MS = 50

/**
 * Keeps the heap small while rows run through it: they live for a few batches only, and a push must not take more memory the longer
 * it runs (threats B20). The heap grows to three times what is alive before it is swept, not to four times; where a file of `paths` is large or
 * cannot be known to be small, to twice, and the place of young objects stops growing early, which costs a tenth or two more time. Resolves to what ends it.
 */
export async function keepMemoryLow(paths: readonly string[], cwd: string): Promise<() => void> {
  // Several threads take more time of the processor together than one, for little less time in all.
  setFlagsFromString('--no-parallel-scavenge')
  keepRowsYoung()
  const sizes = await Promise.all(paths.map((path) => knownSize(path, cwd)))
  if (sizes.length > 0 && sizes.every((size) => size < LARGE_BYTES)) {
    setFlagsFromString('--heap-growing-percent=200')
    return () => {}
  }
  setFlagsFromString('--heap-growing-percent=100')
  // Its greatest size is read when a process starts; how much it grows by, every time it grows.
  const timer = setInterval(() => {
    if (youngBytes() < YOUNG_BYTES) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, LOOK_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    setFlagsFromString('--semi-space-growth-factor=2')
  }
}

/** What is read of a file in bytes, as far as that can be known. */
async function knownSize(path: string, cwd: string): Promise<number> {
  if (path === '-' || path.endsWith('.gz')) return Number.POSITIVE_INFINITY
  const found = await stat(resolve(cwd, path)).catch(() => undefined)
  return found?.isFile() ? found.size : Number.POSITIVE_INFINITY
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
