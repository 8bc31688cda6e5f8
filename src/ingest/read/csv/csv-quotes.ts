const QUOTE = 0x22
const CR = 0x0d
const LF = 0x0a
/** Both line ends are looked for in stretches, so that a text without one of them is not searched to its end for every line. */
const STRETCH_BYTES = 4 * 1024

/**
 * Where the first quoted cell of `bytes` opens that does not close properly: its end is followed by something other than a
 * delimiter or line end, or never comes. Undefined when all quotes are sound. `bytes` starts at a row.
 */
export function findBadQuote(bytes: Uint8Array, delimiter: number): number | undefined {
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] === QUOTE) {
      const close = closingQuote(bytes, at + 1)
      if (close === -1 || !endsCell(bytes[close + 1], delimiter)) return at
      at = close + 1
    } else {
      while (at < bytes.length && !endsCell(bytes[at], delimiter)) at += 1
    }
    at += 1
  }
  return undefined
}

/** Start of the line after the one `at` is in; the length of `bytes` when there is none. */
export function nextLine(bytes: Uint8Array, at: number): number {
  for (let from = at; from < bytes.length; from += STRETCH_BYTES) {
    const stretch = bytes.subarray(from, from + STRETCH_BYTES)
    const [lf, cr] = [stretch.indexOf(LF), stretch.indexOf(CR)]
    if (lf === -1 && cr === -1) continue
    if (cr === -1 || (lf !== -1 && lf < cr)) return from + lf + 1
    return from + cr + (bytes[from + cr + 1] === LF ? 2 : 1)
  }
  return bytes.length
}

/** The last byte ends a line. */
export function endsLine(bytes: Uint8Array): boolean {
  const last = bytes[bytes.length - 1]
  return last === LF || last === CR
}

function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1 || bytes[quote + 1] !== QUOTE) return quote
    at = quote + 2
  }
}

function endsCell(byte: number | undefined, delimiter: number): boolean {
  return byte === undefined || byte === delimiter || byte === LF || byte === CR
}
