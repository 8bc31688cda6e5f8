import { hash } from 'node:crypto'
import type { BodyOf } from '../../contract/operations/index.js'
import type { MappedItem } from '../map/mapped-row.js'
import type { PushRun } from './push-run.js'

const STEP_BYTES = 256 * 1024

/** The items of one field, by their index in the batch. */
export interface FieldItems {
  /** Index among the text columns. */
  field: number
  indexes: number[]
}

/** What is sent for a batch: one of the two pushes, and the hash that names its content. */
export interface BatchPayload {
  content?: BodyOf<'pushContent'>
  bulk?: BodyOf<'pushBulk'>
  /** The body as it is sent; gone with `release`. */
  encoded: Uint8Array
  /** To be called when nothing sends it any more. */
  release(): void
  hash: string
  groups: FieldItems[]
}

/** The request body of a batch; with one field the single push, else the bulk push. */
export function buildPayload(
  items: readonly MappedItem[],
  { plan, target, fields, bodies }: Pick<PushRun, 'plan' | 'target' | 'fields' | 'bodies'>,
): BatchPayload {
  const { sourceReference, sync } = plan.options
  const groups = groupByField(items)
  const parts = groups.map(({ field, indexes }) => ({
    question_id: fields[field]!.id,
    content: indexes.map((index) => items[index]!.item),
  }))
  const label = sourceReference === undefined ? {} : { source_reference: sourceReference }
  const head = { survey_series_id: target.groupId, survey_id: target.sourceId, ...label }
  const body =
    fields.length === 1 ? { ...head, question: parts[0]! } : { ...head, questions: parts, ...(sync ? { sync } : {}) }
  const named = 'question' in body ? { content: body } : { bulk: body }
  const { encoded, release } = bodies.encode(JSON.stringify(body))
  return { ...named, encoded, release, hash: hash('sha256', encoded, 'hex'), groups }
}

function groupByField(items: readonly MappedItem[]): FieldItems[] {
  const groups = new Map<number, FieldItems>()
  for (let index = 0; index < items.length; index += 1) {
    const { field } = items[index]!
    const group = groups.get(field) ?? { field, indexes: [] }
    groups.set(field, group)
    group.indexes.push(index)
  }
  return [...groups.values()].sort((a, b) => a.field - b.field)
}

/** Buffers for the bodies of requests, used again: one for every batch would leave the memory of a long push in pieces (threats B20). */
export interface BodyBuffers {
  /** `encoded` holds until `release`, which is only called once nothing can send it any more. */
  encode(text: string): { encoded: Uint8Array; release(): void }
}

/** No buffers yet; it grows to as many as there are requests in flight. */
export function createBodyBuffers(): BodyBuffers {
  const free: Buffer[] = []
  return {
    encode(text) {
      const length = Buffer.byteLength(text)
      const known = free.pop()
      const buffer = known && known.length >= length ? known : Buffer.allocUnsafeSlow(roundedUp(length))
      buffer.write(text)
      return { encoded: buffer.subarray(0, length), release: () => void free.push(buffer) }
    },
  }
}

function roundedUp(length: number): number {
  return Math.ceil(length / STEP_BYTES) * STEP_BYTES
}
