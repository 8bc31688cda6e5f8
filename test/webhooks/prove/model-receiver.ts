import type { Subject } from '../../../src/webhooks/prove/play.js'

export interface Handled {
  event: number
  name: string
  attempt: number
}

/** A receiver in memory: `handle` changes the state and answers with a status, 204 where it returns nothing. */
export function modelReceiver<State>(
  events: readonly string[],
  initial: () => State,
  handle: (state: State, delivery: Handled) => number | null | undefined,
): Subject & { readonly plays: number } {
  let state = initial()
  let plays = 0
  return {
    events,
    get plays() {
      return plays
    },
    async reset() {
      plays += 1
      state = initial()
    },
    async deliver(event, attempt) {
      const status = handle(state, { event, name: events[event]!, attempt })
      return status === undefined ? 204 : status
    },
    readState: async () => JSON.stringify(state),
  }
}
