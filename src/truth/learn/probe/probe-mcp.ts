import { isObject } from '../../../base/is-object.js'
import type { SeenExchange } from '../evidence/evidence.js'
import { SHOWN_IN_ANSWERS } from '../match/subjects.js'
import type { Probe } from './probe.js'
import { type ProbeRequest, routeOfProbe } from './probe-requests.js'

/** Where teams put the endpoint for assistants: the interface shows two of its tools, and not its path. */
const PATHS = ['/mcp', '/api/mcp', '/api/v1/mcp', '/api/input/mcp', '/v1/mcp', '/mcp/v1']

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'inpk learn', version: '1' },
}

const BEGUN = { method: 'notifications/initialized' }

/**
 * The endpoint for assistants, where nothing shows its path: it is the one that lists the tools of the interface. What is sent there
 * only reads, but anywhere else it would be a write that was not meant.
 */
export async function findMcp(probe: Probe): Promise<void> {
  if (probe.knows(routeOfProbe('mcp'))) return
  for (const path of PATHS) {
    const hello = await probe.sendTrial(messageTo(path, { id: 1, method: 'initialize', params: HELLO }))
    if (hello.status >= 300) continue
    const session = sessionOf(hello)
    // A service that keeps sessions may answer nothing before it is told that this one has begun.
    if (session['mcp-session-id'] !== undefined) await probe.sendTrial(messageTo(path, BEGUN, session))
    const listed = await probe.sendTrial(messageTo(path, { id: 2, method: 'tools/list' }, session))
    const said = JSON.stringify(listed.responseBody) ?? ''
    if (SHOWN_IN_ANSWERS.mcp!.every((tool) => said.includes(tool))) return probe.keep(listed)
  }
}

/** The headers of what follows a handshake: the session that was begun, and the revision that was agreed on. */
function sessionOf({ responseHeaders, responseBody }: SeenExchange): Record<string, string> {
  const { 'mcp-session-id': id } = responseHeaders
  const { result } = (isObject(responseBody) ? responseBody : {}) as { result?: { protocolVersion?: unknown } }
  const revision = result?.protocolVersion
  return {
    ...(id === undefined ? {} : { 'mcp-session-id': id }),
    ...(typeof revision === 'string' ? { 'mcp-protocol-version': revision } : {}),
  }
}

function messageTo(path: string, message: object, session: Record<string, string> = {}): ProbeRequest {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...session,
  }
  return { method: 'POST', path, headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) }
}
