import { brotliDecompressSync, constants, unzipSync } from 'node:zlib'

/** Bytes as they were before their `Content-Encoding`. */
export interface Decoded {
  bytes: Uint8Array
  /** They continue, beyond what was given or beyond the limit. */
  incomplete: boolean
}

/**
 * Takes a body out of its `Content-Encoding` (gzip, deflate, br; several in turn), as far as `maxBytes`. What was cut off is
 * decoded as far as it goes. Undefined if the coding is another one, or the bytes are not in it.
 */
export function decodeContent(bytes: Uint8Array, coding: string | undefined, maxBytes: number): Decoded | undefined {
  const codings = (coding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  let decoded: Decoded = { bytes, incomplete: false }
  for (const name of codings.reverse()) {
    const next = decodeOne(decoded.bytes, name, maxBytes)
    if (!next) return undefined
    decoded = { bytes: next.bytes, incomplete: decoded.incomplete || next.incomplete }
  }
  return decoded
}

function decodeOne(bytes: Uint8Array, coding: string, maxBytes: number): Decoded | undefined {
  if (bytes.length === 0) return { bytes, incomplete: false }
  const decode = DECODERS[coding]
  if (!decode) return undefined
  try {
    const whole = decode(bytes, maxBytes)
    return { bytes: whole, incomplete: false }
  } catch (error) {
    // Far beyond the limit: nothing is worth a second try by pieces.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? { bytes: new Uint8Array(), incomplete: true }
      : undefined
  }
}

const DECODERS: Record<string, (bytes: Uint8Array, maxOutputLength: number) => Uint8Array> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: unzip,
  br: (bytes, maxOutputLength) =>
    brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
}

/** With a flush for an end, what was cut off is not an error. */
function unzip(bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  return unzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
}
