import { isGuardedExport } from '../../contract/items/exported.js'
import type { Format } from '../options.js'
import type { InputFile } from '../ports.js'
import { readCsv } from './csv/csv.js'
import { type DecodeSettings, decodeText } from './decode/decode.js'
import { readJson } from './json/json.js'
import { readNdjson } from './json/ndjson.js'
import type { Table } from './table.js'
import { lineSeparator, readText } from './text.js'
import { readWorkbookFile } from './workbook/read-workbook.js'
import { readXlsx } from './xlsx/read-xlsx.js'

/** Everything that decides how a file is read; the same for each pass over it. */
export interface ReadSettings extends DecodeSettings {
  format: Format
  delimiter: string
  /** The first line is `sep=;`, no headers. */
  separatorLine: boolean
  sheet?: string
  /** The first part of the text as UTF-8. */
  head: Buffer
}

/** Read by a process of their own. */
const BINARY: ReadonlySet<Format> = new Set(['xls', 'xlsb', 'ods'])

/** Opens a pass over the rows of a file. */
export async function openTable(file: InputFile, settings: ReadSettings): Promise<Table> {
  if (settings.format === 'xlsx') return readXlsx(file, settings)
  if (BINARY.has(settings.format)) return readWorkbookFile(file, settings)
  const text = decodeText(file, settings)
  if (settings.format === 'ndjson') return readNdjson(text, settings.head)
  if (settings.format === 'json') return readJson(text)
  if (settings.format === 'text') return readText(text, lineSeparator(settings.head))
  return readCsv(text, { ...settings, isGuarded: isGuardedExport(settings.head.toString()) })
}
