import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseMessage } from '../../base/parse-json.js'
import type { Scope } from '../../contract/scopes.js'
import type { Ask, Exchange, Probe } from './probe.js'
import { codeOf, must, NotLooked } from './rule.js'
import { entries } from './scenery.js'

const ACCEPT = 'application/json, text/event-stream'
const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'inpk conformance', version: '1' },
}

/** Asks the MCP endpoint; resolves to the result. */
type AskAssistant = (method: string, params?: JsonObject) => Promise<JsonObject>

/** Opens a conversation with the MCP endpoint as the protocol has it, with the key of a scope. */
export function openAssistant(probe: Probe, scope: Scope): Promise<AskAssistant> {
  return converse((ask) => probe.as(scope, 'POST', '/mcp', ask), scope)
}

/** The same with the key of the probe itself. */
export function openAssistantWith(probe: Probe): Promise<AskAssistant> {
  return converse((ask) => probe.send('POST', '/mcp', ask), 'mcp_read')
}

async function converse(send: (ask: Ask) => Promise<Exchange>, scope: Scope): Promise<AskAssistant> {
  const post = (message: JsonObject, headers: Record<string, string> = {}) =>
    send({ body: { jsonrpc: '2.0', ...message }, headers: { accept: ACCEPT, ...headers } })
  const hello = await post({ id: 0, method: 'initialize', params: HELLO })
  if (codeOf(hello) === 'MCP_KEY_UNBOUND') throw new NotLooked(`the ${scope} key has lost its creator`)
  const session = hello.headers['mcp-session-id']
  const version = String(resultOf(hello).protocolVersion)
  const headers = { 'mcp-protocol-version': version, ...(session ? { 'mcp-session-id': session } : {}) }
  await post({ method: 'notifications/initialized' }, headers)
  let id = 0
  return async (method, params = {}) => {
    id += 1
    return resultOf(await post({ id, method, params }, headers))
  }
}

/** A conversation with whichever key is there. */
export async function anyAssistant(probe: Probe): Promise<AskAssistant> {
  const scope = (['mcp_read', 'all'] as const).find((each) => probe.settings.clients[each])
  if (!scope) throw new NotLooked('needs a key of scope mcp_read or all (INPK_API_KEY_MCP_READ)')
  return openAssistant(probe, scope)
}

/** The tools of the endpoint. */
export async function toolsOf(ask: AskAssistant): Promise<JsonObject[]> {
  return entries((await ask('tools/list')).tools)
}

/** The result in an answer, which is JSON or the last event of a stream. */
function resultOf({ about, status, text }: Exchange): JsonObject {
  must(status === 200, `${about}: ${status}`)
  const message = parseMessage(text)
  must(isObject(message) && isObject(message.result), `${about}: no result`)
  return message.result
}
