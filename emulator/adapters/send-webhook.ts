import { lookup as resolveName } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { LIMITS } from '../../src/contract/limits.js'
import type { Outbound, OutboundRequest } from './outbound.js'

/** Sends a webhook over the network. The address is checked after the name is resolved, on the address connected to (threats C15). */
export const sendWebhook: Outbound = (request) =>
  new Promise((resolve, reject) => {
    const url = new URL(request.url)
    // Before the request is made: node connects to a literal address at once.
    const fault = findAddressFault(url.hostname, request.allow)
    if (fault) return reject(new Error(fault))
    const secure = url.protocol === 'https:'
    const send = secure ? httpsRequest : httpRequest
    const outgoing = send(url, {
      method: 'POST',
      headers: { ...request.headers, 'Content-Length': request.body.length },
      agent: false,
      lookup: checkedLookup(request.allow),
      ...(request.ca ? { ca: request.ca } : {}),
    })
    const timer = setTimeout(() => {
      outgoing.destroy(new Error(`no answer within ${request.timeoutMs / 1_000} s`))
    }, request.timeoutMs)
    const end = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    outgoing.on('error', (error) => end(() => reject(new Error(reasonOf(error)))))
    outgoing.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > LIMITS.webhookResponseBytes) response.destroy()
      })
      response.on('error', () => undefined)
      end(() => resolve({ status: response.statusCode ?? 0 }))
    })
    outgoing.end(request.body)
  })

type Allow = OutboundRequest['allow']

/** Ranges that are neither public nor loopback; what IPv6 wraps of IPv4 is checked unwrapped. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

function checkedLookup(allow: Allow): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const fault = addresses.map(({ address }) => findAddressFault(address, allow)).find((each) => each !== undefined)
      if (fault) return callback(new Error(fault), '', 0)
      if (options.all) return (callback as (error: null, all: typeof addresses) => void)(null, addresses)
      const [first] = addresses
      callback(null, first!.address, first!.family)
    })
  }
}

/** Why an address may not be connected to; undefined for one that may, and for names, which are resolved first. */
export function findAddressFault(host: string, allow: Allow): string | undefined {
  const address = unwrapped(host.replace(/^\[|\]$/g, ''))
  const family = isIP(address)
  if (family === 0) return undefined
  const loopback = family === 4 ? address.startsWith('127.') : address === '::1'
  if (loopback) return allow.loopback ? undefined : 'the target is this machine'
  if (allow.private || !PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')) return undefined
  return `the target ${address} is a private address; start the emulator with --allow-private-webhooks to reach it`
}

/** The IPv4 address inside an IPv4-mapped IPv6 one. */
function unwrapped(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted) return dotted
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return address
  const [high, low] = [Number.parseInt(hex[1]!, 16), Number.parseInt(hex[2]!, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function reasonOf(error: Error & { code?: string }): string {
  return error.message || (error.code ?? 'the connection failed')
}
