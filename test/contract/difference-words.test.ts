import { expect, it } from 'vitest'
import { isInternal, memberDifferences, readablePair } from '../../src/contract/control/difference-words.js'

it.each([
  ['offset_ms', 62 * 86_400_000 + 600_000 + 300, '62 d 10 min'],
  ['offset_ms', 86_399_998, '1 d'],
  ['offset_ms', 0, '0 ms'],
  ['offset_ms', -90_000, '-1 min 30 s'],
  ['created_at', Date.UTC(2026, 2, 2, 12), '2026-03-02 12:00:00'],
  ['period_start', 0, undefined],
  ['published_at', null, null],
  ['threshold', 86_400_000, 86_400_000],
  ['name', 'Support', 'Support'],
])('a member %s of %j is read as %j', (name, value, shown) => {
  expect(readablePair(name, value, 'other')).toEqual([shown, 'other'])
})

it.each([
  ['sent_at', 1_700_000_000_100, 1_700_000_000_900],
  ['offset_ms', 600, 1_400],
  ['waited_ms', 61_200, 61_400],
  ['expires_at', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1],
  ['domain', null, undefined],
])('a member %s that differs is never shown as equal: %j, %j', (name, before, after) => {
  const [was, is] = readablePair(name, before, after)
  expect(String(was)).not.toBe(String(is))
})

it('bookkeeping is told from what someone changed', () => {
  expect(['counters', 'jobs', 'analyses', 'groups'].map(isInternal)).toEqual([true, true, true, false])
})

it('members that differ are found down to the last object, whatever the order of members', () => {
  const before = { name: 'A', fields: [{ id: 1, item_count: 2 }], options: ['x'] }
  const after = { options: ['x', 'y'], fields: [{ item_count: 5, id: 1 }], name: 'A' }
  expect(memberDifferences(before, after)).toEqual([
    ['fields.0.item_count', 'item_count', 2, 5],
    ['options', 'options', ['x'], ['x', 'y']],
  ])
  expect(memberDifferences({}, { sent_at: 0 })).toEqual([['sent_at', 'sent_at', undefined, 0]])
  expect(memberDifferences('a', 'b')).toEqual([['', '', 'a', 'b']])
})
