import { createHash, createHmac } from 'node:crypto'
import type { BodyCause, ComputationCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const USE_SIGN =
  "Compute HMAC-SHA256 with the secret as the key and the raw body as the message, as `sign()` of 'inpk/webhooks' does."

/** Other ways to compute something from the same secret and body, in the order they are tried. */
export const COMPUTATIONS = [
  {
    id: 'computed-without-key',
    family: 'signature',
    sentence: 'The signature is a plain SHA-256 of the body: the secret was not used.',
    fix: USE_SIGN,
    digests: (_secret, body) => [sha256(body)],
  },
  {
    id: 'computed-by-concatenation',
    family: 'signature',
    sentence: 'The signature is a SHA-256 of the secret and the body joined together, not an HMAC.',
    fix: USE_SIGN,
    *digests(secret, body) {
      yield sha256(secret, body)
      yield sha256(body, secret)
    },
  },
  {
    id: 'computed-with-arguments-swapped',
    family: 'signature',
    sentence: 'The HMAC was computed with secret and body swapped: the body is the key and the secret the message.',
    fix: `Swap the two arguments. ${USE_SIGN}`,
    digests: (secret, body) => [createHmac('sha256', body).update(secret).digest()],
  },
] as const satisfies readonly ComputationCause[]

/** Messages made of the body that were signed in its place. */
export const SIGNED_MESSAGES = [
  {
    id: 'signed-with-timestamp',
    family: 'signature',
    sentence: 'The signature covers a timestamp and the body, as some services do; this service signs only the body.',
    fix: USE_SIGN,
    implies: ['signature-other-scheme', 'signature-wrong-word'],
    bodies: timestampedMessages,
  },
  {
    id: 'signed-hash-of-body',
    family: 'signature',
    sentence: "The signature covers a hash of the body, not the body's own bytes.",
    fix: USE_SIGN,
    *bodies({ body }) {
      const digest = sha256(body)
      yield digest.toString('hex')
      yield digest.toString('base64')
      yield digest
    },
  },
] as const satisfies readonly BodyCause[]

function* timestampedMessages({ signature, headers, body }: Evidence): Generator<Uint8Array> {
  const inSignature = /(?:^|[,\s])t=(\d+)/.exec(signature)?.[1]
  const inHeaders = Object.entries(headers).filter(([name]) => name.endsWith('timestamp'))
  const id = headers['webhook-id'] ?? headers['svix-id']
  for (const time of [...(inSignature ? [inSignature] : []), ...inHeaders.map(([, value]) => value)].slice(0, 8)) {
    for (const before of [`${time}.`, `v0:${time}:`, time, ...(id === undefined ? [] : [`${id}.${time}.`])]) {
      yield Buffer.concat([Buffer.from(before), body])
    }
  }
}

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
