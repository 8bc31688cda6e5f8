import { count } from '../../../src/base/count.js'
import type { ItemObject } from '../../../src/contract/items/schemas.js'
import type { StrictFile } from '../../../src/ingest/index.js'
import type { Decision } from '../../core/decision.js'
import { insertItems, isAffordable } from '../../operations/insert-items.js'
import { insertionOf } from '../../operations/push-checks.js'
import type { Insertion } from '../../rules/insertion.js'
import { put } from '../../state/change.js'
import type { Upload } from '../../state/upload.js'
import { failedUpload } from './end.js'
import type { Step } from './step.js'

const REJECTIONS_NAMED = 100

type Batch = Awaited<ReturnType<StrictFile['batches']>> extends AsyncIterable<infer B> ? B : never

/** Stores the rows of a batch and how far the upload came as one record: after a crash nothing is stored twice or left out. */
export function insertBatch(batch: Batch, fields: readonly string[], step: Step): Decision<null> {
  const { task, upload, source, values } = step
  const rejected = batch.rows.filter(({ rejections }) => rejections.length > 0)
  const taken = batch.rows.filter(({ rejections }) => rejections.length === 0)
  const insertions: Insertion[] = []
  for (const [index, id] of fields.entries()) {
    const content = taken.flatMap((row) => row.items.filter(({ field }) => field === index).map(({ item }) => item))
    if (content.length > 0) insertions.push(insertionOfField(id, content, insertions))
  }
  const frame = { ...step, environment: task.environment, sourceReference: upload.sourceReference }
  const isPrepaid = values['upload-credits'].rule === 'whole-file'
  if (!isPrepaid && !isAffordable(insertions, frame)) {
    return failedUpload(step, {
      code: 'APS_EXHAUSTED',
      message: "this month's quota is used up; the rest was not stored",
    })
  }
  const stored = insertItems(insertions, isPrepaid ? { ...frame, prepaid: true } : frame)
  const read = upload.rowsRead + batch.rows.length
  const progress = Math.min(99, Math.floor((100 * read) / Math.max(1, upload.found?.rows ?? read)))
  const named = rejected.map(({ row, rejections }) => ({ row, reason: rejections[0]!.reason }))
  const after: Upload = {
    ...upload,
    batchesDone: batch.number,
    rowsRead: read,
    rowsRejected: upload.rowsRejected + rejected.length,
    rejections: [...upload.rejections, ...named].slice(0, REJECTIONS_NAMED),
    landed: addCounts(upload.landed, insertions),
    tokens: upload.tokens + (task.environment === 'live' ? sum(insertions.map(({ tokens }) => tokens)) : 0),
  }
  return {
    answer: null,
    summary: `${task.id}: ${count(stored.inserted, 'item')} of rows up to ${read}`,
    changes: [put('uploads', upload.id, after), put('tasks', task.id, { ...task, progress }), ...stored.changes],
    items: stored.items,
  }

  function insertionOfField(id: string, content: ItemObject[], before: readonly Insertion[]): Insertion {
    const field = source.fields.find((each) => String(each.id) === id)!
    return insertionOf(source, field, content, step, before)
  }
}

function addCounts(before: Upload['landed'], insertions: readonly Insertion[]): Upload['landed'] {
  const after = { ...before }
  for (const { fieldId, inserted, duplicates } of insertions) {
    const known = after[fieldId] ?? { inserted: 0, duplicates: 0 }
    after[fieldId] = { inserted: known.inserted + inserted.length, duplicates: known.duplicates + duplicates }
  }
  return after
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
