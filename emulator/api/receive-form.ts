import { createHash } from 'node:crypto'
import { parseJson } from '../../src/base/parse-json.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { LIMITS } from '../../src/contract/limits.js'
import type { Call } from '../core/call.js'
import type { UploadedFile } from '../core/decision.js'
import { singleHeader } from '../core/exchange.js'
import { noFaults } from '../core/field-map.js'
import type { Organization } from '../core/organization.js'
import { invalid, Refusal } from '../core/refusal.js'
import { FormError, type FormField, readForm } from './form.js'
import { type Payload, sha256 } from './idempotency.js'

/** Other parts than the file, and what stands between parts. */
const ROOM_FOR_PARTS = 4 * 1024 * 1024

interface ReceivedFile extends UploadedFile {
  part: string
  hash: string
}

/**
 * Receives a form, its file straight to the uploads of the organisation, and hands on what it brings. The file is removed again
 * unless what was decided with it names it. 413 for a file over 100 MiB, 400 for a form that is none.
 */
export async function withForm<Result>(call: Call, work: (payload: Payload) => Promise<Result>): Promise<Result> {
  const files: ReceivedFile[] = []
  try {
    const fields = await receive(call, files)
    call.upload = files.find(({ part }) => part === 'file')
    return await work(payloadOf(fields, files))
  } finally {
    for (const { name } of files) await settle(call.organization, name)
  }
}

async function receive({ request, organization }: Call, files: ReceivedFile[]): Promise<FormField[]> {
  const declared = Number(request.headers['content-length']?.[0] ?? 0)
  if (declared > LIMITS.uploadBytes + ROOM_FOR_PARTS) throw tooLarge()
  const take = async (part: string, fileName: string, chunks: AsyncIterable<Uint8Array>) => {
    const writer = await organization.uploads.begin()
    const file: ReceivedFile = { part, fileName, name: writer.name, hash: '' }
    files.push(file)
    file.hash = await store(chunks, writer)
  }
  try {
    return await readForm(singleHeader(request, 'content-type') ?? '', request.body, take)
  } catch (error) {
    if (error instanceof FormError) throw unfit(error)
    throw error
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

/** The hash is of the parts, whatever stands between them and in whatever order (contract.md section 7). */
function payloadOf(fields: readonly FormField[], files: readonly ReceivedFile[]): Payload {
  const parts = [
    ...fields.map(({ name, value }) => [name, value]),
    ...files.map(({ part, fileName, hash }) => [part, fileName, hash]),
  ]
  return {
    hash: () => sha256(JSON.stringify(parts.map((part) => JSON.stringify(part)).sort())),
    parse() {
      const faults = findFaults(fields, files)
      if (Object.keys(faults).length > 0) throw invalid(faults)
      return Object.fromEntries([
        ...fields.map(({ name, value }) => [name, name === 'mapping' ? JSON.parse(value) : value]),
        ...files.map(({ part, name }) => [part, name]),
      ])
    },
  }
}

function findFaults(fields: readonly FormField[], files: readonly ReceivedFile[]): FieldMap {
  const faults = noFaults()
  const seen = new Set<string>()
  for (const name of [...fields.map((field) => field.name), ...files.map(({ part }) => part)]) {
    if (seen.has(name)) faults[name] = ['was sent more than once']
    seen.add(name)
  }
  for (const { name, value, truncated } of fields) {
    if (truncated) faults[name] = ['is longer than 1 MiB']
    else if (name === 'file') faults.file = ['must be a file part, with a file name']
    else if (name === 'mapping' && parseJson(value) === undefined) faults.mapping = ['must be JSON']
  }
  return faults
}

async function settle({ store, uploads }: Organization, name: string): Promise<void> {
  const isKept = Object.values(store.state.uploads).some(({ file }) => file === name)
  if (isKept) uploads.adopt(name)
  else await uploads.remove(name)
}

function unfit({ message }: FormError): Refusal {
  return new Refusal('VALIDATION_ERROR', `the body is not a complete multipart/form-data form: ${message}`)
}

function tooLarge(): Refusal {
  const message = `the file is longer than ${LIMITS.uploadBytes / 1024 / 1024} MiB; cut it into several`
  return new Refusal('PAYLOAD_TOO_LARGE', message)
}
