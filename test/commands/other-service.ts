import type { Transport } from '../../src/contract/wire.js'

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape.
export type Json = any

export interface Choices {
  /** Of the query before the service sees it. */
  query?(query: URLSearchParams, path: string): void
  /** Of a JSON body before the service sees it. */
  body?(body: Json, path: string): Json
  /** Of a success before the client sees it. */
  answer?(payload: Json, path: string, query: URLSearchParams): Json
}

/** A service that chose otherwise where the interface shows nothing: the emulator behind changes of what goes in and comes out. */
export function otherService(emulator: Transport, { query, body, answer }: Choices): Transport {
  return async (request) => {
    const url = new URL(request.url)
    const asked = new URLSearchParams(url.searchParams)
    const path = url.pathname.replace(/^\/api\/input/, '')
    query?.(url.searchParams, path)
    const sent = String(request.headers['content-type']).includes('json') ? request.body : undefined
    const changed = sent === undefined || !body ? {} : { body: JSON.stringify(body(parse(sent), path)) }
    const response = await emulator({ ...request, ...changed, url: url.href })
    if (!answer || response.status < 200 || response.status > 299) return response
    return { ...response, body: Buffer.from(JSON.stringify(answer(parse(response.body), path, asked))) }
  }
}

function parse(bytes: Uint8Array | string): Json {
  return JSON.parse(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes))
}
