import { createHash, createHmac } from 'node:crypto'
import { sign } from '../../../src/webhooks/index.js'
import { BODY, type Damage, damaged, SECRET } from './subject.js'

const SIGNATURE = sign(SECRET, BODY)
const DIGITS = SIGNATURE.slice(7)
const hmac = (algorithm: string, message: string | Uint8Array = BODY) => createHmac(algorithm, SECRET).update(message)
const read = (signature: string) => () => damaged({}, { signature })
const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `sha256=${hash.digest('hex')}`
}

export const SIGNATURE_DAMAGES: Damage[] = [
  { id: 'signature-white-space', how: 'a line break behind it', says: /white space/, request: read(`${SIGNATURE}\n`) },
  { id: 'signature-white-space', how: 'a blank before it', says: /white space/, request: read(` ${SIGNATURE}`) },
  { id: 'signature-quotes', how: 'double quotes', says: /quotation marks/, request: read(`"${SIGNATURE}"`) },
  {
    id: 'signature-quotes',
    how: 'single quotes and a comma',
    says: /quotation marks/,
    request: read(`'${SIGNATURE}',`),
  },
  {
    id: 'signature-header-line',
    how: 'the whole header pasted',
    says: /header line, its name included/,
    request: read(`X-Service-Signature: ${SIGNATURE}`),
  },
  { id: 'signature-url-encoded', how: '%3D', says: /URL-encoded/, request: read(SIGNATURE.replace('=', '%3D')) },
  {
    id: 'signature-upper-case',
    how: 'digits in upper case',
    says: /upper case/,
    request: read(`sha256=${DIGITS.toUpperCase()}`),
  },
  {
    id: 'signature-upper-case',
    how: 'all of it in upper case',
    says: /upper case/,
    request: read(SIGNATURE.toUpperCase()),
  },
  { id: 'signature-no-prefix', how: 'the digits alone', says: /lacks its prefix `sha256=`/, request: read(DIGITS) },
  {
    id: 'signature-several',
    how: 'two headers folded into one',
    says: /several values, folded into one line/,
    request: read(`sha256=${'0'.repeat(64)}, ${SIGNATURE}`),
  },
  {
    id: 'signature-base64',
    how: "digest('base64')",
    says: /base64/,
    request: () => damaged({}, { signature: hmac('sha256').digest('base64') }),
  },
  {
    id: 'signature-base64',
    how: 'sha256= and base64url',
    says: /base64/,
    request: () => damaged({}, { signature: `sha256=${hmac('sha256').digest('base64url')}` }),
  },
  {
    id: 'signature-base64',
    how: 'base64 of the hex digits',
    says: /base64/,
    request: read(Buffer.from(DIGITS).toString('base64')),
  },
  ...['sha1', 'sha512', 'sha384'].map((algorithm) => ({
    id: 'signature-other-algorithm',
    how: algorithm,
    says: /another hash algorithm/,
    request: () => damaged({}, { signature: `${algorithm}=${hmac(algorithm).digest('hex')}` }),
  })),
  {
    id: 'signature-wrong-word',
    how: 'sha1= before the right digits',
    says: /prefix is wrong/,
    request: read(`sha1=${DIGITS}`),
  },
  { id: 'signature-wrong-word', how: 'hmac-sha256=', says: /prefix is wrong/, request: read(`hmac-sha256=${DIGITS}`) },
  { id: 'signature-cut', how: 'a column of 64 characters', says: /truncated/, request: read(SIGNATURE.slice(0, 64)) },
  {
    id: 'signature-other-scheme',
    how: 'the right digits as v1=',
    says: /format of another service/,
    request: read(`t=1767225600,v1=${DIGITS}`),
  },
  {
    id: 'signed-with-timestamp',
    how: 't=…,v1=… over time and body',
    says: /covers a timestamp and the body/,
    request: () => damaged({}, { signature: `t=1767225600,v1=${hmac('sha256', `1767225600.${BODY}`).digest('hex')}` }),
  },
  {
    id: 'signed-with-timestamp',
    how: 'v0= with the time in a header',
    says: /covers a timestamp and the body/,
    request: () =>
      damaged(
        {},
        {
          signature: `v0=${hmac('sha256', `v0:1767225600:${BODY}`).digest('hex')}`,
          headers: { 'X-Request-Timestamp': '1767225600' },
        },
      ),
  },
  {
    id: 'signed-with-timestamp',
    how: 'v1,base64 with an id and the time in headers',
    says: /covers a timestamp and the body/,
    request: () =>
      damaged(
        {},
        {
          signature: `v1,${hmac('sha256', `msg_1.1767225600.${BODY}`).digest('base64')}`,
          headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1767225600' },
        },
      ),
  },
  {
    id: 'signed-hash-of-body',
    how: 'an HMAC of the hex SHA-256',
    says: /a hash of the body/,
    request: () => damaged({ body: createHash('sha256').update(BODY).digest('hex') }, { body: BODY }),
  },
  {
    id: 'computed-without-key',
    how: 'sha256(body)',
    says: /the secret was not used/,
    request: () => damaged({}, { signature: sha256(BODY) }),
  },
  {
    id: 'computed-by-concatenation',
    how: 'sha256(secret + body)',
    says: /not an HMAC/,
    request: () => damaged({}, { signature: sha256(SECRET, BODY) }),
  },
  {
    id: 'computed-by-concatenation',
    how: 'sha256(body + secret)',
    says: /not an HMAC/,
    request: () => damaged({}, { signature: sha256(BODY, SECRET) }),
  },
  {
    id: 'computed-with-arguments-swapped',
    how: 'hmac(body, secret)',
    says: /swapped/,
    request: () => damaged({}, { signature: `sha256=${createHmac('sha256', BODY).update(SECRET).digest('hex')}` }),
  },
  {
    id: 'signature-of-other-delivery',
    how: 'bodies in a queue changed places',
    says: /belongs to another delivery/,
    request: () =>
      damaged(
        { body: '{"event":"test"}' },
        {
          body: BODY,
          others: [
            { id: 'dlv_1', body: BODY },
            { id: 'dlv_2', body: Buffer.from('{"event":"test"}') },
          ],
        },
      ),
  },
]
