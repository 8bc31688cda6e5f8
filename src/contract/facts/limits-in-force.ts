import type { Values } from '../assumptions/values.js'
import { type ItemLimits, lengthIn } from '../items/check-item.js'
import { SHORT_TEXT_MEMBERS } from '../items/members.js'
import { LIMITS } from '../limits.js'
import type { Operation } from '../operation.js'
import type { OperationId } from '../operations/index.js'
import { describedAs, describedKeywords, type TSchema } from '../schema.js'
import type { Contract } from './contract.js'
import { findNode, stepsOf, withNode } from './schema-path.js'

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

/** The row with the bounds and defaults that facts about behaviours give it, as its description says them; the checks are elsewhere. */
export function withDescribedValues(row: Operation, { facts, values }: Pick<Contract, 'facts' | 'values'>): Operation {
  const { 'paging-clamp': page, 'item-lengths': lengths, 'default-feedback-type': usual } = values
  const keywords: Record<string, [path: string, keywords: object][]> = {
    'paging-clamp': [['limit', { default: page.default, maximum: page.most }]],
    'default-feedback-type': [['feedback_type', { default: usual.feedback_type }]],
    'item-lengths': ITEM_LISTS.flatMap((list) =>
      SHORT_TEXT_MEMBERS.map((member): [string, object] => [`${list}.${member}`, { maxLength: lengths[member] }]),
    ),
  }
  return Object.entries(keywords)
    .flatMap(([behaviour, all]) => (facts[`behaviour:${behaviour}`] === undefined ? [] : all))
    .reduce((whole, [path, each]) => withKeywords(whole, path, each), row)
}

/** Where a push has its items. */
const ITEM_LISTS = ['question.content[]', 'questions[].content[]']

function withKeywords(row: Operation, path: string, keywords: object): Operation {
  const steps = stepsOf(path)
  const slot = row.query ? 'query' : 'body'
  const schema = row[slot]
  if (!schema || !findNode(schema, steps)) return row
  return { ...row, [slot]: withNode(schema, steps, (node) => withDescribed(node, keywords)) }
}

/** What is described by keywords of its own says these there. */
function withDescribed(node: TSchema, keywords: object): TSchema {
  const own = describedKeywords(node)
  return own ? describedAs(node, { ...own, ...keywords }) : { ...node, ...keywords }
}
