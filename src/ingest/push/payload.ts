import { hash } from 'node:crypto'
import type { BodyOf } from '../../contract/operations/index.js'
import type { BatchItem } from '../batches.js'
import type { PushTarget, TargetField } from '../target.js'

/** The items of one field, and where each stands in its batch. */
export interface FieldItems {
  /** Index among the text columns. */
  field: number
  items: { index: number; batchItem: BatchItem }[]
}

/** What is sent for a batch: one of the two pushes, and the hash that names its content. */
export interface Payload {
  content?: BodyOf<'pushContent'>
  bulk?: BodyOf<'pushBulk'>
  hash: string
  groups: FieldItems[]
}

export interface PayloadSettings {
  target: PushTarget
  fields: readonly TargetField[]
  sourceReference?: string
  sync?: boolean
}

/** The request body of a batch; with one field the single push, else the bulk push. */
export function buildPayload(
  items: readonly BatchItem[],
  { target, fields, sourceReference, sync }: PayloadSettings,
): Payload {
  const groups = groupByField(items)
  const parts = groups.map(({ field, items: list }) => ({
    question_id: fields[field]!.id,
    content: list.map(({ batchItem }) => batchItem.item),
  }))
  const label = sourceReference === undefined ? {} : { source_reference: sourceReference }
  const head = { survey_series_id: target.groupId, survey_id: target.sourceId, ...label }
  const body =
    fields.length === 1 ? { ...head, question: parts[0]! } : { ...head, questions: parts, ...(sync ? { sync } : {}) }
  const named = 'question' in body ? { content: body } : { bulk: body }
  return { ...named, hash: hash('sha256', JSON.stringify(body), 'hex'), groups }
}

function groupByField(items: readonly BatchItem[]): FieldItems[] {
  const groups = new Map<number, FieldItems>()
  for (const [index, batchItem] of items.entries()) {
    const group = groups.get(batchItem.field) ?? { field: batchItem.field, items: [] }
    groups.set(batchItem.field, group)
    group.items.push({ index, batchItem })
  }
  return [...groups.values()].sort((a, b) => a.field - b.field)
}
