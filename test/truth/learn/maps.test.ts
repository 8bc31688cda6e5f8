import { expect, test } from 'vitest'
import { COUNT, factsFrom, object, oneOf, TEXT } from './document.js'

const themes = (entry: object) =>
  factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({
      analysis_status: oneOf('ready', 'pending'),
      themes: { type: 'object', additionalProperties: entry } as never,
    }),
  })['result:getAnalysis.themes']

test('a map is listed by what its entries do not say themselves', () => {
  expect(themes(object({ mentions: COUNT }))).toMatchObject({ list: { by: 'label' } })
  expect(themes(object({ label: TEXT, mentions: COUNT }))).toMatchObject({ list: { by: 'theme_id' } })
  expect(themes(object({ id: TEXT, label: TEXT, mentions: COUNT }))?.list).toBeUndefined()
})
