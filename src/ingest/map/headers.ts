/** A header as it is compared: without case, encodings of accents, punctuation, doubled spaces and text in brackets. */
export function comparableHeader(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Columns of a rejects file that say what was wrong; they are never pushed. */
export const REJECT_COLUMNS = ['rejected_row', 'rejected_reason'] as const

/** What a column is called in messages: its header, or its number where that is empty. */
export function columnName(columns: readonly string[], index: number): string {
  const header = columns[index]?.trim()
  return header ? header : `#${index + 1}`
}

/** Index of the column a person named: an exact header, else one that compares equal, else `#3` for the third. */
export function findColumn(columns: readonly string[], name: string): number | undefined {
  const exact = columns.indexOf(name)
  if (exact !== -1) return exact
  const comparable = comparableHeader(name)
  const similar = comparable === '' ? -1 : columns.findIndex((column) => comparableHeader(column) === comparable)
  if (similar !== -1) return similar
  const number = /^#(\d{1,5})$/.exec(name.trim())?.[1]
  return number !== undefined && Number(number) >= 1 && Number(number) <= columns.length
    ? Number(number) - 1
    : undefined
}
