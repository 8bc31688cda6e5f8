import { describe, expect, it } from 'vitest'
import { afterAttempt, cancelDue, deliveriesOf, deliveryBody, newDelivery } from '../../../emulator/rules/deliveries.js'
import { apply } from '../../../emulator/state/apply.js'
import type { Change } from '../../../emulator/state/change.js'
import { idSource } from '../../../emulator/state/ids.js'
import { emptyState } from '../../../emulator/state/initial.js'
import type { Attempt, Delivery, State, Subscription } from '../../../emulator/state/state.js'

const NOW = Date.UTC(2026, 2, 2)
const EVENT = { event: 'series.created', data: { survey_series_id: 1, name: 'Shops' } } as const

describe('the deliveries of an event', () => {
  it('[SUB-2, SUB-9, SUB-11] go to active subscriptions that chose it, under one event id and an id each', () => {
    const state = stateWith(
      subscription(1),
      subscription(2, { state: 'paused' }),
      subscription(3, { state: 'deactivated' }),
      subscription(4, { events: ['survey.created'] }),
      subscription(5),
    )
    take(state, deliveriesOf(state, EVENT, NOW, idSource(state)))
    const rows = Object.values(state.deliveries)
    expect(rows.map((each) => [each.id, each.subscriptionId, each.eventId])).toEqual([
      ['dlv_1', 1, 'evt_1'],
      ['dlv_2', 5, 'evt_1'],
    ])
    expect(rows.every((each) => each.nextAttemptAt === NOW)).toBe(true)
    expect(Object.values(state.jobs).map((job) => job.dueAt)).toEqual([NOW, NOW])
  })

  it('nobody to tell: no facts, and no number used up', () => {
    const state = stateWith(subscription(1, { state: 'paused' }))
    const ids = idSource(state)
    expect(deliveriesOf(state, EVENT, NOW, ids)).toEqual([])
    expect(ids.changes()).toEqual([])
  })

  it('[DLV-5, DLV-6, DLV-7] the body is compact JSON: event, timestamp, data', () => {
    expect(deliveryBody(EVENT.event, EVENT.data, NOW)).toBe(
      '{"event":"series.created","timestamp":"2026-03-02T00:00:00.000Z","data":{"survey_series_id":1,"name":"Shops"}}',
    )
  })
})

