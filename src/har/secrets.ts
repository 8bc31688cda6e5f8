import type { Redact } from '../client/redact.js'
import { findOwnKeys, KnownValues } from './known-values.js'
import { findNamedValues } from './named-values.js'
import type { Observed } from './observed.js'
import { plainText, type Range, readingsOf, within } from './plain-text.js'
import { isSecretHeader } from './secret-names.js'

/** A shorter value may occur anywhere by chance. */
const SHORTEST = 8
/** What an answer calls a secret may be a word; one that is this long is none. */
const SHORTEST_ANSWERED = 16
const REMOVED = '[removed]'

type Headers = Observed['requestHeaders']

/** The texts of an exchange, bodies out of their coding. */
export interface Texts {
  request: string
  response: string
}

/** Takes the secrets out of exchanges: what one authenticates with is removed from it and from all that follow, by value. */
export class Secrets {
  private readonly known: KnownValues
  /** Values that were sent and are not known from before: they may be in what is written already. */
  private sent: string[] = []

  constructor(own: readonly string[]) {
    this.known = new KnownValues(own)
  }

  /** The function for an exchange of these headers and bodies. */
  redactFor(seen: Pick<Observed, 'url' | 'requestHeaders' | 'responseHeaders'>, { request, response }: Texts): Redact {
    const sent = [...seen.requestHeaders.flatMap(secretsIn), ...[seen.url, request].flatMap(namedIn)]
    for (const value of sent) if (value.length >= SHORTEST && this.known.add(value)) this.sent.push(value)
    for (const value of seen.responseHeaders.flatMap(secretsIn)) if (value.length >= SHORTEST) this.known.add(value)
    for (const value of namedIn(response)) if (value.length >= SHORTEST_ANSWERED) this.known.add(value)
    return (text) => redactText(text, this.known)
  }

  /** The values that were sent for the first time since this was asked last. */
  takeSent(): string[] {
    return this.sent.splice(0)
  }
}

/** Takes out what looks like a secret, and these values. What is not secret stays as it is, to the byte. */
export function redactText(text: string, known = new KnownValues()): string {
  const places = readingsOf(text).flatMap((reading) => {
    const plain = within(reading, plainText(reading.text))
    const named = findNamedValues(reading.text).map(({ range, instead = REMOVED }) => ({
      range: reading.rangeOf(...range),
      instead,
    }))
    return [...named, ...[...known.findIn(plain), ...findOwnKeys(plain)].map((range) => ({ range, instead: REMOVED }))]
  })
  return replaced(text, places)
}

/** In UTF-16 and UTF-32 with as many NULs as what it replaces has, so that what follows can still be read. */
function spaced(instead: string, original: string): string {
  const nuls = /[^\0](\0+)/.exec(original)?.[1] ?? ''
  return [...instead].join(nuls)
}

function replaced(text: string, places: { range: Range; instead: string }[]): string {
  if (places.length === 0) return text
  const parts: string[] = []
  let done = 0
  for (const { range, instead } of places.sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1])) {
    const [from, to] = range
    if (to <= done) continue
    // What overlaps is one secret.
    if (from >= done) parts.push(text.slice(done, from), spaced(instead, text.slice(from, to)))
    done = to
  }
  return [...parts, text.slice(done)].join('')
}

function namedIn(text: string): string[] {
  return readingsOf(text)
    .flatMap((reading) => findNamedValues(reading.text))
    .filter(({ isSecret }) => isSecret)
    .map(({ value }) => value)
}

function secretsIn([name, value]: readonly [string, string]): string[] {
  if (!isSecretHeader(name)) return []
  if (/^cookie/i.test(name)) return value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  // Each starts with its name; what follows a semicolon says how long it lasts and where it goes.
  if (/^set-cookie/i.test(name))
    return [...value.matchAll(/(?:^|,\s*)[^=;,\s]+=([^;,]*)/g)].map(([, secret = '']) => secret)
  const [scheme = '', token = scheme] = value.trim().split(/\s+/)
  return /^basic$/i.test(scheme) ? [token, ...passwordOf(token)] : [token]
}

function passwordOf(token: string): string[] {
  const pair = Buffer.from(token, 'base64').toString()
  return [pair, pair.slice(pair.indexOf(':') + 1)]
}

/** Headers with their secrets removed. */
export function redactPairs(headers: Headers, redact: Redact): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value: isSecretHeader(name) ? REMOVED : redact(value) }))
}
