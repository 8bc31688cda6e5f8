import { describe, expect, it } from 'vitest'
import type { LoggedRequest } from '../../emulator/index.js'
import { type Pressed, press } from '../../src/ui/live-keys.js'
import { requestLines, rowLines } from '../../src/ui/live-lines.js'
import { type LiveState, NOTHING_SEEN, rowsOf, withDelivery, withRequest } from '../../src/ui/live-state.js'

function request(id: string, status = 200, path = '/api/input/me'): LoggedRequest {
  const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59' }
  return {
    ...{ id, at: Date.UTC(2026, 2, 1), method: 'GET', path, operation: 'getMe', status, ms: 1, keyId: 'k' },
    ...{ requestHeaders: {}, responseHeaders: headers, requestBody: null, responseBody: '{"a":1}', hints: [] },
  }
}

const DELIVERY = {
  ...{ id: 'dlv_1', subscription_id: '1', event: 'test', event_id: 'evt_1', state: 'pending' as const },
  ...{ next_attempt_at: null, attempts: [] },
}

const SEEN = ['a', 'b', 'c'].reduce((state, id) => withRequest(state, request(id)), NOTHING_SEEN)

function type(state: LiveState, ...keys: (string | Pressed)[]) {
  return keys.reduce<ReturnType<typeof press>>(
    (before, key) => press(before.state, typeof key === 'string' ? { characters: key } : key),
    { state },
  )
}
const key = (name: NonNullable<Pressed['name']>): Pressed => ({ characters: '', name })

describe('the live view', () => {
  it('keeps the chosen request chosen while others come', () => {
    const { state } = type(SEEN, key('down'))
    expect((rowsOf(state)[1] as LoggedRequest).id).toBe('b')
    const later = withRequest(state, request('d'))
    expect((rowsOf(later)[later.selected] as LoggedRequest).id).toBe('b')
  })

  it('stands still while paused, and shows what came meanwhile afterwards', () => {
    const paused = type(SEEN, 'p').state
    const later = withRequest(paused, request('d'))
    expect([rowsOf(later).length, later.count]).toEqual([3, 4])
    expect(rowsOf(type(later, 'p').state)).toHaveLength(4)
  })

  it('filters by every word that is typed, until Escape', () => {
    const mixed = withRequest(SEEN, request('x', 404, '/api/input/nothing'))
    const { state } = type(mixed, '/', '4', '0', '4', ' ', 'n', 'o', 'q', key('erase'), key('return'))
    expect(rowsOf(state).map((row) => (row as LoggedRequest).id)).toEqual(['x'])
    expect(rowsOf(type(state, key('escape')).state)).toHaveLength(4)
  })

  it('asks for what its keys mean, and for nothing while a line is typed', () => {
    expect(type(SEEN, 'a', '6', 'm', key('return')).deed).toEqual({ kind: 'advance', by: '6m' })
    expect(type(SEEN, 'c').deed).toEqual({ kind: 'turn-clock' })
    expect(type(SEEN, 'q').deed).toEqual({ kind: 'end' })
    expect(type(SEEN, '/', 'q').deed).toBeUndefined()
    expect(type(SEEN, '/', key('interrupt')).deed).toEqual({ kind: 'interrupt' })
    expect(type(withDelivery(SEEN, DELIVERY), '2', 'r').deed).toEqual({ kind: 'resend', id: 'dlv_1' })
    expect(type(SEEN, 'a', '24h\r').deed).toEqual({ kind: 'advance', by: '24h' })
    expect(type(SEEN, 'r').deed).toBeUndefined()
    expect(type(SEEN, 'r').state.said).toContain('delivery')
  })

  it('a delivery that changes stays where it stands', () => {
    const two = withDelivery(withDelivery(NOTHING_SEEN, DELIVERY), { ...DELIVERY, id: 'dlv_2' })
    const done = withDelivery(two, { ...DELIVERY, state: 'delivered' })
    expect(done.deliveries.map(({ id, state }) => `${id} ${state}`)).toEqual(['dlv_2 pending', 'dlv_1 delivered'])
  })

  it('every line fits, and no control character of a path or body reaches the terminal', () => {
    const evil = {
      ...request('e', 200, `/api/\u001b]52;c;x\u0007${'語'.repeat(80)}`),
      responseBody: '\u001b[2J\r\u202e',
    }
    const { lines } = rowLines(withRequest(SEEN, evil), 40, 10)
    for (const { text } of [...lines, ...requestLines(evil, 40)]) {
      expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
      expect(text.replaceAll(/[語]/g, 'xx').length).toBeLessThanOrEqual(40)
    }
  })
})