describe('after an attempt', () => {
  it.each([200, 201, 204, 299])('[DLV-8, SUB-13] %i: delivered, the count is 0, nothing is due', (status) => {
    const state = pending({ failureCount: 9 })
    take(state, attempt(state, { status }))
    expect([state.deliveries.dlv_1?.state, state.subscriptions[1]?.failureCount, state.jobs]).toEqual([
      'delivered',
      0,
      {},
    ])
  })

  it.each([null, 100, 199, 300, 301, 404, 500])(
    '[DLV-10, DLV-11, DLV-12] %s: failed, due again 60 s after the event',
    (status) => {
      const state = pending()
      take(state, attempt(state, { status }, NOW + 7_000))
      expect(state.deliveries.dlv_1).toMatchObject({ state: 'pending', nextAttemptAt: NOW + 60_000 })
      expect(state.jobs['attempt:dlv_1']?.dueAt).toBe(NOW + 60_000)
      expect(state.subscriptions[1]?.failureCount).toBe(1)
    },
  )

  it('[DLV-13, DLV-14] the third attempt is the last', () => {
    const state = pending()
    for (const offset of [0, 60_000]) take(state, attempt(state, { status: 500 }, NOW + offset))
    expect(state.deliveries.dlv_1?.nextAttemptAt).toBe(NOW + 360_000)
    take(state, attempt(state, { status: 500 }, NOW + 360_000))
    expect([state.deliveries.dlv_1?.state, state.deliveries.dlv_1?.nextAttemptAt, state.jobs]).toEqual([
      'exhausted',
      null,
      {},
    ])
  })

  it.each(['test', 'redelivery'] as const)('[EVT-15] a %s is one attempt and leaves the count alone', (kind) => {
    for (const status of [200, 500]) {
      const state = pending({ failureCount: 9 }, kind)
      take(state, attempt(state, { status }))
      expect([
        state.deliveries.dlv_1?.state,
        state.subscriptions[1]?.failureCount,
        state.subscriptions[1]?.state,
      ]).toEqual([status === 200 ? 'delivered' : 'exhausted', 9, 'active'])
      expect(state.jobs).toEqual({})
    }
  })

  it('[SUB-8] the tenth failure deactivates and cancels what else is due', () => {
    const state = pending({ failureCount: 9 })
    take(state, newDelivery({ ...state.deliveries.dlv_1!, id: 'dlv_2' }, NOW))
    take(state, attempt(state, { status: 500 }))
    expect(state.subscriptions[1]).toMatchObject({ state: 'deactivated', failureCount: 10 })
    expect([state.deliveries.dlv_1?.state, state.deliveries.dlv_2?.state, state.jobs]).toEqual([
      'cancelled',
      'cancelled',
      {},
    ])
  })

  it('[SUB-8] a third attempt that is the tenth failure exhausts its delivery, for nothing of it was due any more', () => {
    const state = pending({ failureCount: 7 })
    for (const offset of [0, 60_000, 360_000]) take(state, attempt(state, { status: 500 }, NOW + offset))
    expect(state.subscriptions[1]).toMatchObject({ state: 'deactivated', failureCount: 10 })
    expect([state.deliveries.dlv_1?.state, state.deliveries.dlv_1?.nextAttemptAt]).toEqual(['exhausted', null])
  })

  it('an attempt that was on its way when its delivery was cancelled stays in the ledger and makes nothing due', () => {
    const state = pending()
    const inFlight = state.deliveries.dlv_1!
    take(state, cancelDue(state, 1))
    take(
      state,
      afterAttempt(state, { ...state.deliveries.dlv_1!, attempts: inFlight.attempts }, made({ status: 500 }, NOW)),
    )
    expect([state.deliveries.dlv_1?.state, state.deliveries.dlv_1?.attempts.length, state.jobs]).toEqual([
      'cancelled',
      1,
      {},
    ])
  })

  it('an attempt whose subscription is gone is put on record and no more', () => {
    const state = pending()
    delete state.subscriptions[1]
    take(state, attempt(state, { status: 500 }))
    expect([state.deliveries.dlv_1?.state, state.jobs, state.subscriptions]).toEqual(['exhausted', {}, {}])
  })
})

function stateWith(...subscriptions: Subscription[]): State {
  const state = emptyState()
  for (const each of subscriptions) state.subscriptions[each.id] = each
  return state
}

function subscription(id: number, more: Partial<Subscription> = {}): Subscription {
  const url = 'https://example.com/'
  const usual = { id, url, local: false, ca: null, failureCount: 0, createdAt: NOW }
  return { ...usual, events: ['series.created'], state: 'active', ...more }
}

/** A state with one delivery that is due. */
function pending(more: Partial<Subscription> = {}, kind: Delivery['kind'] = 'event'): State {
  const state = stateWith(subscription(1, more))
  const what = { id: 'dlv_1', subscriptionId: 1, event: EVENT.event, eventId: 'evt_1', kind, body: '{}' }
  take(state, newDelivery(what, NOW))
  return state
}

function attempt(state: State, outcome: { status: number | null }, at = NOW): Change[] {
  return afterAttempt(state, state.deliveries.dlv_1!, made(outcome, at))
}

function made({ status }: { status: number | null }, at: number): Attempt {
  return { number: 1, at, status, error: status === null ? 'no answer' : null, durationMs: 1, signature: 'sha256=' }
}

function take(state: State, changes: readonly Change[]): void {
  for (const change of changes) apply(state, change)
}
