import { describe, expect, it } from 'vitest'
import { dropOldDeliveries, dropOldIdempotencyRecords, dropOldTasks } from '../../emulator/rules/ledger.js'
import { apply } from '../../emulator/state/apply.js'
import { put, remove } from '../../emulator/state/change.js'
import { emptyState } from '../../emulator/state/initial.js'
import { newestFirst } from '../../emulator/state/ledger-order.js'
import type { Delivery, State, Task } from '../../emulator/state/state.js'

const KEPT = 10_000

function stateWith(count: number, isDue: (number: number) => boolean): State {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `x${index}`, createdAt: index }))
  const deliveries = rows.map((row) => [row.id, { ...row, state: isDue(row.createdAt) ? 'pending' : 'exhausted' }])
  const tasks = rows.map((row) => [row.id, { ...row, status: isDue(row.createdAt) ? 'queued' : 'completed' }])
  return {
    ...emptyState(),
    deliveries: Object.fromEntries(deliveries) as Record<string, Delivery>,
    tasks: Object.fromEntries(tasks) as Record<string, Task>,
  }
}

describe.each([
  ['deliveries', dropOldDeliveries],
  ['tasks', dropOldTasks],
] as const)('the ledger of %s', (table, drop) => {
  it('keeps all while there are few', () => {
    expect(
      drop(
        stateWith(KEPT, () => false),
        KEPT,
      ),
    ).toEqual([])
  })

  it('drops the oldest that are finished down to the newest 10,000', () => {
    const changes = drop(
      stateWith(KEPT + 1_000, () => false),
      KEPT,
    )
    expect(changes).toHaveLength(1_000)
    expect(changes[0]).toEqual({ type: 'remove', table, id: 'x0' })
    expect(changes.at(-1)).toEqual({ type: 'remove', table, id: 'x999' })
  })

  it('never drops what is still due, however old', () => {
    const changes = drop(
      stateWith(KEPT + 1_000, (number) => number < 10),
      KEPT,
    )
    expect(changes[0]).toEqual({ type: 'remove', table, id: 'x10' })
    expect(
      drop(
        stateWith(KEPT + 5_000, () => true),
        KEPT,
      ),
    ).toEqual([])
  })
})

describe('idempotency records', () => {
  const DAY_MS = 24 * 60 * 60_000
  const keptAt = (times: number[]): State => {
    const rows = times.map((at) => [`a${at}`, { id: `a${at}`, payloadHash: '', at, status: 200, answer: '{}' }])
    return { ...emptyState(), keptAnswers: Object.fromEntries(rows) }
  }

  it('go 24 hours after the answer (IDM-3)', () => {
    const state = keptAt([3, 1, 2])
    expect(dropOldIdempotencyRecords(state, DAY_MS, KEPT)).toEqual([])
    expect(dropOldIdempotencyRecords(state, DAY_MS + 2, KEPT)).toEqual([
      remove('keptAnswers', 'a1'),
      remove('keptAnswers', 'a2'),
    ])
  })

  it('are cut to the newest 10,000 before that', () => {
    const times = Array.from({ length: KEPT + 1_000 }, (_, at) => at)
    const changes = dropOldIdempotencyRecords(keptAt(times), times.length, KEPT)
    expect(changes).toEqual(times.slice(0, 1_000).map((at) => remove('keptAnswers', `a${at}`)))
    expect(dropOldIdempotencyRecords(keptAt(times.slice(1)), times.length, KEPT)).toEqual([])
  })
})

/** How often rows or names of the table are looked at while `work` goes on. */
function looksAt(state: State, work: () => void): number {
  let looks = 0
  const counted = <Trap extends 'get' | 'has' | 'getOwnPropertyDescriptor' | 'ownKeys'>(trap: Trap) =>
    ((...given: [object, never]) => {
      looks += trap === 'ownKeys' ? Object.keys(given[0]).length : 1
      return (Reflect[trap] as (...given: unknown[]) => unknown)(...given)
    }) as never
  state.deliveries = new Proxy(state.deliveries, {
    get: counted('get'),
    has: counted('has'),
    getOwnPropertyDescriptor: counted('getOwnPropertyDescriptor'),
    ownKeys: counted('ownKeys'),
  })
  // What follows from the table is made once.
  dropOldDeliveries(state, 1)
  looks = 0
  work()
  return looks
}

describe('the cost of a delivery (speed B)', () => {
  it('is the same with 1,000 rows in the ledger and with 100,000: attempts, what is dropped, and the first page', () => {
    const costs = [1_000, 100_000].map((count) => {
      const state = stateWith(count, () => false)
      return looksAt(state, () => {
        for (let at = count; at < count + 600; at++) {
          const row = { id: `x${at}`, createdAt: at, state: 'pending' } as unknown as Delivery
          apply(state, put('deliveries', row.id, row))
          apply(state, put('deliveries', row.id, { ...row, state: 'delivered' }))
          for (const change of dropOldDeliveries(state, 2 * count)) apply(state, change)
        }
        for (const change of dropOldDeliveries(state, count + 600 - 1_000)) apply(state, change)
        const newest = newestFirst(state, 'deliveries')
        for (let taken = 0; taken < 50; taken++) newest.next()
      })
    })
    expect(costs[0]).toBeGreaterThan(0)
    expect(costs[1]).toBe(costs[0])
  })

  it('rows come back in their order after an undo, and those removed are not told', () => {
    const state = stateWith(5, () => false)
    const rowOf = (at: number) => state.deliveries[`x${at}`]!
    const ids = () => [...newestFirst(state, 'deliveries')].map(({ id }) => id)
    const before = rowOf(1)
    expect(ids()).toEqual(['x4', 'x3', 'x2', 'x1', 'x0'])
    apply(state, remove('deliveries', 'x1'))
    expect(ids()).toEqual(['x4', 'x3', 'x2', 'x0'])
    apply(state, put('deliveries', 'x1', before))
    expect(ids()).toEqual(['x4', 'x3', 'x2', 'x1', 'x0'])
  })
})
