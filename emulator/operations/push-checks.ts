import type { FieldMap } from '../../src/contract/errors.js'
import { findItemFaults, itemObject, lengthIn } from '../../src/contract/items/check-item.js'
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
  const limits = {
    ...values['item-lengths'],
    aheadMs: values['occurred-ahead'].most,
    length: lengthIn(values['code-points'].rule),
    takesWhite: values['white-text'].rule === 'accepted',
    refusesNull: values['null-is-absent'].rule === 'refused',
  }
  for (const [index, item] of content.entries()) {
    for (const { member, message } of findItemFaults(item, now, limits)) {
      const at = member === '' ? `${path}[${index}]` : `${path}[${index}].${member}`
      fields[at] = [...(fields[at] ?? []), message]
    }
  }
  return fields
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

/** What a push of these items to a field comes to, against what is stored now. The index of the source must be loaded. */
export function insertionOf(
  source: Source,
  field: Field,
  content: readonly Item[],
  { items, values }: Pick<Context, 'items' | 'values'>,
): Insertion {
  const objects: ItemObject[] = content.map(itemObject)
  const ids = objects.flatMap(({ external_id }) => (external_id === undefined ? [] : [external_id]))
  const known = items.findExternalIds(source.id, field.id, ids)
  return deduplicate({ fieldId: field.id, items: objects, known, formula: values['credit-formula'] })
}
