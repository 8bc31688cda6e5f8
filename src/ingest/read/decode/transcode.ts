import iconv from 'iconv-lite'
import type { Encoding } from '../../options.js'
import type { BadByte } from './text-bytes.js'

/** Names the library counts as encodings, and that aren't character sets. */
const NO_CHARSET = new Set(['base64', 'hex', 'binary', 'internal'])

/** Whether there is an encoding of this name, lower case. */
export function isKnownEncoding(name: string): boolean {
  return iconv.encodingExists(name) && !NO_CHARSET.has(name)
}

/** Bytes in an encoding as text. */
export function decodeBytes(bytes: Buffer, encoding: Encoding): string {
  return iconv.decode(bytes, encoding)
}

/** Chunks in another encoding as UTF-8. Invalid bytes become `?` and are listed in `badBytes`. */
export async function* transcode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding, badBytes: BadByte[]) {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  let written = 0
  let bytesRead = 0
  let half = ''
  const encode = (text: string) => {
    const bytes = hasBadCharacter(text, encoding) ? encodeMarked(text, written, encoding, badBytes) : Buffer.from(text)
    written += bytes.length
    return bytes
  }
  for await (const chunk of chunks) {
    bytesRead += chunk.length
    const text = half + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    // The other half of the pair may come with the next chunk.
    half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : ''
    if (text.length > half.length) yield encode(text.slice(0, text.length - half.length))
  }
  const last = half + (decoder.end() ?? '')
  const oddByte = isWide(encoding) && bytesRead % 2 === 1
  if (last !== '' || oddByte) yield encode(oddByte && last === '' ? '\ud800' : last)
}

/** UTF-16 can hold halves of characters; others have bytes that are none. */
function isWide(encoding: Encoding): boolean {
  return encoding.startsWith('utf-16')
}

function isBad(unit: string, encoding: Encoding): boolean {
  return isWide(encoding) ? !unit.isWellFormed() : unit === '\ufffd'
}

function hasBadCharacter(text: string, encoding: Encoding): boolean {
  return isWide(encoding) ? !text.isWellFormed() : text.includes('\ufffd')
}

function encodeMarked(text: string, start: number, encoding: Encoding, badBytes: BadByte[]): Buffer {
  const parts: Buffer[] = []
  let length = 0
  for (const character of text) {
    const bad = isBad(character, encoding)
    if (bad) badBytes.push({ at: start + length, message: `an invalid byte in ${encoding}` })
    const bytes = Buffer.from(bad ? '?' : character)
    parts.push(bytes)
    length += bytes.length
  }
  return Buffer.concat(parts)
}
