import { GUESSES, type Values } from '../../src/contract/assumptions/values.js'
import type { ItemObject } from '../../src/contract/items/schemas.js'
import type { Job, Source } from '../state/state.js'
import { type StoredItem, storedMembers } from '../state/stored-item.js'
import { tokensOf } from './credits.js'

/** Items pushed to one field, already checked. */
export interface FieldPush {
  fieldId: number
  items: readonly ItemObject[]
  /** External ids the field holds already. */
  known: ReadonlySet<string>
  formula?: Values['credit-formula']
}

/** What a push to one field comes to. */
export interface Insertion {
  fieldId: number
  inserted: ItemObject[]
  duplicates: number
  tokens: number
}

/** Sorts out duplicates: an `external_id` already stored in the field, or earlier in the push (PSH-2); they cost nothing. */
export function deduplicate({ fieldId, items, known, formula }: FieldPush): Insertion {
  const seen = new Set<string>()
  const inserted = items.filter(({ external_id }) => {
    if (external_id === undefined) return true
    if (known.has(external_id) || seen.has(external_id)) return false
    seen.add(external_id)
    return true
  })
  const tokens = inserted.reduce((sum, item) => sum + tokensOf(item.text, formula), 0)
  return { fieldId, inserted, duplicates: items.length - inserted.length, tokens }
}

/** The rows to be stored for an insertion, with identifiers from `firstId` on. */
export function itemsToStore(
  insertion: Insertion,
  to: { sourceId: number; firstId: number; now: number; sourceReference: string | null },
): StoredItem[] {
  const { sourceId, firstId, now: createdAt, sourceReference } = to
  const { fieldId } = insertion
  return insertion.inserted.map((item, index) =>
    storedMembers(item, { id: firstId + index, sourceId, fieldId, createdAt, sourceReference }),
  )
}

/** The source with its counts raised by what was inserted. */
export function withInsertions(source: Source, insertions: readonly Insertion[]): Source {
  const added = new Map(insertions.map(({ fieldId, inserted }) => [fieldId, inserted.length]))
  return {
    ...source,
    fields: source.fields.map((field) => ({ ...field, itemCount: field.itemCount + (added.get(field.id) ?? 0) })),
  }
}

/** The pass that follows a push: a while after the last one, at the latest so long after the first unanalysed one (contract.md section 5). */
export function analysisJob(
  sourceId: number,
  waiting: Job | undefined,
  now: number,
  delay: Values['analysis-delay'] = GUESSES['analysis-delay'],
): Job {
  const waitingSince = waiting?.kind === 'analyse' ? waiting.waitingSince : now
  const dueAt = Math.min(now + delay.quiet, waitingSince + delay.latest)
  return { id: analysisJobId(sourceId), kind: 'analyse', sourceId, waitingSince, dueAt: Math.max(dueAt, waitingSince) }
}

/** The one waiting pass of a source. */
export function analysisJobId(sourceId: number): string {
  return `analyse:${sourceId}`
}
