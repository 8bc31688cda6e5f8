import type { WireResponse } from '../../../src/contract/wire.js'

/** How a whole answer can come otherwise, its members as they are. */
export interface Envelope {
  name: string
  put(response: WireResponse, text: string): WireResponse
  /** Whether it says the same: what is then printed with success must be what is printed otherwise. */
  isSame: boolean
  /** Whether any program could have answered so: the host may then be called wrong. */
  isForeign?: true
}

const HUGE = '12345678901234567891'

/** Other statuses, bodies and types for any success. */
export const ENVELOPES: readonly Envelope[] = [
  { name: 'empty', isSame: false, isForeign: true, put: (response) => ({ ...response, body: Buffer.from('') }) },
  {
    name: 'web page',
    isSame: false,
    isForeign: true,
    put: (response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/html' },
      body: Buffer.from('<!doctype html><title>Sign in</title>'),
    }),
  },
  {
    name: 'status 204',
    isSame: false,
    isForeign: true,
    put: (response) => ({ ...response, status: 204, body: Buffer.from('') }),
  },
  { name: 'status 203', isSame: true, put: (response) => ({ ...response, status: 203 }) },
  { name: 'status 299', isSame: true, put: (response) => ({ ...response, status: 299 }) },
  { name: 'members twice', isSame: true, put: withText((text) => text.replace(/^\{(.+)\}$/s, '{$1,$1}')) },
  { name: 'data', isSame: true, put: withText((text) => `{"data":${text}}`) },
  { name: 'huge numbers', isSame: false, put: withText((text) => text.replace(/:(\d+)(?=[,}\]])/g, `:${HUGE}`)) },
  {
    name: 'NaN',
    isSame: false,
    isForeign: true,
    put: withText((text) => text.replace(/:(\d+|true|null|")/, ':NaN,"was":$1')),
  },
  { name: 'cut', isSame: false, isForeign: true, put: withText((text) => text.slice(0, -1)) },
  {
    name: 'deep',
    isSame: false,
    put: withText((text) => text.replace(/:(\d+|true|null|"(?:[^"\\]|\\.)*")/, `:${nested(20_000)}`)),
  },
  {
    name: 'UTF-16',
    isSame: false,
    isForeign: true,
    put: (response, text) => ({ ...response, body: Buffer.from(text, 'utf16le') }),
  },
  { name: 'text', isSame: true, isForeign: true, put: withType('text/plain') },
  { name: 'JSON of another charset', isSame: true, put: withType('application/json; charset=iso-8859-1') },
]

/** Digits that a number of `huge numbers` may lose, and must not. */
export const ROUNDED = /1234567890123456[78](?!891)\d*/

function withText(change: (text: string) => string): Envelope['put'] {
  return (response, text) => ({ ...response, body: Buffer.from(change(text)) })
}

function withType(type: string): Envelope['put'] {
  return (response) => ({ ...response, headers: { ...response.headers, 'content-type': type } })
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}
