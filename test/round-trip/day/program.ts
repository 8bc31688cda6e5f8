import type { Emulator } from '../../../emulator/index.js'
import { isObject, type JsonObject } from '../../../src/base/is-object.js'
import { parseJson } from '../../../src/base/parse-json.js'
import { wireQuery } from '../../../src/client/asked.js'
import { encodeBody } from '../../../src/client/request-body.js'
import { routeOf, routeUrl } from '../../../src/client/route.js'
import type { Codec } from '../../../src/contract/facts/codec.js'
import type { Contract } from '../../../src/contract/facts/contract.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import { toClassic } from '../../../src/contract/vocabulary.js'
import type { Json } from '../../emulator/service.js'

/** What a request says, in our names. */
export interface Asked {
  params?: Record<string, string>
  query?: JsonObject
  body?: JsonObject
  /** Which of its routes is taken, where that is not the client's. */
  by?: number
  /** Instead of its key. */
  authorization?: string
}

/** A program with `fetch` and a good knowledge of the service: its answers are not checked by any code of ours. */
export interface Program {
  contract: Contract
  /** Its other key: what is stored with it is charged. */
  live: string
  /** The answer in our names and classic words; empty for a refusal. */
  ask(id: OperationId, asked?: Asked): Promise<Json>
  /** What people do on the pages of the service; the answer. */
  onPages(method: string, path: string, body?: JsonObject): Promise<Json>
  /** When the service has done what is due. */
  settled(): Promise<void>
}

/** What a request says without what the service takes nowhere, which the client refuses to send. */
function withoutLacking(codec: Codec | undefined, said: unknown, path = ''): unknown {
  if (Array.isArray(said)) return said.map((entry) => withoutLacking(codec, entry, `${path}[]`))
  if (!codec || !isObject(said) || said instanceof Uint8Array) return said
  const kept = Object.entries(said).flatMap(([name, value]): [string, unknown][] => {
    const inner = path === '' ? name : `${path}.${name}`
    return codec.lacks(inner) ? [] : [[name, withoutLacking(codec, value, inner)]]
  })
  return Object.fromEntries(kept)
}

/** The program, which knows the facts. */
export function openProgram(emulator: Emulator, facts: Facts): Program {
  const contract = contractWith(facts)
  const key = `Bearer ${emulator.apiKeys.test.all}`
  const live = `Bearer ${emulator.apiKeys.live.all}`
  return { contract, live, ask, onPages, settled: () => emulator.idle() }

  async function ask(
    id: OperationId,
    { params = {}, query = {}, body, by, authorization = key }: Asked = {},
  ): Promise<Json> {
    const row = contract.rowOf(id)
    const route = by === undefined ? routeOf(row) : row.routes[by]!
    const asked = wireQuery({ id, contract, row, route }, query)
    const codec = contract.codecOf(id, 'body', route.words)
    const said = body && (withoutLacking(contract.codecOf(id, 'body', 'classic'), body) as JsonObject)
    const encoded = said && encodeBody(row, route, { body: said }, { fileName: 'sheet.csv', random: () => 0.5, codec })
    // Members of a body that this service has in the query go there.
    const url = routeUrl({ route, mount: '/api/input', base: '', params, query: { ...asked, ...encoded?.query } })
    const answer = await emulator.handle({
      method: route.method,
      url: emulator.baseUrl + url,
      headers: { authorization, ...encoded?.headers },
      ...(encoded ? { body: encoded.body } : {}),
    })
    if (answer.status >= 300) return {}
    const sent = parseJson(Buffer.from(answer.body).toString())
    const wire = isObject(sent) && isObject(sent.data) && Object.keys(sent).length === 1 ? sent.data : sent
    const own = contract.codecOf(id, 'result', route.words)?.fromWire(wire) ?? wire
    return (toClassic(rowOf(id).result, own) ?? {}) as Json
  }

  async function onPages(method: string, path: string, body?: JsonObject): Promise<Json> {
    const answer = await emulator.handle({
      method,
      url: `${emulator.dashboardUrl}/_emulator/orgs/1${path}`,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return parseJson(Buffer.from(answer.body).toString()) as Json
  }
}
