import { MOST_ATTEMPTS, type Order } from './play.js'

/** The orders to play. */
export interface Orders {
  /** How many; fewer than asked for if that is all the interface allows. */
  count: number
  /** Whether these are all: every order, of one to three deliveries of each event. */
  isEvery: boolean
  orders: Iterable<Order>
}

/**
 * Orders of a scenario of this many events, without the undisturbed one: every order there is if they are at most `most`, those with
 * the fewest deliveries first; else first those with one disturbance, then random ones drawn from the seed. None comes twice.
 */
export function chooseOrders(events: number, most: number, seed: number): Orders {
  const all = countUpTo(events, most + 2) - 1
  if (all <= most) return { count: all, isEvery: true, orders: everyOrder(events) }
  return { count: most, isEvery: false, orders: distinct(events, most, seed) }
}

/** How many orders there are; `limit` if they are as many or more. */
function countUpTo(events: number, limit: number): number {
  // Five events have 120 orders of one delivery each, and far more of two.
  if (events > 4) return limit
  let found = 0
  for (const _ of walk(new Array(events).fill(0))) if (++found >= limit) return limit
  return found
}

function everyOrder(events: number): Order[] {
  const all = [...walk(new Array(events).fill(0))]
  return all.filter((order) => !isUndisturbed(order, events)).sort((a, b) => a.length - b.length)
}

/** Every order that has each event one to three times. */
function* walk(counts: readonly number[], order: Order = []): Generator<Order> {
  if (counts.every((count) => count > 0)) yield order
  for (const [event, count] of counts.entries()) {
    if (count >= MOST_ATTEMPTS) continue
    yield* walk(counts.with(event, count + 1), [...order, event])
  }
}

function* distinct(events: number, most: number, seed: number): Generator<Order> {
  const seen = new Set<string>()
  const candidates = [simpleOrders(events), randomOrders(events, seed)]
  for (const source of candidates) {
    for (const order of source) {
      const key = order.join()
      if (isUndisturbed(order, events) || seen.has(key)) continue
      seen.add(key)
      yield order
      if (seen.size >= most) return
    }
  }
}

/** One event twice, or in another place; and all of them the other way round. */
function* simpleOrders(events: number): Generator<Order> {
  const natural = Array.from({ length: events }, (_, index) => index)
  for (const event of natural) yield natural.toSpliced(event + 1, 0, event)
  yield natural.toReversed()
  for (const event of natural) {
    for (const place of natural) yield natural.toSpliced(event, 1).toSpliced(place, 0, event)
  }
  for (const event of natural) {
    for (let place = event + 2; place <= events; place += 1) yield natural.toSpliced(place, 0, event)
  }
}

/** Without end. Three events in four come once: more repetitions take longer to play and show little more. */
function* randomOrders(events: number, seed: number): Generator<Order> {
  const draw = drawFrom(seed)
  for (;;) {
    const order: number[] = []
    for (let event = 0; event < events; event += 1) {
      const times = draw(4) > 0 ? 1 : 2 + draw(MOST_ATTEMPTS - 1)
      for (let time = 0; time < times; time += 1) order.splice(draw(order.length + 1), 0, event)
    }
    yield order
  }
}

function isUndisturbed(order: Order, events: number): boolean {
  return order.length === events && order.every((event, index) => event === index)
}

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
function drawFrom(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
