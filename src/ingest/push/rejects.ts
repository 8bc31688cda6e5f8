import { csvText } from '../csv-text.js'
import { REJECT_COLUMNS } from '../map/headers.js'
import type { MappedRow } from '../map/mapped-row.js'
import type { RejectsFile } from '../ports.js'
import { cellText } from '../read/table.js'

const HALF_A_PAIR = 'half a surrogate pair is shown as \ufffd here'

/** Writes rejected rows, to be fixed and pushed: row number, reason, then the columns as they were. */
export interface RejectsWriter {
  add(row: MappedRow, reasons: readonly string[]): Promise<void>
  /** Path of the file; undefined if nothing was rejected, for then none is made. */
  close(): Promise<string | undefined>
}

/** Opens the file at its first row. Columns a rejects file adds are not carried over from one to the next. */
export function createRejectsWriter(
  path: string,
  columns: readonly string[],
  open: (path: string) => Promise<RejectsFile>,
): RejectsWriter {
  const kept = columns.flatMap((column, index) =>
    (REJECT_COLUMNS as readonly string[]).includes(column) ? [] : [index],
  )
  let file: Promise<RejectsFile> | undefined
  let last: Promise<void> = Promise.resolve()
  const write = async (lines: string[][]) => {
    file ??= open(path)
    await (await file).write(csvText(lines))
  }
  return {
    add({ row, cells, isWhole }, reasons) {
      const header = file ? [] : [[...REJECT_COLUMNS, ...kept.map((index) => columns[index]!)]]
      // Below a column it would be pushed as what that column holds. What is with the reason is never pushed.
      const whole = isWhole ? [`the row: ${cells.map(cellText).join('')}`] : []
      const own = isWhole ? [] : cells
      const line = [
        String(row),
        [...new Set([...reasons, ...(isWritable(cells) ? [] : [HALF_A_PAIR]), ...whole])].join('; '),
        ...kept.map((index) => cellText(own[index])),
        ...own.slice(columns.length).map(cellText),
      ]
      file ??= open(path)
      last = last.then(() => write([...header, line]))
      return last
    },
    async close() {
      await last.catch(() => undefined)
      // The row that needed the file has already failed where it could not be opened.
      const written = await file?.catch(() => undefined)
      await written?.close()
      return written && (written.path ?? path)
    },
  }
}

/** A file can hold every text but half of a character. */
function isWritable(cells: MappedRow['cells']): boolean {
  return cells.every((cell) => typeof cell !== 'string' || cell.isWellFormed())
}
