// A peer of a CSV push: csv-parse to arrays, JSON.stringify, POST of the same batches, and nothing else.
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { Agent, request } from 'undici'

const [path, port] = process.argv.slice(2)
const dispatcher = new Agent()
const parser = createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(parse())
const inFlight = new Set()
let items = []
let header

parser.on('data', (cells) => {
  if (!header) {
    header = cells
    return
  }
  const [external_id, text, rating, language, channel, occurred_at] = cells
  items.push({ text, external_id, rating: Number(rating), language, channel, occurred_at })
  if (items.length === 1_000) send()
})
await new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject))
if (items.length > 0) send()
await Promise.all(inFlight)
await dispatcher.close()

function send() {
  const body = JSON.stringify({
    survey_series_id: '1',
    survey_id: '34',
    question: { question_id: '7', content: items },
  })
  items = []
  const sent = post(body).finally(() => {
    inFlight.delete(sent)
    if (inFlight.size < 4) parser.resume()
  })
  inFlight.add(sent)
  if (inFlight.size >= 4) parser.pause()
}

async function post(body) {
  const headers = { 'content-type': 'application/json' }
  const answer = await request(`http://127.0.0.1:${port}/api/input/content/push`, {
    method: 'POST',
    headers,
    body,
    dispatcher,
  })
  await answer.body.json()
}
