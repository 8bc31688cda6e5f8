import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import type { BodyCause } from '../cause.js'

const DECOMPRESS = { maxOutputLength: 32 * 1024 * 1024 }
/** Compressing more would take longer than everything else together. */
const MAX_COMPRESSED_BYTES = 64 * 1024
/** The byte of a gzip header that names the system differs by maker. */
const GZIP_SYSTEMS = [3, 255, 0, 10, 19]

/** One side has the body compressed, in the order it is tried. */
export const COMPRESSION = [
  {
    id: 'body-compressed',
    family: 'body',
    sentence: 'The body is still compressed; the signature covers it uncompressed.',
    fix: 'Decompress the body as its Content-Encoding says, and compute the HMAC over the result.',
    *bodies({ body }) {
      if (body[0] === 0x1f && body[1] === 0x8b) yield* attempt(() => gunzipSync(body, DECOMPRESS))
      if (body[0] === 0x78) yield* attempt(() => inflateSync(body, DECOMPRESS))
      if (body[0] === 0x7b || body.length === 0) return
      yield* attempt(() => inflateRawSync(body, DECOMPRESS))
      yield* attempt(() => brotliDecompressSync(body, DECOMPRESS))
    },
  },
  {
    id: 'body-decompressed',
    family: 'body',
    sentence: 'The signature covers the compressed body, and something decompressed it on the way.',
    fix: 'Compute the HMAC over the bytes as they arrived, before anything decompresses them, or sign them uncompressed.',
    rawBody: true,
    *bodies({ body }) {
      if (body.length > MAX_COMPRESSED_BYTES) return
      for (const level of [6, 9, 1]) yield* withSystems(gzipSync(body, { level }))
      yield deflateSync(body)
      yield deflateRawSync(body)
      yield brotliCompressSync(body)
    },
  },
] as const satisfies readonly BodyCause[]

function* attempt(decompress: () => Buffer): Generator<Buffer> {
  try {
    yield decompress()
  } catch {
    // Not of this kind.
  }
}

function* withSystems(packed: Buffer): Generator<Buffer> {
  for (const system of GZIP_SYSTEMS) {
    const copy = Buffer.from(packed)
    copy[9] = system
    yield copy
  }
}
