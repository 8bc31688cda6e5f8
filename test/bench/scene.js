import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Agent } from 'undici'
import { startServer } from './processes/server.js'
import { makeItems } from './push/make-csv.js'

/** A clock that stands still: nothing is analysed meanwhile. Five million items, each half a minute after the one before, are in its past. */
export const FROZEN = { mode: 'frozen', now: Date.UTC(2030, 0, 1) }
const BATCH = 1_000
const MILLION = 1_000_000

/** Calls an emulator, or a floor of it, with a key; answers other than 2xx reject. A body of bytes is JSON unless `type` says otherwise. */
export function createCaller({ baseUrl, key }) {
  const dispatcher = new Agent()
  return async (method, path, body, type = 'application/json') => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) }
    const isReady = body === undefined || body instanceof Buffer || body instanceof Readable
    const request = { origin: baseUrl, method, path: `/api/input${path}`, headers }
    const answer = await dispatcher.request({ ...request, body: isReady ? body : JSON.stringify(body) })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
}

/** Starts an emulator without limits, with what a row calls it by. */
export async function startEmulator(options) {
  const server = await startServer('emulator', { rateLimits: false, ...options })
  return { ...server, call: createCaller(server) }
}

/** A published source of one text field: what a push names. */
export async function createSource(call, name = 'Bench') {
  const { survey_series_id } = await call('POST', '/survey_series/create', { name })
  const questions = [{ type: 'DEPTH_TEXT', question_text: 'What?' }]
  const source = await call('POST', '/survey/create', { survey_series_id, survey_title: name, questions })
  const { survey_id } = source
  await call('POST', '/survey/publish', { survey_id })
  return { survey_series_id, survey_id, question_id: source.questions[0].question_id }
}

/** The body of a push of `count` items, whose ids count from `from`. */
export function pushBody({ question_id, ...target }, from, count = BATCH) {
  const content = makeItems(count, from)
  return Buffer.from(JSON.stringify({ ...target, question: { question_id, content } }))
}

let million

/** A data directory with a million items in one source, made once: a copy that may be changed, and its source. */
export async function copyOfMillion({ folder, sized }, name) {
  million ??= makeMillion(join(folder, 'million'), sized(MILLION))
  const { dataDirectory, source, count } = await million
  const copy = join(folder, name)
  cpSync(dataDirectory, copy, { recursive: true })
  return { dataDirectory: copy, source, count }
}

async function makeMillion(dataDirectory, least) {
  const emulator = await startEmulator({ dataDirectory, clock: FROZEN })
  const source = await createSource(emulator.call)
  let count = 0
  const work = async () => {
    while (count < least) {
      count += BATCH
      if (count % 100_000 === 0) console.error(`making a million items: ${count}`)
      await emulator.call('POST', '/content/push', pushBody(source, count - BATCH))
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  await emulator.stop()
  return { dataDirectory, source, count }
}
