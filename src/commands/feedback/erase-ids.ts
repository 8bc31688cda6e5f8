import { didYouMean } from '../../base/nearest.js'
import type { Environment } from '../../cli/environment.js'
import { readTextOf } from '../../cli/read-file.js'
import { isGuardedExport, unguardCell } from '../../contract/items/exported.js'
import { ID_MEMBERS } from '../../contract/items/members.js'
import { invalidFile, missingColumn } from '../../terminal/failure.js'

export interface EraseIds {
  external_ids: string[]
  customer_ids: string[]
}

type Kind = keyof EraseIds

/** The ids of a file, and its columns that are none. */
export interface EraseFile extends EraseIds {
  unused: string[]
  /** Rows that name an item and its customer: they ask for that item, and not for all else of the customer. */
  both: number
}

/**
 * The ids in a file or on stdin: a CSV with a column `external_id` or `customer_id` (or both), or an external_id a line.
 * Refuses a file with none.
 */
export async function readEraseIds(environment: Environment, path: string): Promise<EraseFile> {
  const text = (await readTextOf(environment, path)).replace(/^\ufeff/, '')
  const first = /^[^\r\n]*/.exec(text)![0]
  const cellsOf = (delimiter: string) => first.split(delimiter).map((cell) => cell.replace(/^"|"$/g, '').trim())
  const delimiter = DELIMITERS.find((each) => cellsOf(each).some((cell) => COLUMNS.includes(cell))) ?? ','
  const header = cellsOf(delimiter)
  const columns: [Kind, number][] = [
    ['external_ids', header.indexOf('external_id')],
    ['customer_ids', header.indexOf('customer_id')],
  ]
  const found = columns.filter(([, index]) => index !== -1)
  if (found.length === 0) requireNoHeader(path, header)
  const ids = found.length === 0 ? linesOf(text) : await columnsOf(text, found, delimiter)
  const unused = found.length === 0 ? [] : header.filter((cell) => !COLUMNS.includes(cell))
  if (ids.external_ids.length + ids.customer_ids.length === 0)
    throw invalidFile(`no ids in ${path}`, unused.length === 0 ? undefined : unusedHint(unused))
  return { ...ids, unused }
}

const COLUMNS: readonly string[] = ID_MEMBERS
const DELIMITERS = [',', ';', '\t']

/** Refuses a first line that must be meant as a header: read as ids, nothing of the file would be erased, or something else. */
function requireNoHeader(path: string, header: readonly string[]): void {
  const meant = header.map((cell) => didYouMean(cell, COLUMNS)).find((each) => each !== undefined)
  if (meant === undefined && header.length === 1) return
  const hint = [meant, 'A file of ids has one external_id per line, or a header row.'].filter(Boolean).join(' ')
  throw missingColumn(`${path} has neither a column external_id nor customer_id, but ${header.join(', ')}`, false, {
    hint,
  })
}

/** Where the ids may be that a file seems not to have. */
function unusedHint(unused: readonly string[]): string {
  const meant = unused.map((cell) => didYouMean(cell, COLUMNS)).find((each) => each !== undefined)
  return [`Only external_id and customer_id count, not ${unused.join(', ')}.`, meant].filter(Boolean).join(' ')
}

function linesOf(text: string): Omit<EraseFile, 'unused'> {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  return { external_ids: lines.filter((line) => line !== ''), customer_ids: [], both: 0 }
}

async function columnsOf(
  text: string,
  columns: readonly [Kind, number][],
  delimiter: string,
): Promise<Omit<EraseFile, 'unused'>> {
  const ids = { external_ids: [] as string[], customer_ids: [] as string[], both: 0 }
  let rows = 0
  const textOf = isGuardedExport(text) ? unguardCell : (cell: string) => cell
  const { createCsvParser } = await import('../../ingest/read/csv/csv-parse.js')
  const parser = createCsvParser(delimiter, (cells) => {
    const [kept, ...others] = rows > 0 ? columns.filter(([, index]) => cells[index]) : []
    if (kept) ids[kept[0]].push(textOf(cells[kept[1]]!))
    if (others.length > 0) ids.both += 1
    rows += 1
    return true
  })
  const isWhole = (await parser.feed(Buffer.from(text))) && (await parser.end())
  if (!isWhole) throw invalidFile(`the file can't be read as CSV after row ${rows}`)
  return ids
}
