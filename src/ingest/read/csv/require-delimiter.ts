import { OptionError } from '../../errors.js'
import type { PushOptions } from '../../options.js'
import type { ReadSettings } from '../open-table.js'
import { detectDelimiter, separatorsPerRow } from './csv-delimiter.js'

/** A text may hold the other delimiter by chance, but not in nearly all rows as often as in the headers. */
const MOST = 0.9

/**
 * Refuses a delimiter that leaves every line whole where another one cuts headers and rows alike: each line would be taken for one
 * text. What stands in quotes separates nothing. A column that an option names is one. Throws `OptionError`.
 */
export function requireFittingDelimiter(
  { format, delimiter, head }: ReadSettings,
  columns: readonly string[],
  { map = [], fields = [] }: PushOptions,
): void {
  const isDelimited = format === 'csv' || format === 'tsv'
  if (!isDelimited || columns.length !== 1) return
  const [column] = columns
  if (map.includes(`text=${column}`) || fields.some((entry) => entry.startsWith(`${column}=`))) return
  const other = detectDelimiter(head)
  const [first = 0, ...rows] = separatorsPerRow(head, other)
  if (other === delimiter || first === 0 || rows.length === 0) return
  if (rows.filter((each) => each >= first).length < rows.length * MOST) return
  const named = (each: string) => (each === '\t' ? 'tab' : `"${each}"`)
  throw new OptionError(
    'WRONG_USAGE',
    `the delimiter ${named(delimiter)} separates no columns: the headers look separated by ${named(other)}`,
    `set it: --delimiter ${named(other)}; if it is one column, name it: --map "text=${column}"`,
  )
}
