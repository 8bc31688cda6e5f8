import { comparable } from './compare.js'
import { type Order, type Played, play, type Subject, undisturbed } from './play.js'

/** An order that ended in another state than its events undisturbed. */
export interface Failing {
  order: Order
  played: Played
  /** In comparable form. */
  expected: string
  found: string
}

/** Plays orders, and knows the end states of what it has played undisturbed. */
export interface Trial {
  readonly subject: Subject
  /** What an order failed by, if it did; undefined also where its events are refused even undisturbed. */
  failing(order: Order): Promise<Failing | undefined>
  /** The end state of an order, in comparable form. */
  stateAfter(order: Order): Promise<string>
  /** Deliveries made, and those the receiver refused. */
  readonly counts: { orders: number; deliveries: number; refused: number }
}

/** A trial of a receiver; `onPlayed` hears of every order played. */
export function createTrial(subject: Subject, onPlayed: () => void = () => {}): Trial {
  const known = new Map<string, Promise<string | undefined>>()
  const counts = { orders: 0, deliveries: 0, refused: 0 }
  return { subject, counts, failing, stateAfter: async (order) => comparable((await playCounted(order)).state) }

  async function failing(order: Order): Promise<Failing | undefined> {
    const expected = await stateUndisturbed(undisturbed(order))
    if (expected === undefined) return undefined
    const played = await playCounted(order)
    const found = comparable(played.state)
    return found === expected ? undefined : { order, played, expected, found }
  }

  function stateUndisturbed(order: Order): Promise<string | undefined> {
    const key = order.join()
    const state =
      known.get(key) ??
      playCounted(order).then((played) => (played.lost.length > 0 ? undefined : comparable(played.state)))
    known.set(key, state)
    return state
  }

  async function playCounted(order: Order): Promise<Played> {
    const played = await play(subject, order)
    counts.orders += 1
    counts.deliveries += played.steps.length
    counts.refused += played.steps.filter(({ status }) => status === null || status < 200 || status > 299).length
    onPlayed()
    return played
  }
}
