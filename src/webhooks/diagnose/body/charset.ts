import type { BodyCause } from '../cause.js'
import { findText } from '../evidence.js'

/** What the bytes 0x80 to 0x9f mean in Windows-1252; the five without a meaning stay controls, as browsers have it. */
const UPPER =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'

const BYTES = new Map([...UPPER].map((character, index) => [character, String.fromCharCode(0x80 + index)]))

const UTF8 = 'Read the body as bytes; if you need text, decode it as UTF-8 only.'

/** Character sets a body goes through by mistake, in the order they are tried. */
export const CHARSETS = [
  {
    id: 'body-double-encoded',
    family: 'body',
    sentence: 'The body was decoded as Latin-1 or Windows-1252 and encoded as UTF-8: `é` became `Ã©`.',
    fix: UTF8,
    rawBody: true,
    *bodies({ text }) {
      if (text === undefined) return
      for (const once of [encodeLatin1(text), encodeWindows1252(text)]) {
        if (!once) continue
        yield once
        const again = findText(once)
        const twice = again === undefined ? undefined : (encodeLatin1(again) ?? encodeWindows1252(again))
        if (twice) yield twice
      }
    },
  },
  {
    id: 'body-latin1',
    family: 'body',
    sentence: 'The body was written in Latin-1 or Windows-1252; it was sent in UTF-8.',
    fix: UTF8,
    rawBody: true,
    *bodies({ body, text }) {
      if (text !== undefined) return
      yield body.toString('latin1')
      yield decodeWindows1252(body)
    },
  },
  {
    id: 'body-signed-double-encoded',
    family: 'body',
    sentence: 'The signature covers the body decoded as Latin-1 and encoded as UTF-8 again.',
    fix: `${UTF8} The code that signs must do the same.`,
    bodies: ({ body }) => [body.toString('latin1')],
  },
  {
    id: 'body-utf16',
    family: 'body',
    sentence: 'The body was written in UTF-16; it was sent in UTF-8.',
    fix: `${UTF8} Redirecting with \`>\` in Windows PowerShell writes UTF-16.`,
    *bodies({ body }) {
      if (body.length % 2 === 1 || !body.includes(0)) return
      for (const text of [body.toString('utf16le'), Buffer.from(body).swap16().toString('utf16le')]) {
        yield text
        if (text.startsWith('\ufeff')) yield* [text.slice(1), text.slice(1).replace(/\r?\n$/, '')]
      }
    },
  },
  {
    id: 'body-normalised',
    family: 'body',
    sentence: 'Accents in the body were composed differently (Unicode normalisation).',
    fix: `${UTF8} Do not normalise it.`,
    rawBody: true,
    bodies: ({ text }) => (text === undefined ? [] : [text.normalize('NFC'), text.normalize('NFD')]),
  },
] as const satisfies readonly BodyCause[]

/** The text of bytes in Windows-1252. */
function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (unit) => UPPER[unit.charCodeAt(0) - 0x80]!)
}

/** The bytes of a text in Windows-1252; nothing if a character is not in it, or all of them are ASCII. */
function encodeWindows1252(text: string): Buffer | undefined {
  return encodeLatin1(text.replace(/[^\x00-\xff]/g, (unit) => BYTES.get(unit) ?? unit))
}

/** The bytes of a text in Latin-1; nothing if a character is not in it, or all of them are ASCII. */
function encodeLatin1(text: string): Buffer | undefined {
  return /[^\x00-\x7f]/.test(text) && !/[^\x00-\xff]/.test(text) ? Buffer.from(text, 'latin1') : undefined
}
