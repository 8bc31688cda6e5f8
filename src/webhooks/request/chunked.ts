/** The body of chunked transfer encoding, or nothing where the bytes are not in it to the end. */
export function readChunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = lineEnd < 0 ? undefined : findSize(bytes.subarray(at, lineEnd).toString('latin1'))
    if (size === undefined) return undefined
    const start = lineEnd + 2
    if (size === 0) return Buffer.concat(parts)
    if (bytes.subarray(start + size, start + size + 2).toString('latin1') !== '\r\n') return undefined
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}

function findSize(line: string): number | undefined {
  const digits = /^([\da-f]{1,8})(?:;.*)?$/i.exec(line)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
