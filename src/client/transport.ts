import type { Transport, WireRequest } from '../contract/wire.js'
import { findProxy } from './proxy.js'
import { type AuthorityFor, createHttpTransport } from './transport-http.js'

/** No answer of the service is near this size. */
export const CLIENT_RESPONSE_BYTES = 64 * 1024 * 1024
/** An exported organisation may be. */
export const CONTROL_RESPONSE_BYTES = 1024 * 1024 * 1024

/**
 * The transport over sockets. What has no body and needs no proxy goes by node's own client, which short commands are done with;
 * undici is loaded with the first request of another kind, not before.
 */
export function createLazyTransport(maxResponseBytes: number, authorityFor?: AuthorityFor): Transport {
  const options = { maxResponseBytes, authorityFor }
  const direct = createHttpTransport(options)
  let loading: Promise<Transport> | undefined
  return async (request) => {
    if (isPlain(request)) return direct(request)
    loading ??= import('./transport-undici.js').then((module) => module.createUndiciTransport(options))
    return (await loading)(request)
  }
}

function isPlain({ method, url, body, takeStream }: WireRequest): boolean {
  return (
    method === 'GET' &&
    takeStream === undefined &&
    body === undefined &&
    findProxy(new URL(url), process.env) === undefined
  )
}
