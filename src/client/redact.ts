const ANY_KEY = /inpk_(live|test)_([A-Za-z0-9]{10})_[A-Za-z0-9+/%]{40,}=*/g
/** The secrets of an assistant's sign-in (src/contract/oauth.ts). */
const OAUTH_SECRET = /(inpk_(?:at|rt|ac|cs)_)[A-Za-z0-9_-]{20,}/g
const SECRET_MEMBER =
  /("(?:secret|api_key|client_secret|access_token|refresh_token|password)"\s*:\s*)"(?:[^"\\]|\\.)*"/g
/** The same in JSON that is a string in JSON. */
const ESCAPED_SECRET_MEMBER =
  /(\\"(?:secret|api_key|client_secret|access_token|refresh_token|password)\\"\s*:\s*)\\"(?:[^"\\]|\\\\.)*\\"/g
/** Headers whose values authenticate, lower case. */
export const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
])

export type Redact = (text: string) => string

/**
 * Makes the function that takes secrets out of a text, by value wherever they are: each given one in the spellings a URL or
 * JSON gives it, and anything that looks like an API key or is in a member named so.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const hide = hideValues(secrets)
  return (text) =>
    hide(
      text
        .replace(ANY_KEY, 'inpk_$1_$2_[removed]')
        .replace(OAUTH_SECRET, '$1[removed]')
        .replace(SECRET_MEMBER, '$1"[removed]"')
        .replace(ESCAPED_SECRET_MEMBER, '$1\\"[removed]\\"'),
    )
}

/** Makes the function that takes these secrets out of a text, in the spellings a URL or JSON gives them, and nothing else. */
export function hideValues(secrets: readonly string[]): Redact {
  const spellings = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((spelling) => spelling.length >= 4)
    .sort((a, b) => b.length - a.length)
  return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[removed]'), text)
}

/** The headers without what names a caller; the rest with secrets removed by value. */
export function redactHeaders(headers: Record<string, string>, redact: Redact): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET_HEADERS.has(name.toLowerCase()) ? '[removed]' : redact(value),
  ])
  return Object.fromEntries(shown)
}

/** A structured value with the secrets removed from every string in it. */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, redact))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [redact(key), redactValue(entry, redact)]))
}
