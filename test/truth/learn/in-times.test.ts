import { expect, test } from 'vitest'
import { factsFrom, listOf, object, TEXT, TIME } from './document.js'

const listing = (times: Parameters<typeof object>[0]) =>
  factsFrom({
    path: '/api/input/feedback',
    answer: object({ items: listOf(object({ item_id: TEXT, text: TEXT, ...times })) }),
  })['result:listFeedback']?.names

test.each(['dates', 'timestamps'])('what is in `%s` is a time by the word for what happened then', (around) => {
  expect(listing({ [around]: object({ occurred: TIME, received: TIME }) })).toMatchObject({
    'items[].occurred_at': `${around}.occurred`,
    'items[].created_at': `${around}.received`,
  })
})

test('the word alone may say anything elsewhere', () => {
  expect(listing({ flags: object({ received: TEXT }) }) ?? {}).not.toHaveProperty(['items[].created_at'])
})
