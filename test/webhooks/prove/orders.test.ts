import { describe, expect, it } from 'vitest'
import { chooseOrders } from '../../../src/webhooks/prove/orders.js'

const take = (events: number, most: number, seed = 1) => {
  const { orders, ...facts } = chooseOrders(events, most, seed)
  return { ...facts, orders: [...orders] }
}

describe('the orders a scenario is played in', () => {
  it('[CLI-3, DLV-14] one event: twice and three times, and no more', () => {
    expect(take(1, 2_000)).toEqual({
      count: 2,
      isEvery: true,
      orders: [
        [0, 0],
        [0, 0, 0],
      ],
    })
  })

  it('[CLI-3, CLI-4] two events: every order there is, the shortest first', () => {
    const { count, isEvery, orders } = take(2, 2_000)
    // Of one to three deliveries each: the sum of (a + b)! / (a! b!), without the undisturbed order.
    const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
    const all = [1, 2, 3].flatMap((a) => [1, 2, 3].map((b) => factorial(a + b) / factorial(a) / factorial(b)))
    expect(count).toBe(all.reduce((sum, each) => sum + each) - 1)
    expect([isEvery, orders.length, new Set(orders.map(String)).size]).toEqual([true, count, count])
    expect(orders[0]).toEqual([1, 0])
    expect(orders.map(({ length }) => length)).toEqual(orders.map(({ length }) => length).sort((a, b) => a - b))
  })

  it('asked for exactly as many as there are, plays every one; for one fewer, a choice', () => {
    const { count } = take(2, 2_000)
    expect(take(2, count).isEvery).toBe(true)
    const fewer = take(2, count - 1)
    expect([fewer.isEvery, fewer.orders.length]).toEqual([false, count - 1])
  })

  it.for([3, 5, 12, 50])('%i events: as many as asked for, none twice, each event one to three times', (events) => {
    const { count, isEvery, orders } = take(events, 1_000)
    expect([count, isEvery, orders.length]).toEqual([1_000, false, 1_000])
    expect(new Set(orders.map(String)).size).toBe(1_000)
    for (const order of orders) {
      const counts = Array.from({ length: events }, (_, event) => order.filter((each) => each === event).length)
      expect(counts.every((each) => each >= 1 && each <= 3)).toBe(true)
      expect(order.every((each, index) => each === index) && order.length === events).toBe(false)
    }
  })

  it('each event is first repeated alone, and all of them are turned round', () => {
    const first = take(4, 100).orders.slice(0, 5)
    expect(first.slice(0, 2)).toEqual([
      [0, 0, 1, 2, 3],
      [0, 1, 1, 2, 3],
    ])
    expect(first[4]).toEqual([3, 2, 1, 0])
  })

  it('the same seed chooses the same orders, another one others', () => {
    expect(take(6, 300, 7)).toEqual(take(6, 300, 7))
    expect(take(6, 300, 8).orders).not.toEqual(take(6, 300, 7).orders)
  })
})
