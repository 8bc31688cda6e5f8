import { createHash } from 'node:crypto'
import { isObject } from '../../src/base/is-object.js'
import { parseJson } from '../../src/base/parse-json.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { WHOLE_BODY } from '../../src/contract/facts/body-places.js'
import { guessFileName } from '../../src/contract/facts/upload-file.js'
import { parsePlace, putAt, valueAt } from '../../src/contract/facts/wire-path.js'
import { LIMITS } from '../../src/contract/limits.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { entrySchema, memberSchemas, type TSchema } from '../../src/contract/schema.js'
import { type Call, partNameOf, type ReceivedFile, type RoutedCall } from '../core/call.js'
import { singleHeader } from '../core/exchange.js'
import { noFaults } from '../core/field-map.js'
import { requireJsonBody } from '../core/json.js'
import type { Organization } from '../core/organization.js'
import { invalid, Refusal } from '../core/refusal.js'
import { FormError, type FormField, readMultipartForm } from './form.js'
import { sha256, type UnparsedBody } from './idempotency.js'

/** Other parts than the file, and what is between parts. */
const ROOM_FOR_PARTS = 4 * 1024 * 1024

/**
 * Receives a form, its files straight to the uploads of the organisation. 413 for a file over 100 MiB, 400 for a form that is
 * not one. Whatever becomes of the request, `settleFiles` must follow.
 */
export async function receiveForm(call: RoutedCall): Promise<UnparsedBody> {
  const { request, files } = call
  requireRoom(request)
  const take = (part: string, fileName: string, chunks: AsyncIterable<Uint8Array>) =>
    takeFile(call, { part, fileName }, chunks)
  try {
    const fields = await readMultipartForm(singleHeader(request, 'content-type') ?? '', request.body, take)
    return payloadOf(fields, files, partsOf(call))
  } catch (error) {
    if (error instanceof FormError) throw unfit(error)
    throw error
  }
}

/** Receives a file that is sent alone, as `receiveForm` does those of a form. */
export async function receiveFile(call: RoutedCall, fileName: string): Promise<UnparsedBody> {
  requireRoom(call.request)
  await takeFile(call, { part: WHOLE_BODY, fileName }, call.request.body)
  return payloadOf([], call.files, partsOf(call))
}

/** Receives JSON that has a file as base64 text, as `receiveForm` does a form. What is no such text is left for the checks of members. */
export async function receiveFileInJson(call: RoutedCall, body: Uint8Array): Promise<UnparsedBody> {
  const part = partNameOf(call, 'file')
  const steps = parsePlace(part)?.steps ?? []
  const whole = parseJson(new TextDecoder().decode(body))
  const text = valueAt(whole, steps)
  const bytes = typeof text === 'string' && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
  if (bytes) await takeFile(call, { part, fileName: guessFileName(bytes) }, oneChunk(bytes))
  return {
    hash: () => sha256(body),
    parse() {
      const members = requireJsonBody(body)
      const file = call.files[0]
      if (!isObject(members)) return members
      if (text !== undefined && !file) throw Object.assign(invalid({ [part]: ['must be base64'] }), { isOnWire: true })
      if (file) putAt(members, steps, file.name)
      return members
    },
  }
}

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/

async function* oneChunk(bytes: Uint8Array) {
  yield bytes
}

function requireRoom({ headers }: RoutedCall['request']): void {
  const declared = Number(headers['content-length']?.[0] ?? 0)
  if (declared > LIMITS.uploadBytes + ROOM_FOR_PARTS) throw tooLarge()
}

async function takeFile(
  { organization, files }: RoutedCall,
  { part, fileName }: Pick<ReceivedFile, 'part' | 'fileName'>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const writer = await organization.uploads.begin()
  const file: ReceivedFile = { part, fileName, name: writer.name, hash: '' }
  files.push(file)
  file.hash = await store(chunks, writer)
}

/** Removes the files of a call that nothing it stored names. */
export async function settleFiles({ organization, files }: Call): Promise<void> {
  const { store, uploads } = organization
  for (const { name } of files) {
    const isKept = Object.values(store.state.uploads).some(({ file }) => file === name)
    if (isKept) uploads.adopt(name)
    else await uploads.remove(name)
  }
}

async function store(chunks: AsyncIterable<Uint8Array>, writer: Awaited<ReturnType<Organization['uploads']['begin']>>) {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of chunks) {
      length += chunk.length
      if (length > LIMITS.uploadBytes) throw tooLarge()
      hash.update(chunk)
      await writer.append(chunk)
    }
  } finally {
    await writer.end()
  }
  return hash.digest('hex')
}

/** What the parts of a form are called on this wire. */
interface Parts {
  file: string
  /** Those that hold JSON. */
  json: ReadonlySet<string>
}

function partsOf(call: RoutedCall): Parts {
  const { match, service } = call
  const { body } = rowOf(match.id)
  const codec = service.settings.contract.codecOf(match.id, 'body', match.route.words)
  const members = Object.entries(memberSchemas(codec ? codec.schemaToWire(body!) : body) ?? {})
  const holdsJson = ([, schema]: [string, TSchema]) =>
    ['object', 'array'].includes(String((schema as { type?: string }).type)) ||
    memberSchemas(schema) !== undefined ||
    entrySchema(schema) !== undefined
  return { file: partNameOf(call, 'file'), json: new Set(members.filter(holdsJson).map(([name]) => name)) }
}

/** The hash is of the parts, whatever is between them and in whatever order (contract.md section 7). */
function payloadOf(fields: readonly FormField[], files: readonly ReceivedFile[], known: Parts): UnparsedBody {
  const parts = [
    ...fields.map(({ name, value }) => [name, value]),
    ...files.map(({ part, fileName, hash }) => [part, fileName, hash]),
  ]
  return {
    hash: () => sha256(JSON.stringify(parts.map((part) => JSON.stringify(part)).sort())),
    parse() {
      const faults = findFaults(fields, files, known)
      if (Object.keys(faults).length > 0) throw Object.assign(invalid(faults), { isOnWire: true })
      return Object.fromEntries([
        ...fields.map(({ name, value }) => [name, known.json.has(name) ? JSON.parse(value) : value]),
        ...files.map(({ part, name }) => [part, name]),
      ])
    },
  }
}

function findFaults(fields: readonly FormField[], files: readonly ReceivedFile[], known: Parts): FieldMap {
  const faults = noFaults()
  const seen = new Set<string>()
  for (const name of [...fields.map((field) => field.name), ...files.map(({ part }) => part)]) {
    if (seen.has(name)) faults[name] = ['was sent more than once']
    seen.add(name)
  }
  for (const { name, value, truncated } of fields) {
    if (truncated) faults[name] = ['is longer than 1 MiB']
    else if (name === known.file) faults[name] = ['must be a file part, with a file name']
    else if (known.json.has(name) && parseJson(value) === undefined) faults[name] = ['must be JSON']
  }
  return faults
}

function unfit({ message }: FormError): Refusal {
  return new Refusal('VALIDATION_ERROR', `the body is not complete multipart/form-data: ${message}`)
}

function tooLarge(): Refusal {
  const message = `the file is longer than ${LIMITS.uploadBytes / 1024 / 1024} MiB; split it`
  return new Refusal('PAYLOAD_TOO_LARGE', message)
}
