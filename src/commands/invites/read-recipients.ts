import { extname } from 'node:path'
import { didYouMean } from '../../base/nearest.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { readBytesOf } from '../../cli/read-file.js'
import { findAddress } from '../../contract/email.js'
import type { BodyOf } from '../../contract/operations/index.js'
import { explainPushError } from '../../ingest/explain.js'
import { fileOfBytes, readWholeTable, type TextRow } from '../../ingest/read/whole-table.js'
import { type Failure, invalidFile, missingColumn } from '../../terminal/failure.js'

export type InviteRecipient = BodyOf<'sendInvites'>['recipients'][number]

const EXTERNAL_ID = 'external_id'
const MOST_NAMED = 10

/**
 * The recipients of a file: `email`, `external_id` if there is one, and every other column as a variable; an empty cell is none.
 * Refuses a file without addresses, and one with bad ones, before anything is sent.
 */
export async function readRecipients(
  path: string,
  { emailColumn, sheet }: { emailColumn: string | undefined; sheet: string | undefined },
  { environment }: Pick<Factory, 'environment'>,
): Promise<InviteRecipient[]> {
  const name = path === '-' ? 'stdin.csv' : path
  // Recipients are a table, also where no extension says so, as of a pipe: `<(cat people.csv)`.
  const file = fileOfBytes(extname(name) === '' ? `${name}.csv` : name, await readBytesOf(environment, path))
  const { columns, rows } = await readWholeTable(file, omitUndefined({ sheet })).catch((error: unknown) => {
    throw explainPushError(error, name)
  })
  const email = findEmailColumn(name, columns, emailColumn)
  requireSound(rows, email, name)
  return rows.map(({ cells }) => recipientOf(cells, columns, email))
}

function findEmailColumn(name: string, columns: readonly string[], asked: string | undefined): number {
  const wanted = asked?.trim() ?? 'email'
  const index = columns.findIndex((column) => column.toLowerCase() === wanted.toLowerCase())
  if (index !== -1) return index
  const hint = `The file has: ${columns.join(', ')}. Name it: --email-column NAME.`
  throw missingColumn(`no column named "${wanted}" in ${name}`, asked !== undefined, {
    hint: [didYouMean(wanted, columns), hint].filter(Boolean).join(' '),
  })
}

function requireSound(rows: readonly TextRow[], email: number, name: string): void {
  if (rows.length === 0) throw fileInvalid(`${name} has no recipients`)
  const bad = rows.filter(
    ({ cells, fault }) => fault !== undefined || findAddress((cells[email] ?? '').trim()) === undefined,
  )
  if (bad.length === 0) return
  const named = bad.slice(0, MOST_NAMED).map(({ row, cells, fault }) => {
    const address = cells[email]?.trim() ?? ''
    return `row ${row}: ${fault ?? (address === '' ? 'email missing' : `invalid email ${JSON.stringify(address)}`)}`
  })
  const more = bad.length > MOST_NAMED ? `, and ${bad.length - MOST_NAMED} more` : ''
  const details = { rows: bad.map(({ row }) => row) }
  throw fileInvalid(`${name}: ${named.join('; ')}${more}; nothing was sent`, details)
}

function fileInvalid(message: string, details?: unknown): Failure {
  return invalidFile(message, 'Fix the file and send it again.', details)
}

function recipientOf(cells: readonly string[], columns: readonly string[], email: number): InviteRecipient {
  const variables = new Map<string, string>()
  let externalId: string | undefined
  for (const [index, column] of columns.entries()) {
    const value = cells[index] ?? ''
    if (index === email || column === '' || value === '') continue
    if (column === EXTERNAL_ID) externalId = value
    else variables.set(column, value)
  }
  const address = cells[email]!.trim()
  return {
    email: address,
    variables: Object.fromEntries(variables),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  }
}
