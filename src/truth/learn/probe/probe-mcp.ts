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

/**
 * The endpoint for assistants, where nothing shows its path: it is the one that lists the tools of the interface. What is sent there
 * only reads, but anywhere else it would be a write that was not meant.
 */
export async function findMcp(probe: Probe): Promise<void> {
  if (probe.knows(routeOfProbe('mcp'))) return
  for (const path of PATHS) {
    const hello = await probe.sendTrial(messageTo(path, { method: 'initialize', params: HELLO }))
    if (hello.status >= 300) continue
    const session = hello.responseHeaders?.['mcp-session-id']
    const listed = await probe.sendTrial(messageTo(path, { method: 'tools/list' }, session))
    const said = JSON.stringify(listed.responseBody) ?? ''
    if (SHOWN_IN_ANSWERS.mcp!.every((tool) => said.includes(tool))) return probe.keep(listed)
  }
}

function messageTo(path: string, message: object, session?: string): ProbeRequest {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
  }
  return { method: 'POST', path, headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) }
}
