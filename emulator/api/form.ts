import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A part that is not a file. */
export interface FormField {
  name: string
  value: string
  /** Cut off at the limit. */
  truncated: boolean
}

const LIMITS_OF_FORM = { fieldNameSize: 100, fieldSize: 1024 * 1024, parts: 50, headerSize: 16 * 1024 }

/** What was sent is not a valid form. */
export class FormError extends Error {
  override readonly name = 'FormError'
}

/**
 * Reads a `multipart/form-data` body part by part; a file is handed to `takeFile` as it comes and is never held in memory.
 * Resolves to the other parts in their order. Rejects with FormError, or with what `takeFile` or the body rejects with.
 */
export async function readMultipartForm(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
  takeFile: (name: string, fileName: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<FormField[]> {
  const fields: FormField[] = []
  const files: Promise<void>[] = []
  const streams: Readable[] = []
  const abort = new AbortController()
  let fault: unknown
  const fail = (error: unknown) => {
    fault ??= error
    abort.abort()
  }
  const form = await openForm(contentType)
  form.on('field', (name, value, _, truncated) => void fields.push({ name, value, truncated }))
  form.on('file', (name, stream, fileName) => {
    // It may break off before the file is read, and an error without a listener ends the process.
    stream.on('error', (error) => fail(asFormError(error)))
    streams.push(stream)
    files.push(takeFile(name, fileName ?? '', stream).catch(fail))
  })
  form.on('partsLimit', () => fail(new FormError(`must have at most ${LIMITS_OF_FORM.parts} parts`)))
  try {
    await pipeline(Readable.from(body), form, { signal: abort.signal })
  } catch (error) {
    fault ??= asFormError(error)
    // Where the body breaks off, nothing else ends the file that is being read.
    for (const stream of streams) stream.destroy(fault as Error)
    await Promise.all(files)
    throw fault
  }
  await Promise.all(files)
  if (fault !== undefined) throw fault
  return fields
}

async function openForm(contentType: string) {
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS_OF_FORM })
  } catch (error) {
    throw asFormError(error)
  }
}

function asFormError(error: unknown): FormError {
  return new FormError(error instanceof Error ? error.message : String(error))
}
