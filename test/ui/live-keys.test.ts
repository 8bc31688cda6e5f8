import { describe, expect, it } from 'vitest'
import type { LoggedRequest } from '../../emulator/index.js'
import type { RequestRecord } from '../../src/contract/control/requests.js'
import { foldLine } from '../../src/terminal/width.js'
import { eachPressed, type Pressed, press } from '../../src/ui/live-keys.js'
import { requestLines, rowLines } from '../../src/ui/live-lines.js'
import {
  chosenRow,
  type LiveState,
  NOTHING_SEEN,
  type RequestRow,
  shownRows,
  withDelivery,
  withRequest,
  withSources,
} from '../../src/ui/live-state.js'
import { emptyText, footLines, headLines, keyLines, statusLine } from '../../src/ui/live-texts.js'

function request(id: string, status = 200, path = '/api/input/me', orgId = '1'): LoggedRequest {
  const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1772323260' }
  return {
    ...{
      id,
      orgId,
      keyScope: 'all' as const,
      at: Date.UTC(2026, 2, 1),
      method: 'GET',
      path,
      operation: 'getMe',
      status,
      ms: 1,
      keyId: 'k',
    },
    ...{
      requestHeaders: {},
      responseHeaders: headers,
      requestBody: null,
      responseBody: '{"a":1}',
      hints: [],
      refusal: null,
    },
  }
}

const DELIVERY = {
  ...{ id: 'dlv_1', orgId: '1', subscription_id: '1', event: 'test', event_id: 'evt_1', state: 'pending' as const },
  ...{ next_attempt_at: null, attempts: [] },
}

const SEEN = ['a', 'b', 'c'].reduce((state, id) => withRequest(state, request(id)), NOTHING_SEEN)

function type(state: LiveState, ...keys: (string | Pressed)[]) {
  const pressed = keys.flatMap((key) => eachPressed(typeof key === 'string' ? { characters: key } : key))
  return pressed.reduce<ReturnType<typeof press>>((before, each) => press(before.state, each), { state })
}
const idOf = (row: unknown) => (row as RequestRow | undefined)?.id
const key = (name: NonNullable<Pressed['name']>): Pressed => ({ characters: '', name })

