const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization'])
/** An API key wherever it stands, its secret percent-encoded, JSON-escaped or cut off, too; the identifier is public. */
const API_KEY = /(inpk_(?:live|test)_[A-Za-z0-9]{10}_)[A-Za-z0-9+/=%\\]+/g

/** The secrets of a sign-in (src/contract/oauth.ts). */
const OAUTH_SECRET = /(inpk_(?:at|rt|ac|cs)_)[A-Za-z0-9_-]+/g

/** The text with the secret of every API key and every sign-in in it taken out. */
export function withoutSecrets(text: string): string {
  return text.replace(API_KEY, '$1(removed)').replace(OAUTH_SECRET, '$1(removed)')
}

/** Headers for the log: values that authenticate are removed by name, keys anywhere else by their shape. */
export function headersWithoutSecrets(headers: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      SECRET_HEADERS.has(name) ? '(removed)' : withoutSecrets(values.join(', ')),
    ]),
  )
}
