import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

test('names of other conventions are read as the plain ones', () => {
  const from = (pushed: string) =>
    factsFrom({
      path: '/api/input/feedback',
      answer: object({ items: listOf(object({ item_id: TEXT, [pushed]: TIME })) }),
    })
  expect(from('receivedOn')['result:listFeedback']).toMatchObject({ names: { 'items[].created_at': 'receivedOn' } })
  expect(from('date_added')['result:listFeedback']).toMatchObject({ names: { 'items[].created_at': 'date_added' } })
  const monitors = listOf(object({ monitor_id: TEXT, name: TEXT, num_matches: COUNT }))
  const analysis = object({ analysis_status: oneOf('ready', 'pending'), monitor_matches: monitors })
  const facts = factsFrom({ path: '/api/input/sources/{id}/analysis', answer: analysis })
  expect(facts['result:getAnalysis.monitor_matches']).toMatchObject({ names: { '[].match_count': 'num_matches' } })
})
