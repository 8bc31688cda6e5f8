import { INDEX, NUMBER } from '../../../contract/facts/ordinals.js'
import { plainName } from './lexicon.js'
import type { Leaf } from './match.js'
import { assumptionAt } from './slots.js'
import type { MemberFinding, SlotPair } from './structure.js'

/** What says the place of an entry among the others, and nothing of a record. */
const ORDINALS: readonly string[] = [
  ...['position', 'pos', 'order', 'sort', 'sort_order', 'order_index', 'order_number', 'display_order'],
  ...['ordinal', 'sequence', 'seq', 'rank', 'index', 'idx'],
]

/**
 * Adds to a member of the entries of a request, whose paths start so, that a number of each entry has to stand beside it, if one of those
 * that are none of ours is that. It counts from 0 only where 0 was sent, or is an example: from 1 on is in order as well.
 */
export function addOrdinal(
  { slot, operation }: Pick<SlotPair, 'slot' | 'operation'>,
  { prefix, left }: { prefix: string; left: readonly Leaf[] },
  members: MemberFinding[],
): void {
  const numbers = slot === 'body' ? left.find(isOrdinal) : undefined
  const canSay = ({ path, state }: MemberFinding) =>
    state === 'seen' && path.startsWith(prefix) && assumptionAt(slot, operation, path) !== undefined
  const beside = numbers && members.find(canSay)
  if (!beside || numbers.shape.kind !== 'scalar') return
  const { seen, examples = [] } = numbers.shape
  beside.form = { ...beside.form, tag: { [numbers.path[0]!]: [...seen, ...examples].includes(0) ? INDEX : NUMBER } }
}

/** Whether a member of the entries of a list says which of them one is. */
export function isOrdinal({ path, required, shape }: Leaf): boolean {
  const isNumber = shape.kind === 'scalar' && shape.types.join() === 'integer' && shape.words === undefined
  return required && isNumber && path.length === 1 && ORDINALS.includes(plainName(path[0]!))
}
