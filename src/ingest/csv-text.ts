import { stringify } from 'csv-stringify/sync'

/** Rows as CSV lines, quoted where they must be, or every text with `quoted_string`; texts stay byte for byte. */
export function csvText(
  rows: readonly (readonly unknown[])[],
  options: { quoted_string?: boolean; delimiter?: string; record_delimiter?: string } = {},
): string {
  return stringify(rows as unknown[][], options)
}
