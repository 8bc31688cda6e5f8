// The floor of any push: batches that are ready in memory are made JSON and POSTed, and nothing else. What making them costs is
// not counted.
import { Agent, request } from 'undici'
import { makeItems } from './make-csv.js'

const [rows, port] = process.argv.slice(2).map(Number)
const dispatcher = new Agent()
// One batch for all of them: a million items ready at once would be a memory of their own.
const content = makeItems(1_000)
const started = process.cpuUsage()
let left = rows / 1_000

async function work() {
  for (; left > 0; ) {
    left -= 1
    const body = JSON.stringify({ survey_series_id: '1', survey_id: '34', question: { question_id: '7', content } })
    const url = `http://127.0.0.1:${port}/api/input/content/push`
    const headers = { 'content-type': 'application/json' }
    const answer = await request(url, { method: 'POST', headers, body, dispatcher })
    await answer.body.json()
  }
}

await Promise.all(Array.from({ length: 4 }, work))
await dispatcher.close()
const { user, system } = process.cpuUsage(started)
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1_000 }))
