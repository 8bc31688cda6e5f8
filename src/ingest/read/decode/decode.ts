import type { Encoding } from '../../options.js'
import type { InputFile } from '../../ports.js'
import { gunzip } from './gunzip.js'
import type { TextBytes } from './text-bytes.js'
import { transcode } from './transcode.js'
import { repairUtf8 } from './utf8.js'

export interface DecodeSettings {
  gzip: boolean
  encoding: Encoding
  markBytes: number
}

/** The raw bytes of a file, inflated where it is a gzip file. */
export function inflatedBytes(file: InputFile, gzip: boolean): AsyncIterable<Uint8Array> {
  return gzip ? gunzip(file.stream(), file.size) : file.stream()
}

/** The text of a file as UTF-8, without its byte order mark; opened anew at every call. */
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
