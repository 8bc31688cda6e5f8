import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** DER, as far as a certificate needs it: each function gives the bytes of one value. */
const der = {
  sequence: (...parts: Uint8Array[]) => tagged(0x30, ...parts),
  set: (...parts: Uint8Array[]) => tagged(0x31, ...parts),
  /** A positive number from its bytes. */
  integer: (bytes: Uint8Array) => tagged(0x02, bytes[0]! > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes),
  boolean: (value: boolean) => tagged(0x01, Buffer.of(value ? 0xff : 0)),
  bitString: (bytes: Uint8Array) => tagged(0x03, Buffer.of(0), bytes),
  octetString: (bytes: Uint8Array) => tagged(0x04, bytes),
  text: (value: string) => tagged(0x0c, Buffer.from(value)),
  /** Until 2049, which is as far as this form of a time goes. */
  time: (at: number) => tagged(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`)),
  objectId,
  /** A value under a tag of its context: `[0]`, `[3]` around others, or `[2]`, `[7]` instead of its own. */
  explicit: (tag: number, ...parts: Uint8Array[]) => tagged(0xa0 | tag, ...parts),
  implicit: (tag: number, bytes: Uint8Array) => tagged(0x80 | tag, bytes),
}

/** What a server on this machine needs to speak TLS; PEM. */
export interface Certificate {
  key: string
  /** Signed by itself: also what a sender has to trust. */
  cert: string
}

const DAY_MS = 24 * 60 * 60_000
const ECDSA_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'))
const COMMON_NAME = '2.5.4.3'
const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/** Whose certificate it is, and for what. */
export interface CertificateOptions {
  /** Common name of the owner. */
  name: string
  days: number
  /** Host names and addresses besides those of this machine. */
  hosts?: readonly string[]
}

/** Makes a certificate for `localhost`, 127.0.0.1, ::1 and other hosts, valid from yesterday; its key is nowhere but here. */
export function makeCertificate(now: number, { name, days, hosts = [] }: CertificateOptions): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const owner = der.sequence(der.set(der.sequence(der.objectId(COMMON_NAME), der.text(name))))
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    der.integer(serialNumber()),
    ECDSA_SHA256,
    owner,
    der.sequence(der.time(now - DAY_MS), der.time(now + days * DAY_MS)),
    owner,
    publicKey,
    der.explicit(3, der.sequence(...extensions([...new Set([...LOOPBACK, ...hosts])]))),
  )
  const signature = sign('sha256', body, createPrivateKey(privateKey))
  return { key: privateKey, cert: pem(der.sequence(body, ECDSA_SHA256, der.bitString(signature))) }
}

/** Authority over itself alone, for servers, under these names. */
function extensions(hosts: readonly string[]): Buffer[] {
  const names = hosts.map((host) =>
    isIP(host) === 0 ? der.implicit(2, Buffer.from(host)) : der.implicit(7, addressBytes(host)),
  )
  return [
    extension('2.5.29.19', der.sequence(der.boolean(true)), true),
    extension('2.5.29.37', der.sequence(der.objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', der.sequence(...names)),
  ]
}

/** The 4 or 16 bytes of an IP address. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // A URL writes an address in its one shortest form, without dots.
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const tail = groups(end ?? '')
  const zeros = Array.from({ length: 8 - groups(start).length - tail.length }, () => '0')
  const hex = [...groups(start), ...zeros, ...tail].map((group) => group.padStart(4, '0')).join('')
  return Buffer.from(hex, 'hex')
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return der.sequence(der.objectId(id), ...(critical ? [der.boolean(true)] : []), der.octetString(value))
}

/** 16 random bytes that start with none of zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes])
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}
