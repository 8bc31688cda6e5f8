import { OptionError } from '../../errors.js'
import type { ReadSettings } from '../open-table.js'
import { cellText, type RawRow } from '../table.js'
import { detectDelimiter } from './csv-delimiter.js'

/** Rows that are looked at; more would say the same. */
const ROWS = 100
/** A text may hold the other delimiter by chance, but not in nearly all rows as often as in the headers. */
const MOST = 0.9

/**
 * Refuses a delimiter that leaves every line whole where another one cuts headers and rows alike: each line would be taken for one
 * text. Throws `OptionError`.
 */
export function requireFittingDelimiter(
  { format, delimiter, head }: ReadSettings,
  columns: readonly string[],
  sample: readonly RawRow[],
): void {
  const isDelimited = format === 'csv' || format === 'tsv'
  if (!isDelimited || columns.length !== 1 || sample.length === 0) return
  const other = detectDelimiter(head)
  const width = columns[0]!.split(other).filter((name) => name.trim() !== '').length
  if (other === delimiter || width < 2) return
  const rows = sample.slice(0, ROWS)
  const isCut = ({ cells }: RawRow) => cells.map(cellText).join(delimiter).split(other).length >= width
  if (rows.filter(isCut).length < rows.length * MOST) return
  const named = (each: string) => (each === '\t' ? 'tab' : `"${each}"`)
  throw new OptionError(
    'WRONG_USAGE',
    `the delimiter ${named(delimiter)} separates no columns: the headers look separated by ${named(other)}`,
    `set it: --delimiter ${named(other)}`,
  )
}
