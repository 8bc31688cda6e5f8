import { didYouMean } from '../../base/nearest.js'
import type { Environment } from '../../cli/environment.js'
import { readTextOf } from '../../cli/read-file.js'
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
}

/**
 * The ids in a file or on stdin: a CSV with a column `external_id` or `customer_id` (or both), or an external_id a line.
 * Refuses a file with none.
 */
export async function readEraseIds(environment: Environment, path: string): Promise<EraseFile> {
  const text = (await readTextOf(environment, path)).replace(/^\ufeff/, '')
  const header = /^[^\r\n]*/
    .exec(text)![0]
    .split(',')
    .map((cell) => cell.replace(/^"|"$/g, '').trim())
  const columns: [Kind, number][] = [
    ['external_ids', header.indexOf('external_id')],
    ['customer_ids', header.indexOf('customer_id')],
  ]
  const found = columns.filter(([, index]) => index !== -1)
  if (found.length === 0) requireNoHeader(path, header)
  const ids = found.length === 0 ? linesOf(text) : await columnsOf(text, found)
  if (ids.external_ids.length + ids.customer_ids.length === 0) throw invalidFile(`no ids in ${path}`)
  return { ...ids, unused: found.length === 0 ? [] : header.filter((cell) => !COLUMNS.includes(cell)) }
}

const COLUMNS: readonly string[] = ID_MEMBERS

/** Refuses a first line that must be meant as a header: read as ids, nothing of the file would be erased, or something else. */
function requireNoHeader(path: string, header: readonly string[]): void {
  const meant = header.map((cell) => didYouMean(cell, COLUMNS)).find((each) => each !== undefined)
  if (meant === undefined && header.length === 1) return
  const hint = [meant, 'A file of ids has one external_id per line, or a header row.'].filter(Boolean).join(' ')
  throw missingColumn(`${path} has neither a column external_id nor customer_id, but ${header.join(', ')}`, false, {
    hint,
  })
}

function linesOf(text: string): EraseIds {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  return { external_ids: lines.filter((line) => line !== ''), customer_ids: [] }
}

async function columnsOf(text: string, columns: readonly [Kind, number][]): Promise<EraseIds> {
  const ids: EraseIds = { external_ids: [], customer_ids: [] }
  let rows = 0
  const { createCsvParser } = await import('../../ingest/read/csv/csv-parse.js')
  const parser = createCsvParser(',', (cells) => {
    if (rows > 0) {
      for (const [kind, index] of columns) if (cells[index]) ids[kind].push(cells[index])
    }
    rows += 1
    return true
  })
  const isWhole = (await parser.feed(Buffer.from(text))) && (await parser.end())
  if (!isWhole) throw invalidFile(`the file can't be read as CSV after row ${rows}`)
  return ids
}
