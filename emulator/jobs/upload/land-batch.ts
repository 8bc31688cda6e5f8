import type { ItemObject } from '../../../src/contract/items/schemas.js'
import type { StrictFile } from '../../../src/ingest/index.js'
import type { Decision } from '../../core/decision.js'
import { land } from '../../operations/insert-items.js'
import { landingOf } from '../../operations/push-checks.js'
import type { Landing } from '../../rules/insertion.js'
import { put } from '../../state/change.js'
import type { Upload } from '../../state/upload.js'
import type { Step } from './desk.js'

const REJECTIONS_NAMED = 100

type Batch = Awaited<ReturnType<StrictFile['batches']>> extends AsyncIterable<infer B> ? B : never

/** Stores the rows of a batch and how far the upload came as one record: after a crash nothing is stored twice or left out. */
export function landBatch(batch: Batch, fields: readonly string[], step: Step): Decision<null> {
  const { task, upload, source } = step
  const rejected = batch.rows.filter(({ rejections }) => rejections.length > 0)
  const taken = batch.rows.filter(({ rejections }) => rejections.length === 0)
  const landings = fields.flatMap((id, index): Landing[] => {
    const content = taken.flatMap((row) => row.items.filter(({ field }) => field === index).map(({ item }) => item))
    return content.length === 0 ? [] : [landingOfField(id, content)]
  })
  const { sourceReference } = upload
  const landed = land(landings, { ...step, environment: task.environment, sourceReference, prepaid: true })
  const read = upload.rowsRead + batch.rows.length
  const progress = Math.min(99, Math.floor((100 * read) / Math.max(1, upload.found?.rows ?? read)))
  const named = rejected.map(({ row, rejections }) => ({ row, reason: rejections[0]!.reason }))
  const after: Upload = {
    ...upload,
    batchesDone: batch.number,
    rowsRead: read,
    rowsRejected: upload.rowsRejected + rejected.length,
    rejections: [...upload.rejections, ...named].slice(0, REJECTIONS_NAMED),
    landed: withLandings(upload.landed, landings),
    tokens: upload.tokens + (task.environment === 'live' ? sum(landings.map(({ tokens }) => tokens)) : 0),
  }
  return {
    answer: null,
    summary: `${task.id}: ${landed.inserted} items of rows up to ${read}`,
    changes: [put('uploads', upload.id, after), put('tasks', task.id, { ...task, progress }), ...landed.changes],
    items: landed.items,
  }

  function landingOfField(id: string, content: ItemObject[]): Landing {
    const field = source.fields.find((each) => String(each.id) === id)!
    return landingOf(source, field, content, step)
  }
}

function withLandings(before: Upload['landed'], landings: readonly Landing[]): Upload['landed'] {
  const after = { ...before }
  for (const { fieldId, inserted, duplicates } of landings) {
    const known = after[fieldId] ?? { inserted: 0, duplicates: 0 }
    after[fieldId] = { inserted: known.inserted + inserted.length, duplicates: known.duplicates + duplicates }
  }
  return after
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
