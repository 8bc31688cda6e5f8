import { ordersOfLength } from './orders.js'
import type { Order } from './play.js'
import type { Failing, Trial } from './trial.js'

/** More orders than this are not tried to show that fewer deliveries are not enough. */
const MOST_SHORTER = 500

export interface Shrunk {
  failing: Failing
  /** Whether every order with fewer deliveries was tried, and none fails. */
  isFewest: boolean
}

/**
 * The fewest deliveries that show the problem: takes away one delivery or half of them as long as the order still fails, puts the rest
 * into the order of the events as far as it goes, and then tries every shorter order. `hasTime` says whether to continue.
 */
export async function shrink(trial: Trial, found: Failing, hasTime: () => boolean): Promise<Shrunk> {
  let smallest = found
  for (let smaller: Failing | undefined = found; smaller && hasTime(); ) {
    smaller = await firstFailing(trial, candidates(smallest.order), hasTime)
    smallest = smaller ?? smallest
  }
  const events = trial.subject.events.length
  const shorter: Order[] = []
  for (let length = 2; length < smallest.order.length && shorter.length <= MOST_SHORTER; length += 1) {
    for (const order of ordersOfLength(events, length)) if (shorter.push(order) > MOST_SHORTER) break
  }
  const isFeasible = shorter.length <= MOST_SHORTER
  const least = isFeasible ? await firstFailing(trial, shorter, hasTime) : undefined
  return { failing: least ?? smallest, isFewest: isFeasible && (least !== undefined || hasTime()) }
}

async function firstFailing(trial: Trial, orders: Iterable<Order>, hasTime: () => boolean) {
  for (const order of orders) {
    if (!hasTime()) return undefined
    const failing = await trial.failing(order)
    if (failing) return failing
  }
  return undefined
}

/** Smaller orders: without some deliveries, the largest parts first; or as long, and nearer to the order of the events. */
function* candidates(order: Order): Generator<Order> {
  for (let size = Math.floor(order.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start + size <= order.length; start += size) yield order.toSpliced(start, size)
  }
  for (let index = 0; index + 1 < order.length; index += 1) {
    const [one, other] = [order[index]!, order[index + 1]!]
    if (one > other) yield order.toSpliced(index, 2, other, one)
  }
}
