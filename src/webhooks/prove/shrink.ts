import type { Order } from './play.js'
import type { Failing, Trial } from './trial.js'

/** Of more deliveries than this not every part is tried. */
const MOST_SEARCHED = 8

export interface Shrunk {
  failing: Failing
  /** Whether every part of its deliveries was tried, and none fails. */
  isFewest: boolean
}

/**
 * The fewest deliveries that show the problem: takes away one delivery or half of them as long as the order still fails, puts the rest
 * into the order of the events as far as it goes, and then tries every part of what is left. `hasTime` says whether to continue.
 */
export async function shrink(trial: Trial, found: Failing, hasTime: () => boolean): Promise<Shrunk> {
  let smallest = found
  for (let smaller: Failing | undefined = found; smaller && hasTime(); ) {
    smaller = await firstFailing(trial, candidates(smallest.order), hasTime)
    smallest = smaller ?? smallest
  }
  const isSearched = smallest.order.length <= MOST_SEARCHED
  const least = isSearched ? await firstFailing(trial, partsOf(smallest.order), hasTime) : undefined
  return { failing: least ?? smallest, isFewest: isSearched && (least !== undefined || hasTime()) }
}

/** Every order with some of these deliveries left out, the shortest first; one delivery alone is undisturbed. */
function partsOf(order: Order): Order[] {
  const all = order.reduce<Order[]>((parts, event) => parts.concat(parts.map((part) => [...part, event])), [[]])
  const isShorter = ({ length }: Order) => length >= 2 && length < order.length
  return all.filter(isShorter).sort((a, b) => a.length - b.length)
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
