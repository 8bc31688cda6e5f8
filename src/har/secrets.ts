import { createTrafficRedact, isSecretHeader, type Redact } from '../client/redact.js'
import type { Observed } from './observed.js'

/** A shorter value may stand anywhere by chance. */
const SHORTEST = 8
/** So many are looked for: a service may give a new one with each answer. */
const MOST = 200

type Headers = Observed['requestHeaders']

/** Takes the secrets out of exchanges: what one authenticates with is removed from it and from all that follow, by value. */
export class Secrets {
  private readonly known = new Set<string>()
  private redact: Redact

  constructor(private readonly own: readonly string[]) {
    this.redact = createTrafficRedact(own)
  }

  /** The function for an exchange with these headers. */
  redactFor({ requestHeaders, responseHeaders }: Pick<Observed, 'requestHeaders' | 'responseHeaders'>): Redact {
    const before = this.known.size
    for (const secret of [...requestHeaders, ...responseHeaders].flatMap(secretsIn)) {
      if (secret.length >= SHORTEST) this.known.add(secret)
    }
    if (this.known.size > before) {
      const recent = [...this.known].slice(-MOST)
      this.redact = createTrafficRedact([...this.own, ...recent])
      this.known.clear()
      for (const secret of recent) this.known.add(secret)
    }
    return this.redact
  }
}

function secretsIn([name, value]: readonly [string, string]): string[] {
  if (!isSecretHeader(name)) return []
  if (/^cookie/i.test(name)) return value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  // Each begins with its name; what follows a semicolon says how long it lasts and where it goes.
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
  return headers.map(([name, value]) => ({ name, value: isSecretHeader(name) ? '[removed]' : redact(value) }))
}
