import type { Values } from '../assumptions/values.js'
import { type ItemLimits, lengthIn } from '../items/check-item.js'
import { LIMITS } from '../limits.js'
import type { OperationId } from '../operations/index.js'
import type { Contract } from './contract.js'
import { findNode, stepsOf } from './schema-path.js'

/** What a request may hold at most, and an item, under a contract. */
export interface PushLimits {
  /** Items of a push to one field, of one to several, and of a synchronous one. */
  items: { single: number; bulk: number; sync: number }
  fields: number
  /** Undefined if all is as assumed. */
  item?: ItemLimits
}

/** The limits of pushes under a contract. */
export function pushLimits(contract: Contract): PushLimits {
  const { values, facts } = contract
  const inField = mostEntries(contract, 'pushBulk', 'questions[].content', LIMITS.itemsPerPush)
  const bulk = Math.min(inField, values['bulk-item-limit'].items)
  const isKnown = ITEM_BEHAVIOURS.some((id) => facts[`behaviour:${id}`] !== undefined)
  return {
    items: {
      single: mostEntries(contract, 'pushContent', 'question.content', LIMITS.itemsPerPush),
      bulk,
      sync: Math.min(bulk, LIMITS.syncItems),
    },
    fields: mostEntries(contract, 'pushBulk', 'questions', LIMITS.questionsPerBulk),
    ...(isKnown ? { item: itemLimits(values) } : {}),
  }
}

const ITEM_BEHAVIOURS = ['item-lengths', 'occurred-ahead', 'code-points', 'white-text', 'null-is-absent'] as const

/** The limits of an item that the interface does not show. */
export function itemLimits(values: Values): ItemLimits {
  return {
    ...values['item-lengths'],
    aheadMs: values['occurred-ahead'].most,
    length: lengthIn(values['code-points'].rule),
    takesWhite: values['white-text'].rule === 'accepted',
    refusesNull: values['null-is-absent'].rule === 'refused',
  }
}

/** The largest page that a listing gives. */
export function largestPage({ values }: Contract): number {
  return values['paging-clamp'].most
}

/** How many entries a list of a request may have; one where a request carries a single entry. */
export function mostEntries(contract: Contract, id: OperationId, path: string, otherwise: number): number {
  if (contract.codecOf(id, 'body', 'classic')?.single.includes(path)) return 1
  const list = findNode(contract.rowOf(id).body, stepsOf(path)) as { maxItems?: number } | undefined
  return list?.maxItems ?? otherwise
}
