import { describe, expect, it } from 'vitest'
import { dropOldDeliveries, dropOldTasks } from '../../emulator/rules/ledger.js'
import { emptyState } from '../../emulator/state/initial.js'
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
    expect(drop(stateWith(KEPT, () => false))).toEqual([])
  })

  it('drops the oldest that are finished down to the newest 10,000', () => {
    const changes = drop(stateWith(KEPT + 1_000, () => false))
    expect(changes).toHaveLength(1_000)
    expect(changes[0]).toEqual({ type: 'remove', table, id: 'x0' })
    expect(changes.at(-1)).toEqual({ type: 'remove', table, id: 'x999' })
  })

  it('never drops what is still due, however old', () => {
    const changes = drop(stateWith(KEPT + 1_000, (number) => number < 10))
    expect(changes[0]).toEqual({ type: 'remove', table, id: 'x10' })
    expect(drop(stateWith(KEPT + 5_000, () => true))).toEqual([])
  })
})
