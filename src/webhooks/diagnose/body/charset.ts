import type { BodyCause } from '../cause.js'
import { findText } from '../evidence.js'
import { decodeWindows1252, encodeLatin1, encodeWindows1252 } from './windows-1252.js'

const UTF8 = 'Read the body as bytes; where it must become text, as UTF-8 and nothing else.'

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
    sentence: 'The signature covers the body decoded as Latin-1 and encoded as UTF-8 once more.',
    fix: `${UTF8} So it must be where the signature is made.`,
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
    sentence: 'Accents in the body were composed in another way (Unicode normalisation).',
    fix: `${UTF8} Do not normalise it.`,
    rawBody: true,
    bodies: ({ text }) => (text === undefined ? [] : [text.normalize('NFC'), text.normalize('NFD')]),
  },
] as const satisfies readonly BodyCause[]
