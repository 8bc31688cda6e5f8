import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import type { JsonObject } from '../../src/base/is-object.js'
import { parseJson } from '../../src/base/parse-json.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import type { ProbeAnswer, ProbeRequest } from '../../src/truth/learn/probe/probe-requests.js'
import { corporaHere } from '../emulator/analyst.js'
import { START } from '../emulator/service.js'

/** An emulator that is the real service: it knows the facts, and nobody else does. */
export function startReal(facts: Facts, options: EmulatorOptions = {}): Promise<Emulator> {
  const clock = { mode: 'frozen', now: START } as const
  return startEmulator({ listen: false, clock, randomSeed: 7, facts, analyst: corporaHere(), ...options })
}

/** Sends probes to it; where its window is used up, its clock goes on as far as it says. */
export function probeSender(emulator: Emulator, sent: string[] = []): (request: ProbeRequest) => Promise<ProbeAnswer> {
  return async ({ method, path, body, anonymous, headers }) => {
    sent.push(`${method} ${path}`)
    const ask = () =>
      emulator.handle({
        method,
        url: emulator.baseUrl + path,
        headers: {
          ...(anonymous ? {} : { authorization: `Bearer ${emulator.apiKeys.test.all}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
    const answer = await ask()
    if (answer.headers['retry-after'] === undefined) return answer
    await emulator.handle({
      method: 'POST',
      url: `${emulator.dashboardUrl}/_emulator/orgs/1/clock/advance`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: `${answer.headers['retry-after']}s` }),
    })
    return ask()
  }
}

/** Its description of itself. */
export async function describe(emulator: Emulator): Promise<JsonObject> {
  const url = `${emulator.baseUrl}/api/v1/openapi.json`
  const { body } = await emulator.handle({ method: 'GET', url, headers: {} })
  return parseJson(Buffer.from(body).toString()) as JsonObject
}
