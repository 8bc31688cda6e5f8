import { readChunked } from '../../request/chunked.js'
import { findBodyStart } from '../../request/http-head.js'
import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const INNER = 'Use the bytes of the body alone.'

/** The body is within something else, or became text in another notation, in the order it is tried. */
export const WRAPPING = [
  {
    id: 'body-json-string',
    family: 'body',
    sentence: 'The body was serialised twice: it is a JSON string with the JSON in it.',
    fix: "Don't call JSON.stringify on a body that is already text.",
    rawBody: true,
    *bodies({ json, text }) {
      if (json?.kind === 'string') yield json.value
      else if (text !== undefined) yield JSON.stringify(text)
    },
  },
  {
    id: 'body-in-event',
    family: 'body',
    sentence:
      'The text that was verified is a platform event (from AWS Lambda, for example); the body is a string inside it.',
    fix: "Use the event's `body`, and decode it from base64 if `isBase64Encoded` is true.",
    bodies: membersThatAreBodies,
  },
  {
    id: 'body-base64',
    family: 'body',
    sentence: 'The body is still in base64.',
    fix: 'Decode it: API Gateway and others pass binary bodies in base64 and say so in `isBase64Encoded`.',
    *bodies({ text }) {
      const packed = text?.replace(/\s/g, '') ?? ''
      if (/^[\w+/-]{8,}={0,2}$/.test(packed)) yield Buffer.from(packed, 'base64')
    },
  },
  {
    id: 'body-signed-base64',
    family: 'body',
    sentence: 'The signature covers the base64 of the body, not the body.',
    fix: 'Sign the bytes that are sent.',
    bodies: ({ body }) => [body.toString('base64')],
  },
  {
    id: 'body-whole-request',
    family: 'body',
    sentence: 'The request line and the headers come before the body.',
    fix: `${INNER} It starts after the first empty line.`,
    *bodies({ body }) {
      const start = findBodyStart(body)
      if (start !== undefined) yield body.subarray(start)
    },
  },
  {
    id: 'body-chunked',
    family: 'body',
    sentence: 'The body still contains the chunk lengths of chunked transfer encoding.',
    fix: 'Let the HTTP server decode the chunks, or decode them before you compute the HMAC.',
    *bodies({ body }) {
      const whole = readChunked(body)
      if (whole) yield whole
    },
  },
  {
    id: 'body-multipart',
    family: 'body',
    sentence: 'The body is inside a multipart form.',
    fix: `${INNER} Send it with --data-binary, not as a form field.`,
    *bodies({ body }) {
      const part = findMultipartPart(body)
      if (part) yield part
    },
  },
  {
    id: 'body-python-bytes',
    family: 'body',
    sentence: "The body is the text of a Python bytes object: it has b'…' around it.",
    fix: 'Use the bytes themselves, not `str(body)`.',
    rawBody: ['flask', 'django'],
    *bodies({ text }) {
      const inner = /^\s*b(['"])(.*)\1\s*$/s.exec(text ?? '')?.[2]
      if (inner !== undefined) yield Buffer.from(unescapePython(inner), 'latin1')
    },
  },
  {
    id: 'body-html-entities',
    family: 'body',
    sentence: 'Characters in the body were replaced by HTML entities (`&quot;`).',
    fix: 'Pass the body on unescaped: a template or a web page escaped it.',
    *bodies({ text }) {
      if (text && /&(?:quot|#34|#x22);/i.test(text)) yield decodeEntities(text)
    },
  },
] as const satisfies readonly BodyCause[]

/** The last resort for what surrounds a body; the more telling causes come first. */
export const SURROUNDED: BodyCause = {
  id: 'body-surrounded',
  family: 'body',
  sentence: 'There is text before or after the body that does not belong to it.',
  fix: INNER,
  *bodies({ body }) {
    const start = body.indexOf('{')
    const end = body.lastIndexOf('}') + 1
    if (start >= 0 && end > start && end - start < body.length) yield body.subarray(start, end)
  },
}

function* membersThatAreBodies({ json }: Evidence): Generator<string | Buffer> {
  if (json?.kind !== 'object') return
  for (const { key, value } of json.members) {
    if (!/^(?:body|rawbody|raw_body|payload|data|content|message|body_base64)$/i.test(key)) continue
    if (value.kind !== 'string') continue
    yield value.value
    if (/^[\w+/-]+={0,2}$/.test(value.value)) yield Buffer.from(value.value, 'base64')
  }
}

const PYTHON: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", '"': '"' }

function unescapePython(text: string): string {
  return text.replace(/\\(?:x([\da-f]{2})|(.))/gis, (whole, hex?: string, letter?: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (PYTHON[letter!] ?? whole),
  )
}

const ENTITIES = new Map([
  ['quot', '"'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
])

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,5})|#(\d{1,6})|(\w+));/gi,
    (whole, hex?: string, digits?: string, name?: string) =>
      name ? (ENTITIES.get(name) ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits)),
  )
}

/** The first part of a multipart body, or nothing where the bytes are none. */
function findMultipartPart(body: Buffer): Buffer | undefined {
  if (body.subarray(0, 2).toString('latin1') !== '--') return undefined
  const lineEnd = body.indexOf('\r\n')
  if (lineEnd < 3 || lineEnd > 200) return undefined
  const start = body.indexOf('\r\n\r\n', lineEnd)
  const end = body.indexOf(`\r\n${body.subarray(0, lineEnd).toString('latin1')}`, start, 'latin1')
  return start < 0 || end < 0 ? undefined : body.subarray(start + 4, end)
}
