import type { Factory } from '../cli/factory.js'

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5_000

/** How long `wait` commands wait when nothing else is said. */
export const DEFAULT_WITHIN_MS = 10 * 60_000

/**
 * Asks again and again, with growing pauses, until `isDone` or `withinMs` have passed; gives the last answer.
 * The client paces the calls by the rate-limit window.
 */
export async function pollUntil<T>(
  { environment, signal }: Pick<Factory, 'environment' | 'signal'>,
  { ask, isDone, withinMs }: { ask(): Promise<T>; isDone(answer: T): boolean; withinMs: number },
): Promise<{ answer: T; done: boolean }> {
  const until = environment.monotonic() + withinMs
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS)) {
    const answer = await ask()
    if (isDone(answer)) return { answer, done: true }
    const left = until - environment.monotonic()
    if (left <= 0) return { answer, done: false }
    await environment.sleep(Math.min(waitMs, left), signal)
  }
}
