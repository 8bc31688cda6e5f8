/** What belongs to one connection, or is stated again with the bytes. */
const HOP_HEADERS = /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect)$/

/** The headers that travel with a request, whatever carries it; in lower case. */
export function endToEndHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(lower.filter(([name]) => !HOP_HEADERS.test(name)))
}
