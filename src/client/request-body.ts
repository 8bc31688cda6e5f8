import { parseJson } from '../base/parse-json.js'
import { splitBody, WORKBOOK_TYPE } from '../contract/facts/body-places.js'
import type { Codec } from '../contract/facts/codec.js'
import { guessFileName, isWorkbook, withFileName } from '../contract/facts/upload-file.js'
import { InputError } from '../contract/input-error.js'
import type { Operation, Route } from '../contract/operation.js'
import { classicWord, toRecommended } from '../contract/vocabulary.js'
import { requireCarried, SAID_BY_SOURCE } from './carried.js'

export interface EncodedBody {
  headers: Record<string, string>
  /** Members of the body that stand in the query. */
  query?: Record<string, unknown>
  body: Uint8Array | string
}

/**
 * The body of an operation in the words of its route and as `codec` writes it, as JSON or multipart; undefined if the operation
 * takes none. What is encoded already is only encoded again if it has to be in other words.
 */
export function encodeBody(
  row: Operation,
  route: Route,
  { body, encodedBody }: { body?: unknown; encodedBody?: Uint8Array },
  { codec, ...upload }: { fileName: string | undefined; random: () => number; codec?: Codec | undefined },
): EncodedBody | undefined {
  if (!row.body) return undefined
  const json = { 'content-type': 'application/json' }
  if (encodedBody && route.words === 'classic' && !codec) return { headers: json, body: encodedBody }
  const given = body ?? (encodedBody ? parseJson(new TextDecoder().decode(encodedBody)) : {})
  const worded = route.words === 'recommended' ? toRecommended(row.body, given) : given
  requireCarried({ operation: row.id, codec, except: SAID_BY_SOURCE }, worded)
  const written = codec ? codec.toWire(worded) : worded
  const isNamed = codec && upload.fileName !== undefined
  const { query, body: wire, left } = splitBody(isNamed ? withFileName(written, codec, upload.fileName!) : written)
  if (wire instanceof Uint8Array) requireCarriedBeside(left)
  if (wire instanceof Uint8Array) return { query, headers: { 'content-type': fileType(wire) }, body: wire }
  if (row.media !== undefined) return { query, ...encodeMultipart(wire as Record<string, unknown>, upload) }
  return { query, headers: json, body: JSON.stringify(wire) }
}

/** Refuses what a file that is sent alone would leave behind; the group is said by its source. */
function requireCarriedBeside(left: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(left).filter((name) => left[name] !== undefined && left[name] !== null)
  const lost = given.find((name) => classicWord(name) !== 'survey_series_id')
  if (lost === undefined) return
  throw new InputError(
    'ARGUMENT_INVALID',
    `This service takes a file alone, and where it takes \`${lost}\` is not known.`,
    'Leave it out, or use `pushFile`.',
  )
}

const BOUNDARY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * A form as `multipart/form-data`: bytes as a file part, structured members as JSON, undefined ones left out.
 * `random` gives numbers in [0, 1) and makes the boundary.
 */
export function encodeMultipart(
  members: Record<string, unknown>,
  { fileName, random }: { fileName: string | undefined; random: () => number },
): EncodedBody {
  const boundary = `inpk-${Array.from({ length: 40 }, () => BOUNDARY_LETTERS[Math.floor(random() * 62)]).join('')}`
  const parts = Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => encodePart(boundary, name, value, fileName))
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

function encodePart(boundary: string, name: string, value: unknown, fileName: string | undefined): Uint8Array[] {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeQuoted(name)}"`
  const end = Buffer.from('\r\n')
  if (value instanceof Uint8Array) {
    const file = `; filename="${escapeQuoted(fileName ?? guessFileName(value))}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    return [Buffer.from(start + file), value, end]
  }
  const json = typeof value !== 'string'
  const type = json ? '\r\nContent-Type: application/json' : ''
  return [Buffer.from(`${start}${type}\r\n\r\n${json ? JSON.stringify(value) : value}`), end]
}

/** The media type of a file that is sent alone. */
const fileType = (file: Uint8Array) => (isWorkbook(file) ? WORKBOOK_TYPE : 'text/csv')

/** As browsers write names in a form. */
function escapeQuoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
