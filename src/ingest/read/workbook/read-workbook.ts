import { InputFileError } from '../../errors.js'
import type { InputFile } from '../../ports.js'
import { inflatedBytes } from '../decode/decode.js'
import { excelDate } from '../excel-dates.js'
import { type Cell, cellText, isBlankRow, type RawRow, startingWith, type Table } from '../table.js'
import type { XlsxSettings } from '../xlsx/read-xlsx.js'
import { otherSheets, requireSheet } from '../xlsx/workbook.js'
import { openPackage } from '../xlsx/zip.js'
import type { ChildCell } from './child.js'
import { openWorkbookChild, WORKBOOK_LIMITS, type WorkbookChild, type WorkbookLimits } from './child.js'
import { type OdsVisibility, readOdsVisibility } from './ods-visibility.js'

/**
 * A sheet of an .xls, .xlsb or .ods workbook as a table, read by a process of its own: the library knows no streams and may never
 * return (threats B14). Its first row that is not blank holds the headers.
 */
export async function readWorkbookFile(
  file: InputFile,
  settings: XlsxSettings,
  limits: WorkbookLimits = WORKBOOK_LIMITS,
): Promise<Table & { sheet: string }> {
  const bytes = await readWhole(file, settings.gzip, limits.fileBytes)
  const visibility = await requireSoundContainer(bytes)
  const child = openWorkbookChild(bytes, limits)
  try {
    const first = await child.next()
    if (!('sheets' in first)) throw new InputFileError("the workbook can't be read")
    const sheets = first.sheets.map((each) => ({
      ...each,
      hidden: each.hidden || visibility.get(each.name)?.hidden === true,
    }))
    const sheet = requireSheet({ sheets }, settings.sheet)
    child.choose(sheets.indexOf(sheet))
    const dateSystem = first.date1904 ? 1904 : 1900
    const rows = sheetRows(child, dateSystem, visibility.get(sheet.name)?.hiddenRows ?? [])
    const header = await rows.next()
    if (header.done) throw new InputFileError(`the sheet "${sheet.name}" is empty`)
    const [columns, ...rest] = header.value
    return {
      ...{ columns: columns!.cells.map(cellText), dateSystem, sheet: sheet.name, rows: startingWith(rest, rows) },
      otherSheets: otherSheets(sheets, sheet, settings.sheet),
    }
  } catch (error) {
    child.close()
    throw error
  }
}

async function* sheetRows(
  child: WorkbookChild,
  dateSystem: 1900 | 1904,
  hidden: OdsVisibility['hiddenRows'],
): AsyncGenerator<RawRow[]> {
  try {
    for (let message = await child.next(); 'rows' in message; message = await child.next()) {
      const rows = message.rows.map(([row, cells, isHidden]) => ({
        row,
        cells: cells.map((cell) => toCell(cell, dateSystem)),
        ...(isHidden || hidden.some(([first, last]) => row >= first && row <= last) ? { hidden: true as const } : {}),
      }))
      const present = rows.filter(({ cells }) => !isBlankRow(cells))
      if (present.length > 0) yield present
    }
  } finally {
    child.close()
  }
}

function toCell(cell: ChildCell, dateSystem: 1900 | 1904): Cell {
  if (cell === null) return undefined
  if (typeof cell !== 'object') return cell
  if ('f' in cell) return { fault: cell.f }
  const date = excelDate(cell.d, dateSystem)
  return date === undefined ? cell.d : { date }
}

async function readWhole(file: InputFile, gzip: boolean, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of inflatedBytes(file, gzip)) {
    size += chunk.length
    if (size > mostBytes) {
      const hint = 'save it as .xlsx or .csv, which are read at any size'
      throw new InputFileError(`the workbook is larger than ${mostBytes / 1024 ** 2} MB`, hint)
    }
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

const NOTHING_HIDDEN: ReadonlyMap<string, OdsVisibility> = new Map()
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const SMALLEST_COMPOUND = 1_536

/** The library reads anything as a workbook, texts too: only what starts like one goes there. A ZIP file must have its directory, and inflate to a bearable size, for the library loops on one that has none. Resolves to what an .ods hides. */
async function requireSoundContainer(bytes: Buffer): Promise<ReadonlyMap<string, OdsVisibility>> {
  if (bytes.length === 0) throw new InputFileError('the file is empty')
  if (bytes.toString('latin1', 0, 2) !== 'PK') {
    if (COMPOUND.equals(bytes.subarray(0, 8)) && bytes.length >= SMALLEST_COMPOUND) return NOTHING_HIDDEN
    if (bytes[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(bytes[1]!)) return NOTHING_HIDDEN
    throw new InputFileError('not an .xls workbook', 'is it another format? See --format')
  }
  const readRange = async (start: number, length: number) => bytes.subarray(start, start + length)
  const parts = await openPackage({ size: bytes.length, readRange }, LARGEST_INFLATED)
  try {
    return await readOdsVisibility(parts)
  } finally {
    parts.close()
  }
}

const LARGEST_INFLATED = 256 * 1024 ** 2
