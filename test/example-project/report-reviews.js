import { createClient } from 'inpk'

/** What this project does: it sends yesterday's reviews, and asks again when it is told to wait. */
export async function sendReviews({ baseUrl, apiKey, sourceId, groupId, fieldId, reviews }) {
  const client = createClient({ baseUrl, apiKey })
  const content = reviews.map(({ id, text }) => ({ text, external_id: id }))
  return client.pushContent({
    body: { survey_series_id: groupId, survey_id: sourceId, question: { question_id: fieldId, content } },
  })
}
