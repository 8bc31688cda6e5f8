/** How files start that are packed: gzip, zip (workbooks too), zstd, bzip2, xz. */
const PACKED = /^(1f8b|504b0304|28b52ffd|425a683[1-9]314159265359|fd377a585a00)/
/** As many bytes of a packed file as show what it is. */
const MAGIC_BYTES = 4
/** The rest of the line that starts a part, and the headers of the part. */
const HEAD = /^[^\r\n]{0,80}\r?\n(?:[^\r\n]{1,8000}\r?\n){0,100}\r?\n/
const BOUNDARY = /\bboundary="?([^";\s]{1,200})/i
const OTHER_CODING = /^content-(?:encoding|transfer-encoding):\s*(?!identity|7bit|8bit|binary)/im

/** Whether a file is packed, so that no one sees what is in it. */
export function isPacked(bytes: Uint8Array): boolean {
  return PACKED.test(Buffer.from(bytes.subarray(0, 10)).toString('hex'))
}

/**
 * A multipart body whose packed files, and those in a coding of their own, are cut to their first bytes: secrets in them could not be
 * removed. The same bytes where it has none, and of any other body.
 */
export function withoutPackedParts(bytes: Uint8Array, mimeType: string): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boundary = BOUNDARY.exec(mimeType)?.[1]
  const line = boundary === undefined ? /^--[^\r\n]{1,200}/.exec(all.toString('latin1', 0, 202))?.[0] : `--${boundary}`
  if (line === undefined) return bytes
  const text = all.toString('latin1')
  const parts = text.split(line)
  const kept = parts.map((part) => {
    const head = HEAD.exec(part)?.[0] ?? ''
    const content = part.slice(head.length)
    const isHidden = isPacked(Buffer.from(content.slice(0, 10), 'latin1')) || OTHER_CODING.test(head)
    return isHidden ? `${head}${content.slice(0, MAGIC_BYTES)}\r\n` : part
  })
  return kept.some((part, at) => part !== parts[at]) ? Buffer.from(kept.join(line), 'latin1') : bytes
}
