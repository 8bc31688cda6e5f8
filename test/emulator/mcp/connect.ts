import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Transport } from '../../../src/contract/wire.js'

/** `fetch` over a transport without a socket, for clients that bring their own HTTP. */
export function fetchOver(send: Transport): typeof fetch {
  return async (input, init) => {
    const request = new Request(input as Request, init)
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    const answer = await send({ method: request.method, url: request.url, headers, ...(body ? { body } : {}) })
    const empty = answer.status === 202 || answer.status === 204 || answer.status === 304
    return new Response(empty ? null : Buffer.from(answer.body), { status: answer.status, headers: answer.headers })
  }
}

/** A connected client of the official SDK, with an API key. */
export async function connectClient(url: string, apiKey: string, send: Transport, mode: 'auto' | 'legacy' = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch: fetchOver(send) }))
  return client
}
