import type { Baseline } from './baseline.js'
import type { Exploration } from './finding.js'
import { inOrder, type Run } from './observed.js'

/** `Recorded pushContent 3, getMe 1; at most 2 at a time`. */
export function recordedText({ recorded }: Baseline): string {
  const parts = operationsOf(recorded).map(({ operation, requests }) => `${operation} ${requests}`)
  return `Recorded ${parts.join(', ')}; at most ${concurrencyOf(recorded)} at a time`
}

/** How often a run asked for each operation. */
export function operationsOf({ requests }: Run): Exploration['recorded'] {
  const counts = new Map<string, number>()
  for (const { operation } of inOrder(requests)) {
    if (operation !== null) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  }
  return [...counts].map(([operation, count]) => ({ operation, requests: count }))
}

/** How many requests were on their way at once at most. */
export function concurrencyOf({ requests }: Run): number {
  const at = (ms: number) => requests.filter(({ arrivedMs, answeredMs }) => arrivedMs <= ms && ms < answeredMs).length
  return Math.max(1, ...requests.map(({ arrivedMs }) => at(arrivedMs)))
}
