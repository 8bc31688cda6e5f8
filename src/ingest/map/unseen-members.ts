import { NoTextError } from '../errors.js'
import type { RawRow, Table } from '../read/table.js'
import type { Mapping } from './mapping.js'

/**
 * Marks the members that no row of the sample has, where items name their members themselves: such a table has a column for each,
 * so that a rare one further on is not lost. Throws `NoTextError` where no row has a text.
 */
export function markUnseen(mapping: Mapping, { columns, typed }: Table, sample: readonly RawRow[]): Mapping {
  if (!typed || sample.length === 0) return mapping
  const isSeen = (index: number) => sample.some(({ cells }) => cells[index] !== undefined)
  const [text] = mapping.texts
  if (mapping.texts.length === 1 && text!.chosenBy !== 'option' && !isSeen(text!.index)) {
    const seen = columns.filter((_, index) => isSeen(index))
    throw new NoTextError('no member looks like feedback text', seen, 'name the right one with --map text=member')
  }
  return {
    ...mapping,
    members: mapping.members.map((each) => (isSeen(each.index) ? each : { ...each, unseen: true })),
  }
}
