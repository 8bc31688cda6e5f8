import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'
import { findClosers } from './unfinished.js'

const BYTES = 'A Content-Length counts bytes: use `Buffer.byteLength(text)`, not `text.length`.'

/** The end of the body is missing on one side, in the order it is tried. */
export const CUTS = [
  {
    id: 'body-cut',
    family: 'body',
    sentence: 'The end of the body was cut off: its closing characters are missing.',
    fix: `${BYTES} Or read until the end of the request.`,
    rawBody: true,
    *bodies({ text }) {
      const closers = text === undefined ? undefined : findClosers(text)
      if (closers) yield text + closers
    },
  },
  {
    id: 'body-signed-cut',
    family: 'body',
    sentence: 'The signature covers only the first part of the body, as many bytes as it has characters.',
    fix: BYTES,
    bodies: cutToCharacters,
  },
] as const satisfies readonly BodyCause[]

function* cutToCharacters({ body, text, headers }: Evidence): Generator<Uint8Array> {
  const declared = Number(headers['content-length'])
  const lengths = text === undefined ? [] : [text.length, countCodePoints(text)]
  for (const length of [...lengths, declared]) {
    if (length > 0 && length < body.length) yield body.subarray(0, length)
  }
}

function countCodePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
}
