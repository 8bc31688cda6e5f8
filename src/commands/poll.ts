import type { Factory } from '../cli/factory.js'
import { EXIT } from '../terminal/exit-codes.js'
import { Failure } from '../terminal/failure.js'

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5_000

/** How long `wait` commands wait when nothing else is said. */
export const DEFAULT_WITHIN_MS = 10 * 60_000

/**
 * Asks again and again, with growing pauses, until `isDone` or the deadline of the factory (`factory.within`) has passed; gives the last
 * answer. The client paces the calls by the rate-limit window.
 * @throws Failure of exit code 12 where no answer came at all.
 */
export async function pollUntil<T>(
  { environment, signal, deadline }: Pick<Factory, 'environment' | 'signal' | 'deadline'>,
  { ask, isDone }: { ask(): Promise<T>; isDone(answer: T): boolean },
): Promise<{ answer: T; done: boolean }> {
  const until = deadline?.at ?? Number.POSITIVE_INFINITY
  let last: { answer: T } | undefined
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS)) {
    try {
      last = { answer: await ask() }
    } catch (error) {
      const isLate = environment.monotonic() >= until
      if (!isLate && !isStillPending(error)) throw error
      if (last) return { ...last, done: false }
      throw isLate && deadline ? deadline.expired() : error
    }
    if (isDone(last.answer)) return { ...last, done: true }
    const left = until - environment.monotonic()
    if (left <= 0) return { ...last, done: false }
    await environment.sleep(Math.min(waitMs, left), signal)
  }
}

/** Whether a request ended because the deadline of its factory came. */
export function isStillPending(error: unknown): boolean {
  return error instanceof Failure && error.exitCode === EXIT.stillPending
}
