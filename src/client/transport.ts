import type { Transport } from '../contract/wire.js'

/** No answer of the service is near this size. */
export const CLIENT_RESPONSE_BYTES = 64 * 1024 * 1024
/** An exported organisation may be. */
export const CONTROL_RESPONSE_BYTES = 1024 * 1024 * 1024

/** The transport over sockets; undici is loaded with the first request, not before. */
export function createLazyTransport(maxResponseBytes: number): Transport {
  let loading: Promise<Transport> | undefined
  return async (request) => {
    loading ??= import('./transport-undici.js').then((module) => module.createUndiciTransport({ maxResponseBytes }))
    return (await loading)(request)
  }
}
