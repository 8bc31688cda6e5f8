import type { Call, RoutedCall } from '../core/call.js'
import { callerOf, contextOf } from '../core/context.js'
import type { AsIs } from '../core/exchange.js'
import { Refusal } from '../core/refusal.js'

/** What the protocol demands of every caller; which of them is sent is decided here. */
const BOTH: [string, string] = ['accept', 'application/json, text/event-stream']
/** Headers that frame a body, which is another one by the time it continues, and what is replaced. */
const FRAMING = /^(host|accept|connection|content-length|content-encoding|transfer-encoding|expect|authorization)$/

/**
 * Answers a POST to the MCP endpoint. Its body goes to the protocol, whose answers and errors go out as they are: as a stream
 * to a caller that accepts one, else as JSON (contract.md section 13).
 */
export async function answerMcp(call: RoutedCall, parseBody: () => unknown): Promise<AsIs> {
  const message = findMessage(parseBody)
  if (message === undefined) return NOT_JSON
  const { answerMessage } = await import('./server.js')
  const { service, organization } = call
  const context = contextOf(organization, service, callerOf(call))
  const response = await answerMessage(requestOf(call), message, {
    version: service.version,
    context,
    onFault: (error) => service.onFault(error),
  })
  return answerOf(response, acceptsStream(call))
}

/** JSON-RPC's own error for what cannot be parsed. */
const NOT_JSON: AsIs = {
  status: 400,
  headers: {},
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_700, message: 'Parse error: the body is not JSON' },
  }),
}

function findMessage(parseBody: () => unknown): unknown {
  try {
    return parseBody()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_JSON') return undefined
    throw error
  }
}

function acceptsStream({ request }: Call): boolean {
  return request.headers.accept?.some((value) => value.toLowerCase().includes('text/event-stream')) ?? false
}

async function answerOf(response: Response, asStream: boolean): Promise<AsIs> {
  const type = response.headers.get('content-type')
  const body = await response.text()
  if (type?.startsWith('text/event-stream') && !asStream)
    return { status: response.status, headers: {}, body: lastMessage(body) }
  return { status: response.status, headers: type === null ? {} : { 'Content-Type': type }, body }
}

/** The answer of a stream that has ended: its last message. */
function lastMessage(stream: string): string {
  const lines = stream.split(/\r?\n/).filter((line) => line.startsWith('data:') && line.length > 'data: '.length)
  return lines.at(-1)?.slice('data:'.length).trim() ?? ''
}

/** The request as the web platform has it; the body was read already. */
function requestOf({ request, service, path }: Call): Request {
  const headers = Object.entries(request.headers).filter(([name]) => !FRAMING.test(name))
  return new Request(service.addresses.baseUrl + path, {
    method: 'POST',
    headers: [...headers.flatMap(([name, values]) => values.map((value): [string, string] => [name, value])), BOTH],
  })
}
