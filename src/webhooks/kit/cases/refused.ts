import { judgeRefused, shouldRefuse } from '../judge.js'
import type { KitCase, KitRequest, KitSubject } from '../kit-case.js'

const REFUSE = { judge: judgeRefused, valid: false } as const
const SHOULD = { judge: shouldRefuse, valid: false } as const
const REJECT = 'Reject deliveries that do not verify.'
const event = 'analysis.completed'

/** Requests that do not verify: none may be accepted. */
export const REFUSED_CASES = [
  {
    ...REFUSE,
    id: 'no-signature',
    title: 'A request without a signature is rejected',
    says: REJECT,
    rules: ['SIG-4'],
    requests: (subject) => [{ event, body: subject.body(event) }],
  },
  {
    ...REFUSE,
    id: 'malformed-signature',
    title: 'A value that is not a signature is rejected',
    says: '`sha256=` followed by the hex HMAC-SHA256 of the raw request body.',
    rules: ['SIG-1', 'SIG-4'],
    requests: (subject) =>
      ['sha256=', 'sha256', 'sha256=zz', `sha256=${'g'.repeat(64)}`, 'undefined', `sha256=${'0'.repeat(63)}`].map(
        (signature) => ({ event, body: subject.body(event), signature }),
      ),
  },
  {
    ...REFUSE,
    id: 'wrong-signature',
    title: 'A well-formed signature with one wrong digit is rejected',
    says: REJECT,
    rules: ['SIG-4'],
    requests: (subject) => withSignature(subject, (signature) => [flipFirst(signature), flipLast(signature)]),
  },
  {
    ...REFUSE,
    id: 'cut-signature',
    title: 'A correct signature that is cut short is rejected',
    says: REJECT,
    rules: ['SIG-4'],
    requests: (subject) => withSignature(subject, (signature) => [signature.slice(0, 8), signature.slice(0, -2)]),
  },
  {
    ...REFUSE,
    id: 'other-secret',
    title: 'A signature made with another secret is rejected',
    says: 'The hex HMAC-SHA256 keyed with the subscription secret.',
    rules: ['SIG-1', 'SIG-4'],
    requests: (subject) => {
      const body = subject.body(event)
      return [`${subject.secret}x`, ''].map((secret) => ({ event, body, signature: subject.sign(body, secret) }))
    },
  },
  {
    ...REFUSE,
    id: 'old-secret',
    title: 'A signature made with the secret from before the rotation is rejected',
    says: 'After secret regeneration, new deliveries are signed with the new secret immediately.',
    rules: ['SIG-5', 'SIG-4'],
    skip: ({ oldSecret }) => (oldSecret === undefined ? 'No secret from before a rotation was given.' : undefined),
    requests: (subject) => {
      const body = subject.body(event)
      return [{ event, body, signature: subject.sign(body, subject.oldSecret) }]
    },
  },
  {
    ...REFUSE,
    id: 'tampered-byte',
    title: 'A body with one changed byte is rejected',
    says: REJECT,
    rules: ['SIG-2', 'SIG-4'],
    requests: (subject) => {
      const body = subject.body(event)
      const changed = Buffer.from(body.toString().replace('"survey_id":34', '"survey_id":35'))
      return [{ event, body: changed, signature: subject.sign(body) }]
    },
  },
  {
    ...REFUSE,
    id: 're-serialised-body',
    title: 'A body that was parsed and written again, with the original signature, is rejected',
    says: 'Compute the HMAC over the exact received bytes before any JSON parsing.',
    rules: ['SIG-2'],
    requests: (subject) => {
      const body = subject.body(event)
      const value: unknown = JSON.parse(body.toString())
      return [JSON.stringify(value, null, 2), `${body} `].map((text) => ({
        event,
        body: Buffer.from(text),
        signature: subject.sign(body),
      }))
    },
  },
  {
    ...REFUSE,
    id: 'signature-of-other-delivery',
    title: 'The signature of another delivery is rejected',
    says: REJECT,
    rules: ['SIG-4'],
    requests: (subject) => [
      { event, body: subject.body(event), signature: subject.sign(subject.body('report.ready')) },
    ],
  },
  {
    ...REFUSE,
    id: 'empty-body',
    title: 'An empty body with the signature of a delivery is rejected',
    says: REJECT,
    rules: ['SIG-4'],
    requests: (subject) => [{ event, body: Buffer.alloc(0), signature: subject.sign(subject.body(event)) }],
  },
  {
    ...SHOULD,
    id: 'upper-case-signature',
    title: 'A signature in upper case is rejected',
    says: '`sha256=` followed by the hex HMAC-SHA256; the service writes lower case.',
    rules: ['SIG-1'],
    requests: (subject) => withSignature(subject, (signature) => [`sha256=${signature.slice(7).toUpperCase()}`]),
  },
  {
    ...SHOULD,
    id: 'no-prefix',
    title: 'A signature without its prefix is rejected',
    says: '`sha256=` followed by the hex HMAC-SHA256 of the raw request body.',
    rules: ['SIG-1'],
    requests: (subject) => withSignature(subject, (signature) => [signature.slice(7)]),
  },
] as const satisfies readonly KitCase[]

function withSignature(subject: KitSubject, forms: (signature: string) => string[]): KitRequest[] {
  const body = subject.body(event)
  return forms(subject.sign(body)).map((signature) => ({ event, body, signature }))
}

function flipFirst(signature: string): string {
  return signature.slice(0, 7) + otherDigit(signature[7]) + signature.slice(8)
}

function flipLast(signature: string): string {
  return signature.slice(0, -1) + otherDigit(signature.at(-1))
}

function otherDigit(digit: string | undefined): string {
  return digit === '0' ? '1' : '0'
}
