import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { InputFileError } from '../../errors.js'
import type { Encoding } from '../../options.js'
import type { InputFile } from '../../ports.js'
import type { TextBytes } from './text-bytes.js'
import { transcode } from './transcode.js'
import { repairUtf8 } from './utf8.js'

/** Text does not shrink to less; what claims to is made to fill memory or time (threats B14). */
const LARGEST_RATIO = 500
const ALWAYS_ALLOWED_BYTES = 64 * 1024 * 1024

export interface DecodeSettings {
  gzip: boolean
  encoding: Encoding
  markBytes: number
}

/** The text of a file as UTF-8, without its byte order mark; opened again at every call. */
export function decodeText(file: InputFile, { gzip, encoding, markBytes }: DecodeSettings): TextBytes {
  const badBytes: TextBytes['badBytes'] = []
  const bytes = skipBytes(inflatedBytes(file, gzip), markBytes)
  const chunks = encoding === 'utf-8' ? repairUtf8(bytes, badBytes, markBytes) : transcode(bytes, encoding, badBytes)
  return { chunks, badBytes }
}

async function* skipBytes(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const chunk of chunks) {
    const skipped = Math.min(left, chunk.length)
    left -= skipped
    if (chunk.length > skipped) yield skipped === 0 ? chunk : chunk.subarray(skipped)
  }
}

/** The raw bytes of a file, inflated where it is a gzip file. */
export function inflatedBytes(file: InputFile, gzip: boolean): AsyncIterable<Uint8Array> {
  return gzip ? gunzip(file.stream(), file.size) : file.stream()
}

/** The inflated bytes of a gzip file. Refuses one that is cut off, damaged or a bomb. */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>, compressedSize: number): AsyncGenerator<Buffer> {
  const inflate = createGunzip({ chunkSize: 256 * 1024 })
  const source = Readable.from(copied(chunks))
  source.on('error', (error) => inflate.destroy(error))
  source.pipe(inflate)
  let size = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > ALWAYS_ALLOWED_BYTES && size > compressedSize * LARGEST_RATIO) {
        throw new InputFileError('the compressed file inflates to far more than text ever does; it is not read')
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof InputFileError || !String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new InputFileError(`the .gz file is damaged or cut off (${(error as Error).message})`)
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

/** Chunks of their own: several are read ahead. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}
