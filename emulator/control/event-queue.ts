/** Texts on their way to one reader. */
export interface EventQueue extends AsyncIterable<string> {
  push(text: string): void
  /** What waits is still read, and nothing after it. */
  end(): void
  /** Called once when the reader has gone. */
  onEnd(done: () => void): void
}

/** A queue that is read once; where more than `most` wait, the reader had better start again: `overflow` takes the place of all. */
export function eventQueue(overflow: string, most: number): EventQueue {
  let waiting: string[] = []
  let isOver = false
  let wake = () => {}
  let ended = () => {}
  const over = { done: true, value: undefined } as const
  const end = () => {
    if (!isOver) ended()
    isOver = true
    wake()
  }
  return {
    push(text) {
      if (isOver) return
      waiting.push(text)
      if (waiting.length > most) waiting = [overflow]
      wake()
    },
    end,
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
        if (waiting.length === 0) return over
        const value = waiting.join('')
        waiting = []
        return { done: false, value }
      },
      async return() {
        waiting = []
        end()
        return over
      },
    }),
  }
}
