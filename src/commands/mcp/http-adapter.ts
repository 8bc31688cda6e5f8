import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import type { Factory } from '../../cli/factory.js'
import { UnexpectedResponseError, WrongHostError } from '../../client/errors.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer } from '../../client/service-error.js'
import type { WireResponse } from '../../contract/wire.js'
import { isOfProtocol, openEndpoint } from './endpoint.js'

export interface HttpAdapter {
  /** The MCP endpoint. */
  url: URL
  /** `fetch` of the endpoint through the client of the service: its credentials, guards, pacing and retries. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** What went wrong under the protocol, which says less of it. */
  readonly failure: unknown
}

/** HTTP for the SDK, which brings the protocol and nothing else. */
export async function openHttpAdapter(factory: Factory): Promise<HttpAdapter> {
  const settings = await factory.settings()
  const client = await factory.client()
  const base = settings.baseUrl.value.replace(/\/+$/, '')
  const endpoint = await openEndpoint(client, settings)
  let failure: unknown
  const exchange = async (request: Request): Promise<Response> => {
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    const response = await endpoint.request({
      method: request.method,
      headers,
      signal: AbortSignal.any([factory.signal, request.signal]),
      ...(body ? { body } : {}),
    })
    const asked = body && new TextDecoder().decode(body)
    if (asked && isOfOlderService(response, asked)) return new Response(null, { status: 400 })
    if (request.method === 'POST') requireProtocol(response, base)
    if (asked) requireReply(response, asked)
    return responseOf(response)
  }
  return {
    url: new URL(base + endpoint.path),
    async fetch(input, init) {
      try {
        return await exchange(new Request(input, init))
      } catch (error) {
        failure = error
        throw error
      }
    },
    get failure() {
      return factory.signal.aborted ? factory.signal.reason : failure
    },
  }
}

/**
 * Whether a service did not understand the question that begins a connection since revision 2026-07-28: one of an older revision refuses
 * it in its own way, often for its lack of a session, and is to be asked as older ones are. A refusal of the key stays one.
 */
function isOfOlderService({ status, headers, body }: WireResponse, asked: string): boolean {
  if ((parseJson(asked) as { method?: unknown } | undefined)?.method !== 'server/discover') return false
  const text = new TextDecoder().decode(body)
  if (status >= 400) return status < 500 && ![401, 403, 429].includes(status) && !isOfProtocol(text)
  // A refusal that lacks the `id` of the question, as one of the protocol may.
  const sent = /^application\/json/.test(headers['content-type'] ?? '') ? parseJson(text) : undefined
  return status < 300 && isObject(sent) && sent.error !== undefined && typeof sent.id !== 'string'
}

/** Refuses what is not an answer of the protocol: an error of the service, or a page of another host. */
function requireProtocol(response: WireResponse, url: string): void {
  const { status, headers, body } = response
  const type = headers['content-type'] ?? ''
  const text = new TextDecoder().decode(body)
  if (status >= 300) {
    if (!isOfProtocol(text)) throw errorOfAnswer(response, url, createRedact([]))
  } else if (text !== '' && !/^(application\/json|text\/event-stream)/.test(type)) {
    throw new WrongHostError(url, /html/i.test(type) ? 'it returned a web page' : 'the response is not JSON')
  }
}

/** Refuses JSON without the reply to the call, for which the SDK would wait until its time is over. */
function requireReply({ status, headers, body }: WireResponse, asked: string): void {
  const { id, method } = (parseJson(asked) ?? {}) as { id?: unknown; method?: unknown }
  if (id === undefined || status >= 300 || !/^application\/json/.test(headers['content-type'] ?? '')) return
  const sent = parseJson(new TextDecoder().decode(body))
  const replies = Array.isArray(sent) ? sent : [sent]
  if (replies.some((reply) => isObject(reply) && reply.id === id && ('result' in reply || 'error' in reply))) return
  throw new UnexpectedResponseError(
    `The response to ${method} of the assistant endpoint is not a valid reply: it lacks the \`id\` of the call, or a \`result\``,
    'It may follow another version of the protocol.',
  )
}

function responseOf({ status, headers, body }: WireResponse): Response {
  const carriesNone = status === 202 || status === 204
  return new Response(carriesNone ? null : Buffer.from(body), { status, headers })
}
