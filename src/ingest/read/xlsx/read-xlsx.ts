import { InputFileError } from '../../errors.js'
import type { InputFile } from '../../ports.js'
import { inflatedBytes } from '../decode/decode.js'
import { cellText, isBlankRow, type RawRow, startingWith, type Table } from '../table.js'
import { readSheetRows } from './sheet.js'
import type { StringStore } from './strings.js'
import { readSharedStrings } from './strings.js'
import { readNumberStyles } from './styles.js'
import { otherSheets, readWorkbook, requireSheet } from './workbook.js'
import { openPackage, type Package, type RandomAccess } from './zip.js'

/** A workbook within a .gz is inflated into memory, so it is bounded. */
const LARGEST_INFLATED = 256 * 1024 * 1024

export interface XlsxSettings {
  gzip: boolean
  sheet?: string
}

/** A plan reads its file several times with the same settings; the texts are read the first time only. */
const STRINGS = new WeakMap<XlsxSettings, StringStore>()

/**
 * A sheet of a workbook as a table; its first row that is not blank holds the headers. Streams: only the shared strings are kept.
 * Hidden rows are read; of merged cells the first holds the value.
 */
export async function readXlsx(file: InputFile, settings: XlsxSettings): Promise<Table & { sheet: string }> {
  const parts = await openPackage(settings.gzip ? await inflateWhole(file) : file)
  try {
    const workbook = await readWorkbook(parts)
    const sheet = requireSheet(workbook, settings.sheet)
    const strings = STRINGS.get(settings) ?? (await readSharedStrings(parts, workbook.stringsPath))
    STRINGS.set(settings, strings)
    const numberStyle = await readNumberStyles(parts, workbook.stylesPath)
    const { dateSystem } = workbook
    const context = { sheet: sheet.name, strings, numberStyle, dateSystem }
    const rows = presentRows(readSheetRows(await parts.open(sheet.path), context), parts)
    const first = await rows.next()
    if (first.done) throw new InputFileError(`the sheet "${sheet.name}" is empty`)
    const [header, ...rest] = first.value
    return {
      ...{ columns: header!.cells.map(cellText), dateSystem, sheet: sheet.name, rows: startingWith(rest, rows) },
      otherSheets: otherSheets(workbook.sheets, sheet, settings.sheet),
    }
  } catch (error) {
    parts.close()
    throw error
  }
}

async function* presentRows(groups: AsyncIterable<RawRow[]>, parts: Package): AsyncGenerator<RawRow[]> {
  try {
    for await (const group of groups) {
      const rows = group.filter(({ cells }) => !isBlankRow(cells))
      if (rows.length > 0) yield rows
    }
  } finally {
    parts.close()
  }
}

async function inflateWhole(file: InputFile): Promise<RandomAccess> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of inflatedBytes(file, true)) {
    size += chunk.length
    if (size > LARGEST_INFLATED)
      throw new InputFileError('the workbook in the .gz file is too large', 'unpack it first')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  return { size, readRange: async (start, length) => bytes.subarray(start, start + length) }
}
