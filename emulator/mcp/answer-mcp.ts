import { LIMITS } from '../../src/contract/limits.js'
import type { Call } from '../http/call.js'
import { contextOf } from '../http/context.js'
import { readBody } from '../http/exchange.js'
import { parseJson } from '../http/json.js'
import { requireMedia } from '../http/media.js'
import type { AsIs } from '../http/reply.js'
import { idSource } from '../state/ids.js'

/** Headers that frame a body, which is another one by the time it goes on. */
const FRAMING = /^(host|connection|content-length|content-encoding|transfer-encoding|expect|authorization)$/

/**
 * Answers a POST to the MCP endpoint. What HTTP refuses (media type, size, what is not JSON) is refused as everywhere; what is
 * JSON goes to the protocol, whose answers and errors go out as they are.
 */
export async function answerMcp(call: Call): Promise<AsIs> {
  requireMedia(call)
  const body = await readBody(call.request, LIMITS.jsonBodyBytes)
  call.body = body
  const message = parseJson(body)
  const { answerMessage } = await import('./server.js')
  const { service, world } = call
  const context = contextOf(call, idSource(world.store.state))
  const response = await answerMessage(requestOf(call), message, {
    version: service.version,
    context,
    onFault: (error) => service.onFault(error),
  })
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    headers: type === null ? {} : { 'Content-Type': type },
    body: await response.text(),
  }
}

/** The request as the web platform has it; the body was read already. */
function requestOf({ request, service, path }: Call): Request {
  const headers = Object.entries(request.headers).filter(([name]) => !FRAMING.test(name))
  return new Request(service.baseUrl + path, {
    method: 'POST',
    headers: headers.flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  })
}
