import { expect, test } from 'vitest'
import { parseJson } from '../../../src/base/parse-json.js'
import { timeRead } from '../../../src/truth/learn/probe/probe-times.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { probed } from './probed.js'

/** A description that says of numbers that they are numbers, and no more. */
const withoutBounds = (description: object) =>
  parseJson(
    JSON.stringify(description, (key, value) =>
      key === 'description' ? '' : key === 'maximum' || key === 'minimum' ? undefined : value,
    ),
  ) as never

test.each([
  ['epoch', 'epoch-seconds'],
  ['epoch-ms', 'epoch-milliseconds'],
] as const)('a time that is a number (%s) is pushed and read back: %s', async (dates, type) => {
  const choices = { ...CHOICE_A, 'push.dates': dates }
  const { learned, service } = await probed(choices, { withDescription: withoutBounds })
  const facts = factsOf(learned.verdicts)
  expect(facts['body:pushContent.question.content[].occurred_at']).toMatchObject({ type })
  expect(facts['body:pushBulk.questions[].content[].occurred_at']).toMatchObject({ type })
  expect(service.state.items.filter(({ text }) => text.startsWith('inpk probe'))).toEqual([])
  const alone = await probed(choices, { withDescription: withoutBounds, writes: false })
  expect(factsOf(alone.learned.verdicts)['body:pushContent.question.content[].occurred_at']).toMatchObject({
    type: 'epoch',
  })
})

test('it is read back among all items of its source where none can be asked for by its id', async () => {
  const choices = { ...CHOICE_A, 'push.dates': 'epoch-ms', 'filter.external': 'none' } as const
  const { learned } = await probed(choices, { withDescription: withoutBounds })
  expect(factsOf(learned.verdicts)['body:pushContent.question.content[].occurred_at']).toMatchObject({
    type: 'epoch-milliseconds',
  })
})

test('it is read back by its size, as nothing in a service without items shows the unit', () => {
  const at = Date.parse('2026-02-06T00:00:00Z')
  expect([at / 1_000, at, '2026-02-06T00:00:00Z'].map(timeRead)).toEqual([at, at, at])
  expect([null, 7, 'soon'].map(timeRead)).toEqual([Number.NaN, Number.NaN, Number.NaN])
})

/** Bounds of a listing that are numbers of this many milliseconds: a description says no more than that, and other texts are refused. */
function countedBounds(unitMs: number) {
  const isBound = ({ name, in: place }: { name?: string; in?: string }) =>
    place === 'query' && (name === 'since' || name === 'until')
  const withDescription = (description: object) =>
    parseJson(
      JSON.stringify(description, (_, value) =>
        isBound(value ?? {}) ? { ...value, schema: { type: 'integer' }, description: '' } : value,
      ),
    ) as never
  const withPath = (path: string) => {
    const url = new URL(path, 'http://service')
    for (const name of ['since', 'until']) {
      const value = url.searchParams.get(name)
      if (value === null) continue
      if (!/^\d+$/.test(value)) return undefined
      url.searchParams.set(name, new Date(Number(value) * unitMs).toISOString())
    }
    return url.pathname + url.search
  }
  return { withDescription, withPath }
}

test.each([
  [1_000, 'epoch-seconds'],
  [1, 'epoch-milliseconds'],
] as const)('bounds that are numbers of %i ms are found by an item of a known time: %s', async (unitMs, type) => {
  const choices = { ...CHOICE_A, 'filter.times': 'since until' } as const
  const { learned } = await probed(choices, countedBounds(unitMs))
  expect(factsOf(learned.verdicts)['query:listFeedback']).toMatchObject({
    types: { occurred_since: type, occurred_until: type },
  })
})

test('bounds that are numbers stay open where no request shows their unit', async () => {
  const choices = { ...CHOICE_A, 'filter.times': 'since until' } as const
  const { learned } = await probed(choices, {
    ...countedBounds(1_000),
    withPath: (path) => (/since|until/.test(path) ? undefined : path),
  })
  expect(factsOf(learned.verdicts)['query:listFeedback']).toMatchObject({ types: { occurred_since: 'epoch' } })
})
