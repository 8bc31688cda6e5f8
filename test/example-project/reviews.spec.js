import { testWith } from 'inpk/vitest'
import { expect } from 'vitest'
import { sendReviews } from './report-reviews.js'

const seed = {
  groups: [{ name: 'Shop', sources: [{ title: 'Reviews', fields: [{ text: 'How was it?' }] }] }],
}
const REVIEWS = [
  { id: 'r1', text: 'Lovely bread.' },
  { id: 'r2', text: 'The queue was long.' },
]
const test = testWith({ seed })
const place = ({ baseUrl, keys }) => ({ baseUrl, apiKey: keys.test.push, groupId: '1', sourceId: '1', fieldId: '1' })

test('sends every review once', async ({ organization }) => {
  const wish = { ...place(organization), reviews: REVIEWS }
  expect(await sendReviews(wish)).toMatchObject({ inserted: 2, duplicates: 0 })
  expect(await sendReviews(wish)).toMatchObject({ inserted: 0, duplicates: 2 })
})

test('has an organisation of its own: nothing of the test before is here', async ({ organization }) => {
  expect((await organization.client.listFeedback()).items).toEqual([])
  expect(await sendReviews({ ...place(organization), reviews: REVIEWS })).toMatchObject({ inserted: 2 })
})

test('asks again when the service is busy', async ({ organization: { control, ...organization } }) => {
  await control.createFault({
    body: { operation: 'pushContent', kind: 'status', status: 503, retry_after: 1, times: 1 },
  })
  expect(await sendReviews({ ...place(organization), reviews: REVIEWS })).toMatchObject({ inserted: 2 })
  expect(
    (await control.listRequests({ query: { operation: 'pushContent' } })).items.map(({ status }) => status),
  ).toEqual([200, 503])
})

test('its clock moves when told to', async ({ organization: { control } }) => {
  await control.setClock({ body: { mode: 'frozen' } })
  const { now } = await control.getClock()
  await control.advanceClock({ body: { by: '24h' } })
  expect(Date.parse((await control.getClock()).now) - Date.parse(now)).toBe(86_400_000)
})
