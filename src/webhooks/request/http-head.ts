const REQUEST_LINE = /^[A-Z]{3,7} \S+(?: HTTP\/\d(?:\.\d)?)?\r?\n/
/** Longer heads are none. */
const MAX_HEAD_BYTES = 256 * 1024

/** Where the body of a raw HTTP request starts, or nothing where the bytes are no such request. */
export function findBodyStart(bytes: Buffer): number | undefined {
  if (!REQUEST_LINE.test(bytes.subarray(0, 8_192).toString('latin1'))) return undefined
  const ends = ['\r\n\r\n', '\n\n'].flatMap((end) => {
    const at = bytes.indexOf(end)
    return at < 0 || at > MAX_HEAD_BYTES ? [] : [at + end.length]
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** The headers of a raw head, lower-case names; repeated ones joined with `, `, folded lines unfolded. */
export function readHeaders(head: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .slice(1)) {
    const colon = line.indexOf(':')
    if (colon > 0) addHeader(headers, line.slice(0, colon), line.slice(colon + 1))
  }
  return headers
}

/** Adds a header as a server would join it: a repeated name's values with `, `. */
export function addHeader(headers: Record<string, string>, name: string, value: string): void {
  const key = name.trim().toLowerCase()
  const trimmed = value.trim()
  headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${trimmed}` : trimmed
}
