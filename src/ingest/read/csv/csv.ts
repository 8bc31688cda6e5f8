import { InputFileError } from '../../errors.js'
import type { TextBytes } from '../decode/text-bytes.js'
import { cellText, isBlankRow, type RawRow, type Table } from '../table.js'
import { readCsvRecords } from './csv-records.js'

/** A CSV text as a table: its first row that is not blank holds the headers. `separatorLine`: the first line is none of its rows. */
export async function readCsv(text: TextBytes, delimiter: string, separatorLine: boolean): Promise<Table> {
  const skipped = separatorLine ? 1 : 0
  const records = readCsvRecords(text, delimiter, skipped)
  const rows = records[Symbol.asyncIterator]()
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const at = next.value.findIndex((row) => row.row > skipped && (row.fault !== undefined || !isBlankRow(row.cells)))
    if (at === -1) continue
    const header = next.value[at]!
    if (header.fault) {
      await rows.return(undefined)
      throw new InputFileError(`the header row can not be read: ${header.fault.reason}`, undefined, header.row)
    }
    return { columns: header.cells.map(cellText), rows: dataRows(next.value.slice(at + 1), rows), cellsCanShift: true }
  }
  throw new InputFileError('the file is empty')
}

async function* dataRows(first: RawRow[], rest: AsyncGenerator<RawRow[]>): AsyncGenerator<RawRow[]> {
  try {
    yield present(first)
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield present(next.value)
  } finally {
    await rest.return(undefined)
  }
}

function present(rows: RawRow[]): RawRow[] {
  const isPresent = (row: RawRow) => row.fault !== undefined || !isBlankRow(row.cells)
  return rows.every(isPresent) ? rows : rows.filter(isPresent)
}
