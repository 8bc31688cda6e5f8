import type { Message } from './message.js'

/** What the service said at the handshake, to be said again with every message after it (revisions before 2026-07-28). */
export interface Handshake {
  sessionId: string | undefined
  revision: string | undefined
}

/** The headers of a message over Streamable HTTP. */
export function requestHeaders(message: Message, handshake: Handshake): Record<string, string> {
  const { method, revision, name, ids } = message
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  if (method === 'initialize') return common
  const isNewer = revision !== undefined
  return {
    ...common,
    ...given('mcp-session-id', handshake.sessionId),
    ...given('mcp-protocol-version', revision ?? handshake.revision),
    ...given('mcp-method', isNewer && ids.length > 0 ? method : undefined),
    ...given('mcp-name', isNewer && name !== undefined ? encoded(name) : undefined),
  }
}

/** A header, where there is a value for it. */
export function given(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

/** A value that is not a plain ASCII goes as base64, marked so. */
function encoded(value: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/.test(value)
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}
