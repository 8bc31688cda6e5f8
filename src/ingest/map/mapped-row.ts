import type { ItemObject } from '../../contract/items/schemas.js'
import type { Cell } from '../read/table.js'

/** An item of a row, ready to be pushed to the field of its text column. */
export interface MappedItem {
  row: MappedRow
  /** Index among the text columns of the mapping. */
  field: number
  item: ItemObject
}

/** Why a text of a row is not pushed. */
export interface Rejection {
  field: number
  reason: string
}

/** What happened to a row: each of its texts is either an item or a rejection, and there is at least one. */
export interface MappedRow {
  row: number
  cells: readonly Cell[]
  /** The only cell is the whole row as it stands in the file, and belongs to no column. */
  isWhole?: true
  items: MappedItem[]
  rejections: readonly Rejection[]
}
