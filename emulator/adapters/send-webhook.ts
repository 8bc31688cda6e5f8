import { lookup as resolveName } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { LIMITS } from '../../src/contract/limits.js'
import { type Allow, findAddressFault } from './address-fault.js'
import type { Outbound, OutboundRequest } from './outbound.js'

/** All addresses of a name, as `dns.lookup` gives them with `all: true`. */
export type Resolve = typeof resolveName

/** Sends a webhook over the network. The address is checked after the name is resolved, on the address connected to (threats C15). */
export const sendWebhook: Outbound = sendWebhookBy(resolveName)

/** The same over another resolver of names. */
export function sendWebhookBy(resolve: Resolve): Outbound {
  return (request) =>
    new Promise((answered, failed) => {
      const url = new URL(request.url)
      // Before the request is made: node connects to a literal address at once.
      const fault = findAddressFault(url.hostname, request.allow)
      if (fault) return failed(new Error(fault))
      const outgoing = begin(url, request, resolve)
      const timer = setTimeout(() => {
        outgoing.destroy(new Error(`no response within ${request.timeoutMs / 1_000} s`))
      }, request.timeoutMs)
      outgoing.on('error', (error) => failed(new Error(reasonOf(error))))
      outgoing.on('response', (response) => {
        readSome(response)
        answered({ status: response.statusCode ?? 0 })
      })
      outgoing.on('close', () => {
        clearTimeout(timer)
        failed(new Error('the receiver closed the connection without a response'))
      })
      outgoing.end(request.body)
    })
}

function begin(url: URL, { headers, body, allow, ca, signal }: OutboundRequest, resolve: Resolve) {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return send(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': body.length },
    agent: false,
    lookup: checkedLookup(allow, resolve),
    ...(signal ? { signal } : {}),
    ...(ca ? { ca } : {}),
  })
}

/** Lets the receiver finish its answer, within limits: no one reads it. */
function readSome(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LIMITS.webhookResponseBytes) response.destroy()
  })
  response.on('error', () => undefined)
}

function checkedLookup(allow: Allow, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const fault = addresses.map(({ address }) => findAddressFault(address, allow)).find((each) => each !== undefined)
      if (fault) return callback(new Error(fault), '', 0)
      if (options.all) return (callback as (error: null, all: typeof addresses) => void)(null, addresses)
      const [first] = addresses
      callback(null, first!.address, first!.family)
    })
  }
}

function reasonOf(error: Error & { code?: string }): string {
  return error.message || (error.code ?? 'the connection failed')
}
