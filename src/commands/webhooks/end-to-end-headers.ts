const OF_CONNECTION = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i
/** What is stated again with the bytes. */
const STATED_AGAIN = /^(host|content-length|expect)$/

/** Whether a header belongs to one connection, and goes no further. */
export function isOfConnection(name: string): boolean {
  return OF_CONNECTION.test(name)
}

/** The headers that travel with a request, whatever carries it; in lower case. */
export function endToEndHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(lower.filter(([name]) => !isOfConnection(name) && !STATED_AGAIN.test(name)))
}
