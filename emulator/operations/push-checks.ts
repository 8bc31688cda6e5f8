import type { FieldMap } from '../../src/contract/errors.js'
import { itemLimits } from '../../src/contract/facts/limits-in-force.js'
import { findItemFaults, itemObject } from '../../src/contract/items/check-item.js'
import type { Item, ItemObject } from '../../src/contract/items/schemas.js'
import { QUESTION_TYPES } from '../../src/contract/question-types.js'
import type { Context } from '../core/decision.js'
import { Refusal } from '../core/refusal.js'
import { deduplicate, type Insertion } from '../rules/insertion.js'
import type { Field, Source } from '../state/state.js'

type Judged = Pick<Context, 'now' | 'values'>

/** Faults of a list of items, each at its own path below `path`. */
export function findContentFaults(content: readonly unknown[], path: string, { now, values }: Judged): FieldMap {
  const fields: FieldMap = {}
  const limits = itemLimits(values)
  for (const [index, item] of content.entries()) {
    for (const { member, message } of findItemFaults(item, now, limits)) {
      const at = member === '' ? `${path}[${index}]` : `${path}[${index}].${member}`
      fields[at] = [...(fields[at] ?? []), message]
    }
  }
  return fields
}

/** The items of a list that none of these faults is about. */
export function withoutFaulty<T>(content: readonly T[], faults: FieldMap): T[] {
  const faulty = new Set(Object.keys(faults).map((path) => Number(/\[(\d+)\]/.exec(path)?.[1])))
  return content.filter((_, index) => !faulty.has(index))
}

/** 409 while the source is a draft (PSH-10). */
export function requirePublished(source: Source): void {
  if (source.publishedAt !== null) return
  throw new Refusal('SOURCE_NOT_PUBLISHED', `"${source.title}" is a draft; publish it before pushing to it`)
}

/** Whether text may be pushed to a field (PSH-17). */
export function takesText(field: Field): boolean {
  return QUESTION_TYPES[field.type].acceptsText
}

type Stored = Pick<Context, 'items' | 'values' | 'state'>

/** Loads the indexes that tell the duplicates of a push to a source. */
export async function loadScope(source: Source, { items, values, state }: Stored): Promise<void> {
  const isWide = values['duplicate-scope'].rule === 'group'
  for (const { id } of isWide ? siblingsOf(source, state) : [source]) await items.load(id)
}

/** The ids among these that are stored already where they count as duplicates. */
function findKnown(
  source: Source,
  field: Field,
  ids: readonly string[],
  { items, values, state }: Stored,
): Set<string> {
  const { rule } = values['duplicate-scope']
  if (rule === 'field') return items.findExternalIds(source.id, field.id, ids)
  const sources = rule === 'group' ? siblingsOf(source, state) : [source]
  const found = sources.flatMap(({ id, fields }) => fields.map((each) => items.findExternalIds(id, each.id, ids)))
  return new Set(found.flatMap((known) => [...known]))
}

function siblingsOf({ groupId }: Source, state: Stored['state']): Source[] {
  return Object.values(state.sources).filter((each) => each.groupId === groupId)
}

/**
 * What a push of these items to a field comes to, against what is stored now and `before` it in the same request. `loadScope` comes first.
 */
export function insertionOf(
  source: Source,
  field: Field,
  content: readonly Item[],
  stored: Stored,
  before: readonly Insertion[] = [],
): Insertion {
  const { values } = stored
  const objects: ItemObject[] = content.map(itemObject)
  const ids: string[] = []
  for (const { external_id } of objects) if (external_id !== undefined) ids.push(external_id)
  const known = findKnown(source, field, ids, stored)
  if (values['duplicate-scope'].rule !== 'field') {
    for (const { inserted } of before) for (const { external_id } of inserted) if (external_id) known.add(external_id)
  }
  return deduplicate({ fieldId: field.id, items: objects, known, formula: values['credit-formula'] })
}
