import type { BodyCause } from '../cause.js'

const RAW = 'Compute the HMAC over the bytes as they arrived, before anything reads them as text.'
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** What is added or lost at the ends of a body, in the order it is tried. */
export const EDGES = [
  {
    id: 'body-line-break-added',
    family: 'body',
    sentence: 'A line break was added at the end of the body.',
    fix: `${RAW} Editors and \`echo\` add a line break to a saved body: use \`printf %s\`, or save the bytes.`,
    rawBody: true,
    *bodies({ body }) {
      if (body.at(-1) !== 0x0a) return
      yield body.subarray(0, -1)
      if (body.at(-2) === 0x0d) yield body.subarray(0, -2)
    },
  },
  {
    id: 'body-line-break-lost',
    family: 'body',
    sentence: 'The line break at the end of the body was lost.',
    fix: `${RAW} \`$(cat file)\` and \`curl -d @file\` lose it: use \`curl --data-binary @file\`.`,
    rawBody: true,
    *bodies({ body }) {
      yield Buffer.concat([body, Buffer.from('\n')])
      yield Buffer.concat([body, Buffer.from('\r\n')])
    },
  },
  {
    id: 'body-bom-added',
    family: 'body',
    sentence: 'A byte order mark was added at the start of the body.',
    fix: 'Save the body without a byte order mark: Windows PowerShell and Notepad add one to UTF-8.',
    *bodies({ body }) {
      if (body.subarray(0, 3).equals(BOM)) yield body.subarray(3)
    },
  },
  {
    id: 'body-bom-lost',
    family: 'body',
    sentence: 'The byte order mark at the start of the body was lost.',
    fix: `${RAW} Decoding to text drops the mark.`,
    rawBody: true,
    bodies: ({ body }) => [Buffer.concat([BOM, body])],
  },
  {
    id: 'body-white-space-added',
    family: 'body',
    sentence: 'White space was added around the body.',
    fix: `${RAW} Check what was pasted or saved around it.`,
    rawBody: true,
    bodies: ({ body }) => [trimBytes(body)],
  },
  {
    id: 'body-white-space-trimmed',
    family: 'body',
    sentence: 'White space around the body was trimmed away.',
    fix: `${RAW} Do not trim it.`,
    rawBody: true,
    *bodies({ body }) {
      for (const after of [' ', '\n\n', '\r\n\r\n', ' \n', '\t']) yield Buffer.concat([body, Buffer.from(after)])
      for (const before of [' ', '\n', '\r\n', '\t']) yield Buffer.concat([Buffer.from(before), body])
      yield Buffer.concat([Buffer.from('\n'), body, Buffer.from('\n')])
      yield Buffer.concat([Buffer.from(' '), body, Buffer.from(' ')])
    },
  },
  {
    id: 'body-nul-padded',
    family: 'body',
    sentence: 'The body is followed by zero bytes: the buffer was larger than the data read into it.',
    fix: 'Hash only the bytes that were read.',
    *bodies({ body }) {
      let end = body.length
      while (end > 0 && body[end - 1] === 0) end--
      if (end < body.length) yield body.subarray(0, end)
    },
  },
] as const satisfies readonly BodyCause[]

function trimBytes(body: Buffer): Buffer {
  let start = 0
  let end = body.length
  while (start < end && isBlank(body[start]!)) start++
  while (end > start && isBlank(body[end - 1]!)) end--
  return body.subarray(start, end)
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}
