import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { der } from './der.js'

/** What a server on this machine needs to speak TLS; PEM. */
export interface Certificate {
  key: string
  /** Signed by itself: also what a sender has to trust. */
  cert: string
}

const DAY_MS = 24 * 60 * 60_000
const LIFE_MS = 30 * DAY_MS
const ECDSA_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'))
const COMMON_NAME = '2.5.4.3'
const NAME = der.sequence(der.set(der.sequence(der.objectId(COMMON_NAME), der.text('inpk webhooks listen'))))
const LOOPBACK_V6 = Buffer.concat([Buffer.alloc(15), Buffer.of(1)])

/** Makes a certificate for `localhost`, 127.0.0.1 and ::1, valid for 30 days from yesterday; its key is nowhere but here. */
export function makeCertificate(now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    der.integer(serialNumber()),
    ECDSA_SHA256,
    NAME,
    der.sequence(der.time(now - DAY_MS), der.time(now + LIFE_MS)),
    NAME,
    publicKey,
    der.explicit(3, der.sequence(...extensions())),
  )
  const signature = sign('sha256', body, createPrivateKey(privateKey))
  return { key: privateKey, cert: pem(der.sequence(body, ECDSA_SHA256, der.bitString(signature))) }
}

/** Authority over itself alone, for servers, under these names. */
function extensions(): Buffer[] {
  const names = [
    der.implicit(2, Buffer.from('localhost')),
    der.implicit(7, Buffer.of(127, 0, 0, 1)),
    der.implicit(7, LOOPBACK_V6),
  ]
  return [
    extension('2.5.29.19', der.sequence(der.boolean(true)), true),
    extension('2.5.29.37', der.sequence(der.objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', der.sequence(...names)),
  ]
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return der.sequence(der.objectId(id), ...(critical ? [der.boolean(true)] : []), der.octetString(value))
}

/** 16 random bytes that begin with none of zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
