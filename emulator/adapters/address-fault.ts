import { BlockList, isIP } from 'node:net'
import type { OutboundRequest } from './outbound.js'

export type Allow = OutboundRequest['allow']

/**
 * Ranges that are neither public nor loopback, as IANA's registries of special-purpose addresses have them. What IPv6
 * wraps of IPv4 (mapped addresses aside, which are checked unwrapped) is refused whatever is inside.
 */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

/** Why an address may not be connected to; undefined for one that may, and for names, which are resolved first. */
export function findAddressFault(host: string, allow: Allow): string | undefined {
  const address = unwrapped(host.replace(/^\[|\]$/g, ''))
  const family = isIP(address)
  if (family === 0) return undefined
  const loopback = family === 4 ? address.startsWith('127.') : address === '::1'
  if (loopback) return allow.loopback ? undefined : 'the target is this machine'
  if (allow.private || !PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')) return undefined
  return `the target ${address} is a private address; to reach it, start the emulator with --allow-private-webhooks`
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
