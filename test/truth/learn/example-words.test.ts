import { expect, test } from 'vitest'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, documentOf, listOf, object, TEXT } from './document.js'

/** What is learned of the counts of a distribution in a list by words that only the example of the answer shows. */
function countsOf(...words: string[]) {
  const counts = listOf(object({ status: TEXT, count: COUNT }))
  const answer = {
    ...object({ invite_id: TEXT, status: TEXT, counts }),
    example: { invite_id: 'i1', status: 'string', counts: words.map((status) => ({ status, count: 0 })) },
  }
  const root = documentOf([{ path: '/api/input/invites/{id}', answer }])
  const { verdicts } = learn({
    documents: [{ root, from: { from: 'openapi.json', kind: 'description' } }],
    traffic: [],
  })
  return factsOf(verdicts)['result:getInvite']?.names
}

test('entries of a list are told apart by the words that an example shows, where they mean ours', () => {
  expect(countsOf('total', 'sent', 'delivered', 'bounced', 'complained')).toMatchObject({
    'counts.total': '/counts[status=total].count',
    'counts.sent': '/counts[status=sent].count',
    'counts.complained': '/counts[status=complained].count',
  })
})

test.each([[['string']], [['string', 'string']], [['sent', 'example']]])('a placeholder tells nothing: %j', (words) => {
  expect(countsOf(...words) ?? {}).not.toHaveProperty(['counts.sent'])
})
