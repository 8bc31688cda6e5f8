import { join } from 'node:path'
import { expect } from 'vitest'
import type { Emulator, Outbound, OutboundRequest } from '../../../emulator/index.js'
import type { JsonObject } from '../../../src/base/is-object.js'
import { parseJson } from '../../../src/base/parse-json.js'
import { EVENT_NAMES, EVENTS, type EventName } from '../../../src/contract/events.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import type { Transport } from '../../../src/contract/wire.js'
import { type Exchange, readHar } from '../../../src/har/index.js'
import { openRecording, recordedTransport } from '../../../src/har/recording.js'
import type { SavedRequest } from '../../../src/webhooks/tools.js'
import { scratchFolder } from '../../commands/scratch.js'
import { holdSession } from '../../emulator/facts-session.js'
import { START } from '../../emulator/service.js'
import { startReal } from '../real-service.js'
import { type Step, watch } from '../replay.js'
import { askInTheEvening } from './evening.js'
import { openProgram } from './program.js'
import { fetchAll } from './session.js'

/** A day of a service: what it was asked, as a HAR file has it, and what a receiver of its webhooks saved. */
export interface Day {
  exchanges: Exchange[]
  deliveries: SavedRequest[]
  /** Everything that was asked of it, by people on its pages as well, in order. */
  steps: Step[]
}

/** What is said to a service in a day by two programs that know it, our client and one that only has `fetch`, and what it delivers; with an `evening`, also what is not recorded. */
export async function recordDay(facts: Facts, { evening = false } = {}): Promise<Day> {
  const deliveries: SavedRequest[] = []
  const steps: Step[] = []
  const outbound = receiver(({ headers, body }) => {
    deliveries.push({ form: 'raw', headers: lowerCased(headers), body })
  })
  const emulator = watch(await startReal(facts, { outbound }), steps)
  const path = join(scratchFolder(), 'day.har')
  const secrets = [emulator.apiKeys.test.all, emulator.apiKeys.live.all]
  const recording = await openRecording(path, { secrets, onTrouble: (why) => expect.fail(why) })
  const recorded = recordedTransport(emulator.handle, recording, { now: () => START, monotonic: () => 0 })
  const handle: Transport = (request) =>
    request.url.startsWith(emulator.dashboardUrl) ? emulator.handle(request) : recorded(request)
  const url = 'https://127.0.0.1:9/hook'
  const { id } = await control(emulator, '/subscriptions', { url, events: EVENT_NAMES })
  try {
    const watched = { ...emulator, handle } as Emulator
    await holdSession(watched, facts)
    await fetchAll(openProgram(watched, facts))
    await emulator.idle()
    await emitRest(emulator, new Set(deliveries.map(({ headers }) => headers['x-service-event'])))
    await control(emulator, `/subscriptions/${id}/test`, {})
    await control(emulator, '/clock/advance', { by: '10m' })
    await emulator.idle()
    const { all: _, ...less } = emulator.apiKeys.test
    const keys = { ...less, live: emulator.apiKeys.live.all }
    if (evening) await askInTheEvening(openProgram(emulator, facts), keys)
  } finally {
    await recording.close()
    await emulator.close()
  }
  const exchanges: Exchange[] = []
  for await (const exchange of readHar(path)) exchanges.push(exchange)
  return { exchanges, deliveries, steps }
}

/** A receiver of webhooks, which refuses the first ones so that they come again. */
export function receiver(take: (request: OutboundRequest) => void = () => undefined): Outbound {
  let count = 0
  return async (request) => {
    take(request)
    count += 1
    return { status: count < 4 ? 503 : 204 }
  }
}

/** What a day without a month's end and without alerts does not bring about; and what its requests did not, where they were refused. */
async function emitRest(emulator: Emulator, seen: ReadonlySet<string | undefined>): Promise<void> {
  const place = { survey_series_id: 1, survey_id: 1 }
  const monitor = { monitor_id: 9, monitor_name: 'Refunds', ...place, match_count: 25, threshold: 20 }
  const events: [EventName, JsonObject][] = [
    ['flag.raised', monitor],
    ['report.ready', { report_id: 5, survey_series_id: 1, period_key: '2026-02' }],
    ['invite.bounced', { invite_id: 'inv_1', survey_id: 1, email: 'ada1@example.com', kind: 'bounce' }],
    ['invite.bounced', { invite_id: 'inv_1', survey_id: 1, email: 'ada2@example.com', kind: 'complaint' }],
  ]
  const missing = EVENT_NAMES.filter((event) => !seen.has(event) && events.every(([known]) => known !== event))
  for (const event of missing) events.push([event, EVENTS[event].sample])
  for (const [event, data] of events) await control(emulator, '/events', { event, data })
}

async function control(emulator: Emulator, path: string, body: JsonObject): Promise<JsonObject> {
  const { status, body: answer } = await emulator.handle({
    method: 'POST',
    url: `${emulator.dashboardUrl}/_emulator/orgs/1${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = Buffer.from(answer).toString()
  expect(status, text).toBeLessThan(300)
  return parseJson(text) as JsonObject
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
