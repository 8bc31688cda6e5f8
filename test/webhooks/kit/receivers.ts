import { createHmac, timingSafeEqual } from 'node:crypto'
import { EVENT_NAMES } from '../../../src/contract/events.js'
import type { Transport, WireRequest } from '../../../src/contract/wire.js'
import { sign } from '../../../src/webhooks/index.js'

export const SECRET = 'whsec_new'
export const OLD_SECRET = 'whsec_old'

/** An in-process receiver with a clock of its own. */
export interface Receiver {
  send: Transport
  now(): number
}

type Handle = (request: WireRequest, body: Buffer, clock: { at: number }) => number

/** A receiver that answers with what the function says; each request takes 20 virtual milliseconds. */
export function receiver(handle: Handle): Receiver {
  const clock = { at: Date.UTC(2026, 2, 1) }
  return {
    now: () => clock.at,
    send: async (request) => {
      clock.at += 20
      return {
        status: handle(request, Buffer.from(request.body as Uint8Array), clock),
        headers: {},
        body: Buffer.alloc(0),
      }
    },
  }
}

/** As the interface wants it: raw bytes, constant time, everything else is none of its business. */
function isSigned({ headers }: WireRequest, body: Uint8Array | string, secret = SECRET): boolean {
  const given = Buffer.from(headers['x-service-signature'] ?? '')
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const rightReceiver = () => receiver((request, body) => (isSigned(request, body) ? 204 : 401))

const checked = (handle: Handle) => receiver((...given) => (isSigned(given[0], given[1]) ? handle(...given) : 401))
const parse = (body: Buffer) =>
  JSON.parse(body.toString()) as { event: string; timestamp: string; data: Record<string, unknown> }
const hex = (secret: string, body: Uint8Array) => createHmac('sha256', secret).update(body).digest('hex')
const given = ({ headers }: WireRequest) => headers['x-service-signature'] ?? ''

/** Receivers that each do one thing wrong, and the cases that must find it; no others may fail. */
export const WRONG_RECEIVERS: Record<string, { make: () => Receiver; fails?: string[]; warns?: string[] }> = {
  'checks nothing': {
    make: () => receiver(() => 200),
    fails: [
      'no-signature',
      'malformed-signature',
      'wrong-signature',
      'cut-signature',
      'other-secret',
      'old-secret',
      'tampered-byte',
      're-serialised-body',
      'signature-of-other-delivery',
      'empty-body',
    ],
    warns: ['upper-case-signature', 'no-prefix'],
  },
  'checks only where there is a signature': {
    make: () => receiver((request, body) => (!given(request) || isSigned(request, body) ? 200 : 401)),
    fails: ['no-signature'],
  },
  'checks the form of the signature only': {
    make: () => receiver((request) => (/^sha256=[\da-f]{64}$/.test(given(request)) ? 200 : 401)),
    fails: [
      'wrong-signature',
      'other-secret',
      'old-secret',
      'tampered-byte',
      're-serialised-body',
      'signature-of-other-delivery',
      'empty-body',
    ],
  },
  'compares the beginning of the signature only': {
    make: () =>
      receiver((request, body) =>
        given(request).length > 7 && sign(SECRET, body).startsWith(given(request)) ? 200 : 401,
      ),
    fails: ['cut-signature'],
  },
  'compares the first eight digits only': {
    make: () =>
      receiver((request, body) => (given(request).slice(0, 15) === sign(SECRET, body).slice(0, 15) ? 200 : 401)),
    fails: ['wrong-signature', 'cut-signature'],
  },
  'computes the HMAC over the parsed body': {
    make: () =>
      receiver((request, body) => {
        if (body.length === 0) return 400
        return isSigned(request, JSON.stringify(JSON.parse(body.toString()))) ? 200 : 401
      }),
    fails: ['other-style', 're-serialised-body'],
  },
  'trims the body': {
    make: () => receiver((request, body) => (isSigned(request, body.toString().trim()) ? 200 : 401)),
    fails: ['other-style', 're-serialised-body'],
  },
  'reads the body as Latin-1': {
    make: () => receiver((request, body) => (isSigned(request, body.toString('latin1')) ? 200 : 401)),
    fails: ['non-ascii'],
  },
  'normalises Unicode': {
    make: () => receiver((request, body) => (isSigned(request, body.toString().normalize('NFC')) ? 200 : 401)),
    fails: ['non-ascii'],
  },
  'still takes the old secret': {
    make: () =>
      receiver((request, body) => (isSigned(request, body) || isSigned(request, body, OLD_SECRET) ? 200 : 401)),
    fails: ['old-secret'],
  },
  'knows the old secret only': {
    make: () => receiver((request, body) => (isSigned(request, body, OLD_SECRET) ? 200 : 401)),
    fails: [
      'valid',
      'test-event',
      'every-event',
      'unknown-event',
      'unknown-fields',
      'redelivery',
      'out-of-order',
      'third-attempt',
      'other-style',
      'non-ascii',
      'large-body',
      'old-secret',
    ],
  },
  'takes an unset secret': {
    make: () => receiver((request, body) => (isSigned(request, body) || isSigned(request, body, '') ? 200 : 401)),
    fails: ['other-secret'],
  },
  'refuses a delivery it has seen': {
    make: () => {
      const seen = new Set<string>()
      return checked((_request, body) => {
        const again = seen.has(body.toString())
        seen.add(body.toString())
        return again ? 409 : 200
      })
    },
    fails: ['redelivery'],
  },
  'refuses a delivery id it has seen': {
    make: () => {
      const seen = new Set<string | undefined>()
      return checked(({ headers }) => {
        const id = headers['x-service-delivery']
        const again = seen.has(id)
        seen.add(id)
        return again ? 409 : 200
      })
    },
    fails: ['redelivery'],
  },
  'refuses what is older than the last': {
    make: () => {
      let latest = ''
      return checked((_request, body) => {
        const { timestamp } = parse(body)
        if (timestamp < latest) return 409
        latest = timestamp
        return 200
      })
    },
    fails: ['out-of-order', 'third-attempt'],
  },
  'refuses timestamps older than five minutes': {
    make: () => {
      const late: Receiver = checked((_request, body, clock) =>
        clock.at - Date.parse(parse(body).timestamp) > 300_000 ? 400 : 200,
      )
      return late
    },
    fails: ['third-attempt'],
  },
  'refuses events it does not know': {
    make: () => checked((_request, body) => ([...EVENT_NAMES, 'test'].includes(parse(body).event) ? 200 : 400)),
    fails: ['unknown-event'],
  },
  'refuses the test event': {
    make: () => checked((_request, body) => (parse(body).event === 'test' ? 404 : 200)),
    fails: ['test-event'],
  },
  'knows the first four events only': {
    make: () =>
      checked((_request, body) =>
        [
          'content.pushed',
          'series.created',
          'survey.created',
          'survey.published',
          'analysis.completed',
          'report.ready',
          'test',
          'source.archived',
        ].includes(parse(body).event)
          ? 200
          : 422,
      ),
    fails: ['every-event'],
  },
  'refuses members it does not know': {
    make: () => checked((_request, body) => (Object.keys(parse(body).data).includes('added') ? 400 : 200)),
    fails: ['unknown-fields'],
  },
  'takes bodies up to 100 KB': {
    make: () => receiver((request, body) => (body.length > 102_400 ? 413 : isSigned(request, body) ? 200 : 401)),
    fails: ['large-body'],
  },
  'takes an empty body for a ping': {
    make: () => receiver((request, body) => (body.length === 0 || isSigned(request, body) ? 200 : 401)),
    fails: ['empty-body'],
  },
  'redirects to a path with a slash': {
    make: () => checked((request) => (request.url.endsWith('/') ? 200 : 308)),
    fails: [
      'valid',
      'test-event',
      'every-event',
      'unknown-event',
      'unknown-fields',
      'redelivery',
      'out-of-order',
      'third-attempt',
      'other-style',
      'non-ascii',
      'large-body',
      'no-redirect',
    ],
  },
  'redirects refused requests to a page for signing in': {
    make: () => receiver((request, body) => (isSigned(request, body) ? 200 : 302)),
    warns: [
      'no-signature',
      'malformed-signature',
      'wrong-signature',
      'cut-signature',
      'other-secret',
      'old-secret',
      'tampered-byte',
      're-serialised-body',
      'signature-of-other-delivery',
      'empty-body',
      'upper-case-signature',
      'no-prefix',
    ],
  },
  'works on the delivery before it answers, for 31 seconds now and then': {
    make: () =>
      checked((_request, body, clock) => {
        if (parse(body).event === 'report.ready') clock.at += 31_000
        return 200
      }),
    fails: ['every-event', 'third-attempt', 'in-time'],
  },
  'takes 12 seconds': {
    make: () =>
      checked((_request, _body, clock) => {
        clock.at += 12_000
        return 200
      }),
    warns: ['in-time'],
  },
  'breaks on a signature of another length': {
    make: () =>
      receiver((request, body) => {
        if (given(request).length !== 71) return 500
        return isSigned(request, body) ? 200 : 401
      }),
    warns: ['no-signature', 'malformed-signature', 'cut-signature', 'no-prefix'],
  },
  'breaks on an empty body': {
    make: () => receiver((request, body) => (body.length === 0 ? 500 : isSigned(request, body) ? 200 : 401)),
    warns: ['empty-body'],
  },
  'reads digits in any case and without the prefix': {
    make: () =>
      receiver((request, body) =>
        given(request)
          .replace(/^sha256=/, '')
          .toLowerCase() === hex(SECRET, body)
          ? 200
          : 401,
      ),
    warns: ['upper-case-signature', 'no-prefix'],
  },
}
