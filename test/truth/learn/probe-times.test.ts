import { expect, test } from 'vitest'
import { parseJson } from '../../../src/base/parse-json.js'
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
  expect(factsOf(alone.learned.verdicts)['body:pushContent.question.content[].occurred_at']).toBeUndefined()
})
