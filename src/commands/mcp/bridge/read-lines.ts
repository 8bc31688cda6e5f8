const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** The lines of a stream as bytes, without their ends; empty ones are left out, the last needs no end. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const line = trimmed(Buffer.concat([...parts, chunk.subarray(from, at)]))
      if (line.length > 0) yield line
      parts = []
      from = at + 1
    }
    if (from < chunk.length) parts.push(Uint8Array.from(chunk.subarray(from)))
  }
  const last = trimmed(Buffer.concat(parts))
  if (last.length > 0) yield last
}

function trimmed(line: Buffer): Buffer {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line
}
