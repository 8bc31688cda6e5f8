import type { ErrorEnvelope } from '../../src/contract/errors.js'
import type { FileHandle } from '../adapters/files.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import type { Task } from '../state/state.js'
import type { Upload } from '../state/upload.js'
import { endUpload, failedUpload } from './upload/end.js'
import { insertBatch } from './upload/insert-batch.js'
import { scanFile } from './upload/scan-file.js'
import { reserveCredits } from './upload/set-aside.js'
import { type Step, takeStep, UploadLeftError, type UploadRun } from './upload/step.js'
import { storedFile } from './upload/stored-file.js'

/**
 * Stores the rows of an uploaded file, batch by batch: first it is read to its end, then its credits are set aside, then it is
 * read again and stored. Each step is one record, so after a crash it goes on with the batch it had come to.
 */
export async function runUpload(organization: Organization, taskId: string, service: JobContext): Promise<void> {
  const { uploads, tasks, organization: record } = organization.store.state
  const [upload, task] = [uploads[taskId], tasks[taskId]]
  const handle = upload && (await organization.uploads.find(upload.file))
  let ofStep: unknown
  const step = (decide: Parameters<typeof takeStep>[2]) =>
    takeStep({ organization, service, taskId }, record.instance, decide).catch((error: unknown) => {
      ofStep = error
      throw error
    })
  try {
    const fault = handle
      ? await work(upload!, task!, handle).catch((error: unknown) => faultOf(error, ofStep))
      : { code: 'PUSH_FAILED', message: 'its content is gone' }
    if (fault) await step((now) => failedUpload(now, fault))
    if (upload) await organization.uploads.remove(upload.file)
  } catch (error) {
    if (!(error instanceof UploadLeftError)) throw error
  } finally {
    await handle?.close()
  }

  async function work(row: Upload, { createdAt, environment }: Task, from: FileHandle): Promise<undefined> {
    const { readStrictly } = await import('../../src/ingest/index.js')
    const wish = { fields: row.fields ?? undefined, onlyField: row.onlyField, members: row.members ?? undefined }
    const format = /\.xlsx$/i.test(row.fileName) ? ('xlsx' as const) : ('csv' as const)
    const file = await readStrictly(storedFile(from, row.fileName), { format, wish, now: createdAt })
    const found = row.found ?? (await scanFile(file, organization, { sourceId: row.sourceId, environment }))
    if (!row.found) await step((now) => reserveCredits(found, now))
    if (organization.store.state.tasks[taskId]?.status === 'failed') return undefined
    await insertAll(file, row.batchesDone)
    await step((now) => endUpload(now, file.fields))
    return undefined
  }

  async function insertAll({ fields, batches }: UploadRun['file'], done: number): Promise<void> {
    for await (const batch of await batches()) {
      if (batch.number > done) await step((now: Step) => insertBatch(batch, fields, now))
    }
  }
}

/** What is wrong with the file; trouble of the disk, or of a step, is thrown on. */
function faultOf(error: unknown, ofStep: unknown): ErrorEnvelope['error'] {
  const { message, hint, row, code } = error as Error & { hint?: string; row?: number; code?: unknown }
  if (error === ofStep || (typeof code === 'string' && /^E[A-Z]+$/.test(code))) throw error
  const where = row === undefined ? '' : `row ${row}: `
  return { code: 'VALIDATION_ERROR', message: `${where}${message}${hint ? ` (${hint})` : ''}` }
}
