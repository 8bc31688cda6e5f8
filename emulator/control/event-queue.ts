/** Beyond this a reader is so far behind that it had better start anew. */
const LONGEST = 5_000

/** Texts on their way to one reader. */
export interface EventQueue extends AsyncIterable<string> {
  push(text: string): void
  /** Called once when the reader has gone. */
  onEnd(done: () => void): void
}

/** A queue that is read once; where it grows too long, all that waits is replaced by `overflow`. */
export function eventQueue(overflow: string): EventQueue {
  let waiting: string[] = []
  let isOver = false
  let wake = () => {}
  let ended = () => {}
  const over = { done: true, value: undefined } as const
  return {
    push(text) {
      if (isOver) return
      waiting.push(text)
      if (waiting.length > LONGEST) waiting = [overflow]
      wake()
    },
    onEnd(done) {
      ended = done
    },
    [Symbol.asyncIterator]: () => ({
      async next() {
        while (waiting.length === 0 && !isOver) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (isOver) return over
        const value = waiting.join('')
        waiting = []
        return { done: false, value }
      },
      async return() {
        if (!isOver) ended()
        isOver = true
        wake()
        return over
      },
    }),
  }
}
