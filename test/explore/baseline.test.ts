import { describe, expect, it } from 'vitest'
import { compareBaselines } from '../../src/explore/baseline.js'
import { differenceOf, type ExportedState, endStateOf } from '../../src/explore/end-state.js'
import { run } from './runs.js'

const stored = (...lines: string[]) => {
  const state = new Map(lines.map((line) => [line, 1]))
  return run({ settled: state, atEnd: state })
}

describe('undisturbed runs', () => {
  it('that agree are a baseline', () => {
    expect(compareBaselines([run(), run(), run()])).toMatchObject({ baseline: { endsSettled: true, isDrawn: false } })
    const late = run({ atEnd: new Map() })
    expect(compareBaselines([run(), late, run()])).toMatchObject({ baseline: { endsSettled: false } })
  })

  it('may draw random words and times: these are made equal', () => {
    const runs = ['a1b2c3d4', 'e5f6a7b8', '99aa88bb'].map((word) => stored(`group "test-${word}"`))
    expect(compareBaselines(runs)).toMatchObject({ baseline: { isDrawn: true } })
  })

  it('that differ are flaky, and how is said', () => {
    expect(compareBaselines([stored('group "a"'), stored('group "b"'), stored('group "a"')])).toEqual({
      flaky: 'its records differ from run to run: group "b"',
    })
    expect(compareBaselines([run(), run({ exitCode: 3 }), run()])).toEqual({ flaky: 'it exited with 0, 3, 0' })
    const states = (...outputs: string[]) => compareBaselines(outputs.map((stateOutput) => run({ stateOutput })))
    const differs = 'the output of --state-command differs from run to run'
    expect(states('items: 2\nat: 7', 'items: 2\nat: 8')).toEqual({ flaky: `${differs}: "at: 7" and "at: 8"` })
    expect(states('one', 'one', 'one\ntwo')).toEqual({ flaky: `${differs}: nothing and "two"` })
  })

  it('that fail have nothing to explore', () => {
    const failing = [1, 1, 1].map((exitCode) => run({ exitCode, lastWords: ['first', 'no such table'] }))
    expect(compareBaselines(failing)).toEqual({ fails: 'it exited with 1; its last line was: no such table' })
    expect(compareBaselines([run({ exitCode: null, ms: 20_400 })])).toEqual({
      fails: 'it did not end within 20 s, and was stopped',
    })
  })

  it('with a --state-command that fails have no state to compare, though it fails alike each time', () => {
    const failing = run({ stateOutput: '(it exited with 127)', stateCode: 127 })
    expect(compareBaselines([failing, failing, failing])).toEqual({ fails: '--state-command exited with 127' })
  })
})

it('the end state names each record with where it is, without ids', () => {
  const exported: ExportedState = {
    state: {
      groups: { 1: { id: 1, name: 'Shop' } },
      sources: {
        2: { id: 2, groupId: 1, title: 'Reviews', publishedAt: 5, fields: [{ id: 3, text: 'Why?' }] },
      },
      recipients: { 1: { email: 'a@example.com', sourceId: 2 } },
      tasks: {},
      deliveries: {},
    },
    items: [
      { id: 1, sourceId: 2, fieldId: 3, text: 'Good', externalId: 'e1', rating: null, createdAt: 9 },
      { id: 2, sourceId: 2, fieldId: 3, text: 'Good', externalId: 'e1', rating: null, createdAt: 10 },
    ],
  }
  const state = endStateOf(new Map([['1', exported]]))
  const item = 'item "Good", externalId e1 in "Reviews" in "Shop", field "Why?"'
  expect([...state]).toEqual([
    ['group "Shop"', 1],
    ['source "Reviews" in "Shop"', 1],
    ['publication of "Reviews" in "Shop"', 1],
    ['invite to a@example.com from "Reviews" in "Shop"', 1],
    [item, 2],
  ])
  expect(
    differenceOf(
      new Map([[item, 2]]),
      new Map([
        [item, 1],
        ['group "Shop"', 1],
      ]),
    ),
  ).toEqual({
    more: [[item, 1]],
    missing: [['group "Shop"', 1]],
  })
  const both = endStateOf(new Map(['1', '2'].map((orgId) => [orgId, { ...exported, items: [] }])))
  expect([...both.keys()].slice(3, 5)).toEqual([
    'invite to a@example.com from "Reviews" in "Shop"',
    'group "Shop", organisation 2',
  ])
})
