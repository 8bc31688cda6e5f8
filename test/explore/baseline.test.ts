import { describe, expect, it } from 'vitest'
import { compareBaselines } from '../../src/explore/baseline.js'
import { differenceOf, endStateOf } from '../../src/explore/end-state.js'
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
    expect(compareBaselines([run({ stateOutput: 'a' }), run({ stateOutput: 'b' })])).toEqual({
      flaky: 'the output of --state-command differs from run to run',
    })
  })

  it('that fail have nothing to explore', () => {
    expect(compareBaselines([1, 1, 1].map((exitCode) => run({ exitCode })))).toEqual({ fails: 1 })
  })
})

it('the end state names each record with where it is, without ids', () => {
  const state = endStateOf({
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
  })
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
})
