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

/** Headers and members of URLs, forms and JSON in which services other than ours pass their secrets. */
const SECRET_HEADER_NAME = /(^|-)(authorization|auth|api-?key|token|secret|password|cookie2?|session-id)$/i
const SECRET_WORD =
  '(?:[\\w-]{0,60}[_-])?(?:secrets?|[a-z]{1,20}secret|secret[_-]?key|signing[_-]?key|private[_-]?key|password|passwd|jwt|api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|id[_-]?token|api[_-]?token)'
const ANY_SECRET_MEMBER = new RegExp(
  `("(?:${SECRET_WORD}|apikey|token|client_assertion|code_verifier)"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`,
  'gi',
)
const SECRET_PARAMETER = new RegExp(
  `((?:[?&]|^)(?:${SECRET_WORD}|apikey|token|key|sig|signature|client_assertion|code_verifier|x-amz-(?:signature|credential|security-token))=)[^&#\\s"'<>\\\\]+`,
  'gi',
)
const URL_PASSWORD = /(\bhttps?:\/\/[^\s/:@"]*:)[^\s/@"]+@/gi

export type Redact = (text: string) => string

/**
 * Makes the function that takes secrets out of a text, by value wherever they stand: each given one in the spellings a URL or JSON
 * gives it, and anything that looks like an API key or stands in a member named so.
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

/**
 * Makes the function that takes secrets out of what is kept of traffic with any service: as `createRedact` does, and whatever a parameter
 * of a URL or form, or a member of JSON, is called a secret by.
 */
export function createTrafficRedact(secrets: readonly string[]): Redact {
  const redact = createRedact(secrets)
  return (text) =>
    redact(text)
      .replace(ANY_SECRET_MEMBER, '$1"[removed]"')
      .replace(SECRET_PARAMETER, '$1[removed]')
      .replace(URL_PASSWORD, '$1[removed]@')
}

/** Whether a header authenticates, with any service. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || SECRET_HEADER_NAME.test(name)
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
