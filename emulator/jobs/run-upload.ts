import type { ErrorEnvelope } from '../../src/contract/errors.js'
import type { InputFile } from '../../src/ingest/index.js'
import type { FileHandle } from '../adapters/files.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import type { Task } from '../state/state.js'
import type { Upload } from '../state/upload.js'
import { endUpload, failedUpload } from './upload/end.js'
import { insertBatch } from './upload/insert-batch.js'
import { reserveCredits, scanFile } from './upload/scan-file.js'
import { takeStep, UploadLeftError, type UploadRun } from './upload/step.js'

const READ_BYTES = 128 * 1024

/**
 * Stores the rows of an uploaded file, batch by batch: first it is read to its end, then its credits are set aside, then it is
 * read again and stored. Each step is one record, so after a crash it continues with the batch it had come to.
 */
export async function runUpload(organization: Organization, taskId: string, service: JobContext): Promise<void> {
  const { uploads, tasks, organization: record } = organization.store.state
  const [upload, task] = [uploads[taskId], tasks[taskId]]
  const handle = upload && (await organization.uploads.find(upload.file))
  let stepError: unknown
  const step = (decide: Parameters<typeof takeStep>[2]) =>
    takeStep({ organization, service, taskId }, record.instance, decide).catch((error: unknown) => {
      stepError = error
      throw error
    })
  const hasFailed = () => organization.store.state.tasks[taskId]?.status === 'failed'
  try {
    const fault = handle
      ? await insertFile(upload!, task!, handle).catch((error: unknown) => faultOf(error, stepError))
      : { code: 'PUSH_FAILED', message: 'its content is missing' }
    if (fault) await step((present) => failedUpload(present, fault))
    if (upload) await organization.uploads.remove(upload.file)
  } catch (error) {
    if (!(error instanceof UploadLeftError)) throw error
  } finally {
    await handle?.close()
  }

  async function insertFile(row: Upload, { createdAt, environment }: Task, from: FileHandle): Promise<undefined> {
    const { readStrictly } = await import('../../src/ingest/index.js')
    const columns = { fields: row.fields ?? undefined, onlyField: row.onlyField, members: row.members ?? undefined }
    const format = /\.xlsx$/i.test(row.fileName) ? ('xlsx' as const) : ('csv' as const)
    const file = await readStrictly(storedFile(from, row.fileName), { format, columns, now: createdAt })
    const found = row.found ?? (await scanFile(file, organization, { sourceId: row.sourceId, environment }))
    if (!row.found) await step((present) => reserveCredits(found, present))
    if (hasFailed()) return undefined
    await insertAll(file, row.batchesDone)
    if (hasFailed()) return undefined
    await step((present) => endUpload(present, file.fields))
    return undefined
  }

  async function insertAll({ fields, batches }: UploadRun['file'], done: number): Promise<void> {
    for await (const batch of await batches()) {
      if (hasFailed()) return
      if (batch.number > done) await step((present) => insertBatch(batch, fields, present))
    }
  }
}

/** What is wrong with the file; errors of the disk, or of a step, are rethrown. */
function faultOf(error: unknown, stepError: unknown): ErrorEnvelope['error'] {
  const { message, hint, row, code } = error as Error & { hint?: string; row?: number; code?: unknown }
  if (error === stepError || (typeof code === 'string' && /^E[A-Z]+$/.test(code))) throw error
  const where = row === undefined ? '' : `row ${row}: `
  return { code: 'VALIDATION_ERROR', message: `${where}${message}${hint ? ` (${hint})` : ''}` }
}

/** A stored upload as the file reader takes it. It never changes. */
function storedFile(handle: FileHandle, name: string): InputFile {
  return {
    name,
    size: handle.size,
    async *stream() {
      for (let at = 0; at < handle.size; at += READ_BYTES) yield await handle.read(at, READ_BYTES)
    },
    readRange: (start, length) => handle.read(start, length),
    identity: async () => String(handle.size),
    close: async () => undefined,
  }
}
