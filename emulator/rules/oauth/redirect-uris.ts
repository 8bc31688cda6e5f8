const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** What is wrong with a redirect URI at registration; undefined if it may be used: https, or http on this machine. */
export function findRedirectFault(text: string): string | undefined {
  // A URL parser drops line breaks and blanks and encodes the rest; what is registered is redirected to as it is, in a header.
  if (!/^[\x21-\x7e]*$/.test(text)) return 'must be ASCII without spaces or control characters; percent-encode others'
  if (text.length > 2_000 || !URL.canParse(text)) return 'is not a URL'
  const url = new URL(text)
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name'
  if (url.protocol === 'https:' || isLoopback(url)) return undefined
  return 'must be https, or http on 127.0.0.1, [::1] or localhost'
}

/** Whether the URI of a request is one that was registered: exactly, or on loopback with any port (RFC 8252 section 7.3). */
export function isRegisteredRedirect(asked: string, registered: readonly string[]): boolean {
  return registered.includes(asked) || registered.some((each) => differsInPortOnly(asked, each))
}

function differsInPortOnly(asked: string, registered: string): boolean {
  if (!URL.canParse(asked) || findRedirectFault(asked) !== undefined) return false
  const [a, b] = [new URL(asked), new URL(registered)]
  if (!isLoopback(a) || !isLoopback(b)) return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname)
}