describe('the live view', () => {
  it('folds its head and its keys on a narrow terminal, and cuts neither', () => {
    const title = 'inpk emulator  http://127.0.0.1:4600  dashboard http://127.0.0.1:4601'
    const state: LiveState = { ...SEEN, paused: SEEN, filter: 'surveys' }
    expect(headLines(title, state, 80, 20)).toEqual([
      title,
      statusLine(state),
      `${'1 [requests]  2 deliveries  3 sources'.padEnd(44)}PAUSED  filter: surveys (0)`,
    ])
    const narrow = headLines(title, state, 40, 20)
    expect(narrow.join(' ').split(/\s+/)).toEqual(
      [title, statusLine(state), '1 [requests] 2 deliveries 3 sources PAUSED filter: surveys (0)']
        .join(' ')
        .split(/\s+/),
    )
    const keys = keyLines(40, 40)
    expect(keys.join('\n')).toContain('             open request; PgUp')
    for (const line of [...narrow, ...keys]) expect(line.length).toBeLessThanOrEqual(40)
    expect(headLines(title, state, 40, 7)).toHaveLength(4)
    // On a low terminal no key is left out.
    expect(keyLines(40, 14).map((line) => line.slice(0, 10).trim())).toEqual(
      keyLines(200, 40).map((line) => line.slice(0, 10).trim()),
    )
  })

  it('keeps the chosen request chosen while others come', () => {
    const { state } = type(SEEN, key('down'))
    expect(idOf(chosenRow(state))).toBe('b')
    const later = withRequest(state, request('d'))
    expect(idOf(chosenRow(later))).toBe('b')
  })

  it('? shows the keys, and any key goes back to the list as it was', () => {
    const { state } = type(SEEN, key('down'), '?')
    expect(state.showsKeys).toBe(true)
    expect(footLines(state, 80)).toEqual(['Press any key to go back'])
    const back = type(state, 'q')
    expect(back.action).toBeUndefined()
    expect([back.state.showsKeys, idOf(chosenRow(back.state))]).toEqual([false, 'b'])
  })

  it.each([30, 40, 60, 80, 120])('the foot fits %i columns and ends with how to quit', (columns) => {
    for (const tab of ['requests', 'deliveries', 'sources'] as const) {
      const [line = '', ...more] = footLines({ ...SEEN, tab }, columns)
      expect([more, line.length <= columns]).toEqual([[], true])
      expect(line).toMatch(/\? keys {2}q quit$/)
    }
    const said = 'Commands in this folder use https://feedback.example.com (profile live), not this emulator.'
    expect(footLines({ ...SEEN, said }, columns).join(' ')).toBe(said)
    for (const line of footLines({ ...SEEN, said }, columns)) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it('what is typed fits narrow terminals', () => {
    const { state } = type(SEEN, 'a', '6', 'h')
    expect(footLines(state, 80)).toEqual(['Advance the clock by (6m, 24h): 6h▏  Esc cancels'])
    expect(footLines(state, 40)).toEqual(['Advance the clock by (6m, 24h): 6h▏'])
  })

  it('says that nothing is there to resend', () => {
    expect(type(SEEN, '2', 'r').state.said).toBe('No deliveries to resend.')
    expect(type(SEEN, 'r').state.said).toBe('Select a delivery first (press 2).')
  })

  it('says what is left of the rate limit until its window has passed', () => {
    const at = (now: string) => statusLine({ ...SEEN, clock: { mode: 'real', now } as LiveState['clock'] })
    expect(at('2026-03-01T00:00:59.999Z')).toContain('59/60 left')
    expect(at('2026-03-01T00:01:00.000Z')).not.toContain('left')
  })

  it('stands still while paused, and shows what came meanwhile afterwards', () => {
    const paused = type(SEEN, 'p').state
    const later = withRequest(paused, request('d'))
    expect([shownRows(later).length, later.count]).toEqual([3, 4])
    expect(shownRows(type(later, 'p').state)).toHaveLength(4)
  })

  it('filters by every word that is typed, until Escape', () => {
    const mixed = withRequest(SEEN, request('x', 404, '/api/input/nothing'))
    const { state } = type(mixed, '/', '4', '0', '4', ' ', 'n', 'o', 'q', key('erase'), key('return'))
    expect(shownRows(state).map(idOf)).toEqual(['x'])
    expect(shownRows(type(state, key('escape')).state)).toHaveLength(4)
  })

  it('asks for what its keys mean, and for nothing while a line is typed', () => {
    expect(type(SEEN, 'a', '6', 'm', key('return')).action).toEqual({ kind: 'advance', orgId: '1', by: '6m' })
    expect(type(SEEN, 'c').action).toEqual({ kind: 'turn-clock', orgId: '1' })
    expect(type(SEEN, 'q').action).toEqual({ kind: 'end' })
    expect(type(SEEN, '/', 'q').action).toBeUndefined()
    expect(type(SEEN, '/', key('interrupt')).action).toEqual({ kind: 'interrupt' })
    expect(type(withDelivery(SEEN, DELIVERY), '2', 'r').action).toEqual({ kind: 'resend', orgId: '1', id: 'dlv_1' })
    expect(type(SEEN, 'a', '24h\r').action).toEqual({ kind: 'advance', orgId: '1', by: '24h' })
    expect(type(SEEN, 'r').action).toBeUndefined()
    expect(type(SEEN, 'r').state.said).toContain('delivery')
  })

  it('a delivery that changes stays where it stands', () => {
    const two = withDelivery(withDelivery(NOTHING_SEEN, DELIVERY), { ...DELIVERY, id: 'dlv_2' })
    const done = withDelivery(two, { ...DELIVERY, state: 'delivered' })
    expect(done.deliveries.map(({ id, state }) => `${id} ${state}`)).toEqual(['dlv_2 pending', 'dlv_1 delivered'])
  })

  it('shows all organisations, tells them apart, and shows one where that is chosen; keys then mean that one', () => {
    const both = withDelivery(withRequest(SEEN, request('x', 200, '/api/input/me', '7')), { ...DELIVERY, orgId: '7' })
    expect(rowLines(both, 80, 10).lines.map(({ text }) => text.slice(0, 2))).toEqual(['#7', '#1', '#1', '#1'])
    expect(type(both, '2', 'r').action).toEqual({ kind: 'resend', orgId: '7', id: 'dlv_1' })
    expect(type(both, 'o', '#', '7', key('return')).action).toEqual({ kind: 'show-org', orgId: '7' })
    const one = { ...both, org: { id: '7', name: 'Seven' } }
    expect(shownRows(one).map(idOf)).toEqual(['x'])
    expect(type(one, 'c').action).toEqual({ kind: 'turn-clock', orgId: '7' })
    expect(shownRows(type(one, 'o', key('return')).state)).toHaveLength(4)
  })

  it('the sources of an organisation that is gone are gone', () => {
    const source = { ...{ source_id: '1', feedback_group_id: '1', source_title: 'S', source_description: null } }
    const rest = { feedback_type: 'x', mode: 'EDITING' as const, created_at: '', published_at: null, item_count: 0 }
    const listed = [{ ...source, ...rest, fields: [] }]
    const two = withSources(
      NOTHING_SEEN,
      new Map([
        ['2', listed],
        ['1', listed],
      ]),
    )
    expect(two.sources.map(({ orgId }) => orgId)).toEqual(['1', '2'])
    expect(withSources(two, new Map([['1', []]])).sources.map(({ orgId }) => orgId)).toEqual(['2'])
  })

  it('opens the chosen request, of which no body is kept', () => {
    const { state, action: deed } = type(SEEN, key('return'))
    expect(deed).toEqual({ kind: 'open', orgId: '1', id: 'c' })
    expect(state.opened).toMatchObject({ id: 'c', record: undefined })
    expect(JSON.stringify(SEEN)).not.toContain('responseBody')
    expect(type(state, key('escape')).state.opened).toBeUndefined()
  })

  it('folds a long line: nothing of it is lost, wide characters stay whole', () => {
    expect(foldLine('abcdefg', 3)).toEqual(['abc', 'def', 'g'])
    expect(foldLine('語語語', 5)).toEqual(['語語', '語'])
    expect(foldLine('', 5)).toEqual([''])
  })

  it('why a request was refused is shown once: in its response, and not as a hint', () => {
    const { operation, status, method, ms } = request('e')
    const part = { operation, status, method, ms, path: '/me', id: 'e', at: '', key_id: null, request_id: 'e' }
    const record: RequestRecord = {
      ...part,
      ...{ request_headers: {}, request_body: null, response_headers: {} },
      hints: ['the clock is frozen'],
      refusal: 'source 9 not found',
      response_body: JSON.stringify({ error: { code: 'NOT_FOUND', message: 'source 9 not found' } }),
    }
    const texts = requestLines({ orgId: '1', record }, 80).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('source 9 not found'))).toEqual([
      expect.stringContaining('"message": "source 9 not found"'),
    ])
    expect(texts).toContain('hint: the clock is frozen')
  })

  it('every line fits, and no control character of a path or body reaches the terminal', () => {
    const path = `/api/\u001b]52;c;x\u0007${'語'.repeat(80)}`
    const { operation, hints, refusal, status, method, ms } = request('e')
    const part = { operation, hints, refusal, status, method, ms, path, id: 'e', at: '', key_id: null, request_id: 'e' }
    const record: RequestRecord = {
      ...{ ...part, request_headers: {}, request_body: null, response_headers: {}, response_body: '\u001b[2J\r\u202e' },
    }
    const { lines } = rowLines(withRequest(SEEN, request('e', 200, path)), 40, 10)
    for (const { text } of [...lines, ...requestLines({ orgId: '1', record }, 40)]) {
      expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
      expect(text.replaceAll(/[語]/g, 'xx').length).toBeLessThanOrEqual(40)
    }
  })
})

it('an empty list says how commands reach an emulator with a data folder of its own', () => {
  expect(emptyText(NOTHING_SEEN)).toBe('No requests yet. Try `inpk me` in another terminal.')
  expect(emptyText({ ...NOTHING_SEEN, data: '/a b' })).toBe(
    'No requests yet. Try `inpk me` in another terminal, after `eval "$(inpk emulator env --data \'/a b\')"`.',
  )
})
