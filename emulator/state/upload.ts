/**
 * An uploaded file on its way into the items; gone when its task is over. What is stored is in the same record as how far it
 * came.
 */
export interface Upload {
  /** That of its task. */
  id: string
  /** Name among the uploads of the store. */
  file: string
  fileName: string
  sourceId: number
  sourceReference: string | null
  /** Header by field; null: `text` goes to the only text field. */
  fields: Record<string, string> | null
  /** Header by member; null: headers that are named as members. */
  members: Record<string, string> | null
  onlyField: string
  /** Set once the whole file was read and found sound: how many rows it has, and the tokens set aside for them. */
  found: { rows: number; tokens: number; periodStart: number } | null
  batchesDone: number
  rowsRead: number
  rowsRejected: number
  /** The first ones. */
  rejections: { row: number; reason: string }[]
  /** Items inserted and duplicates so far, by field. Stored under this name. */
  landed: Record<string, { inserted: number; duplicates: number }>
  /** Tokens of what was inserted by a live key. */
  tokens: number
}
