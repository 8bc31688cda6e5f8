import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Where the young objects lie: both halves of it. Larger, it takes memory; smaller, time, for rows that live for a few batches leave it. */
const YOUNG_BYTES = 8 * 1024 * 1024
const LOOK_EVERY_MS = 50

/**
 * Keeps the heap small while rows run through it: they live for a few batches only, and a push must not take more memory the longer
 * it runs (threats B20). The heap grows to twice what is alive before it is swept, not to four times, and the place of young objects stops growing
 * early. Neither costs time that can be measured. Returns what ends it.
 */
export function keepMemoryLow(): () => void {
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

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
