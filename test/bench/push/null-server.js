// Answers what a push asks for and keeps nothing. Prints its port; ends with its parent.
import { createServer } from 'node:http'

const NEEDLE = Buffer.from('"text":')
const ME = {
  key: {
    id: 'EMU0000000',
    name: 'bench',
    environment: 'test',
    permissions: ['all'],
    created_at: '2026-01-01T00:00:00.000Z',
  },
  org_id: 1,
  org_name: 'Bench',
  rate_limits: { per_key_per_minute: 300, per_org_per_minute: 300 },
  credits: null,
}
const QUESTION = { question_id: '7', question_text: 'What went well?', type: 'DEPTH_TEXT', accepts_text: true }
const SOURCE = { survey_id: '34', survey_title: 'Bench', mode: 'LIVE', questions: [QUESTION] }
const GROUPS = { survey_series: [{ survey_series_id: '1', name: 'Bench', surveys: [SOURCE] }] }

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const answer =
    request.method === 'POST' ? countItems(Buffer.concat(chunks)) : request.url.includes('/me') ? ME : GROUPS
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())

function countItems(body) {
  let items = 0
  for (let at = body.indexOf(NEEDLE); at !== -1; at = body.indexOf(NEEDLE, at + 7)) items += 1
  return {
    survey_series_id: '1',
    survey_id: '34',
    question_id: '7',
    inserted: items,
    duplicates: 0,
    rows_accepted: items,
    aps_deducted: 0,
  }
}
