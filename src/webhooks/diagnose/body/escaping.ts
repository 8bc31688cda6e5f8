import { type Escape, escapeAscii, escapeHtml, escapeLeast, escapePhp, escapeSlashes } from '../../json/escapes.js'
import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g
const KEEP =
  'Compute the HMAC over the raw body: `é` and its escape mean the same to a parser, but are different bytes.'

/** Strings in the body are escaped in another way and all else is as it was, in the order it is tried. */
export const ESCAPING = [
  {
    id: 'body-escaped',
    family: 'body',
    sentence:
      'Characters in the body were replaced by escapes (`\\u00e9`, `\\/`, `\\u003c`); it was sent without them.',
    fix: KEEP,
    rawBody: true,
    bodies: (evidence) => withStrings(evidence, escapeLeast),
  },
  {
    id: 'body-unescaped',
    family: 'body',
    sentence: 'Escapes in the body (`\\u00e9`) were replaced by the characters they stand for.',
    fix: KEEP,
    rawBody: true,
    *bodies(evidence) {
      for (const quote of [escapeAscii, escapeHtml]) yield* withStrings(evidence, quote)
    },
  },
  {
    id: 'body-slashes-unescaped',
    family: 'body',
    sentence: 'Escaped slashes (`\\/`) in the body lost their backslashes.',
    fix: KEEP,
    rawBody: ['php'],
    *bodies(evidence) {
      for (const quote of [escapePhp, escapeSlashes]) yield* withStrings(evidence, quote)
      yield* withStrings(evidence, (value) => escapeLeast(value).replaceAll('/', '\\/'))
    },
  },
  {
    id: 'body-escape-case',
    family: 'body',
    sentence: 'The hex digits of escapes in the body changed their case (`\\u00E9`, `\\u00e9`).',
    fix: KEEP,
    rawBody: true,
    *bodies({ text }) {
      if (!text?.includes('\\u')) return
      yield withDigits(text, (digits) => digits.toLowerCase())
      yield withDigits(text, (digits) => digits.toUpperCase())
    },
  },
  {
    id: 'body-backslashes-added',
    family: 'body',
    sentence: 'Quotation marks in the body were escaped with backslashes one time too many.',
    fix: 'Pass the body on unchanged: PHP `addslashes`, a shell or a template escaped it.',
    rawBody: true,
    *bodies({ text }) {
      if (text?.includes('\\"')) yield* [text.replace(/\\(["'\\/])/g, '$1'), text.replaceAll('\\"', '"')]
    },
  },
  {
    id: 'body-slashes-collapsed',
    family: 'body',
    sentence: 'Double slashes in the body were merged into one.',
    fix: 'Pass the body on unchanged: something treated it as a path and normalised it.',
    *bodies({ text }) {
      if (text && /https?:\/[^/]/.test(text)) yield text.replace(/(https?:\/)(?=[^/])/g, '$1/')
    },
  },
] as const satisfies readonly BodyCause[]

function* withStrings({ text, json }: Evidence, quote: Escape): Generator<string> {
  if (json && text !== undefined) yield text.replace(STRING, (token) => quote(JSON.parse(token) as string))
}

function withDigits(text: string, change: (digits: string) => string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|.)/gs, (whole, digits?: string) =>
    digits ? `\\u${change(digits)}` : whole,
  )
}
