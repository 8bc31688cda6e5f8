import { shellWord } from '../base/escape.js'
import type { Factory } from '../cli/factory.js'
import type { Screen } from '../cli/screen.js'
import type { Contract } from '../contract/facts/contract.js'
import { NO_COLUMN } from '../contract/facts/flat-mapping.js'
import { ITEM_MEMBERS, MEMBERS, OPTIONAL_MEMBERS } from '../contract/items/members.js'
import { NoTextError } from '../ingest/errors.js'
import { comparableHeader } from '../ingest/map/headers.js'
import { wrongUsage } from '../terminal/failure.js'
import type { uploadMapping } from './upload-mapping.js'

/** A file to upload, and which of its columns is what. */
interface Upload {
  path: string
  file: Uint8Array
  mapping: Awaited<ReturnType<typeof uploadMapping>>
  headers(): Promise<readonly string[]>
}

/** What names the columns of an upload, where none is headed `text`. */
export const COLUMNS_HINT =
  'Without --map an upload takes columns headed text, external_id, rating and so on. Name others with `--map text=Column`, or let `inpk push` choose them.'

/** Reads the file as the service will, before anything is sent: a task that can only fail is not begun. */
export async function requireColumns(
  { path, file, mapping }: Omit<Upload, 'headers'>,
  /** Epoch milliseconds. */
  now: number,
): Promise<void> {
  const [{ readStrictly, MappingError }, { fileOfBytes }, { explainPushError }] = await Promise.all([
    import('../ingest/index.js'),
    import('../ingest/read/whole-table.js'),
    import('../ingest/explain.js'),
  ])
  const { fields = {}, ...members } = mapping ?? {}
  const isNamed = mapping !== undefined && !Object.values(fields).includes(NO_COLUMN)
  const columns = { fields: isNamed ? fields : undefined, onlyField: 'text', members: isNamed ? members : undefined }
  const format = /\.xlsx$/i.test(path) ? 'xlsx' : 'csv'
  try {
    await readStrictly(fileOfBytes(path, file), { format, columns, now })
  } catch (error) {
    if (!(error instanceof MappingError)) throw explainPushError(error, path)
    const { message, columns: there, asked } = error
    if (isNamed) throw explainPushError(new MappingError(message, there, undefined, asked), path)
    throw explainPushError(new NoTextError(message, there, COLUMNS_HINT), path)
  }
}

/**
 * Warns of columns that an upload without --map leaves out though their headers say what they are: the service takes the names of
 * members alone, where a push takes others as well.
 */
export async function warnOfLeftOut(headers: readonly string[], screen: Screen): Promise<void> {
  const there = headers.map((header) => header.trim()).filter((header) => header !== '')
  const columns = OPTIONAL_MEMBERS.flatMap((member): [string, string][] => {
    const meant = there.find((header) => header === member) ?? there.find((header) => isCalled(member, header))
    return meant === undefined ? [] : [[member, meant]]
  })
  const left = columns.flatMap(([member, header]) => (member === header ? [] : [header]))
  if (left.length === 0) return
  const options = columns.map(([member, header]) => `--map ${shellWord(`${member}=${header}`)}`).join(' ')
  const [isOrAre, them] = left.length === 1 ? ['is', 'it'] : ['are', 'them']
  await screen.warn(
    `${left.join(', ')} ${isOrAre} not stored: without --map, only columns called text, external_id, rating and so on are. To store ${them}, add \`${options}\`.`,
  )
}

function isCalled(member: (typeof OPTIONAL_MEMBERS)[number], header: string): boolean {
  return ITEM_MEMBERS[member].headers.includes(comparableHeader(header))
}

/**
 * The file with its headers renamed to the members they are used as, for a service that finds its columns by those. Other files and forms are
 * left as they are: the client refuses what can't be said.
 */
export async function asHeaded(
  { path, file, mapping, headers }: Upload,
  { values }: Pick<Contract, 'values'>,
  { screen }: Factory,
): Promise<Pick<Upload, 'file' | 'mapping'>> {
  const { fields = {}, ...members } = mapping ?? {}
  const [[field, text] = ['', NO_COLUMN], ...others] = Object.entries(fields)
  const isCsv = /\.csv$/i.test(path)
  const isAsked = values['upload-mapping'].form === 'none' && isCsv && text !== NO_COLUMN && others.length === 0
  const used = [['text', text], ...(Object.entries(members) as [string, string][])] as const
  const renamed = used.filter(([member, header]) => member !== header)
  if (!isAsked || renamed.length === 0) return { file, mapping }
  const there = await headers()
  const unasked = MEMBERS.find((member) => there.includes(member) && used.every(([, header]) => header !== member))
  if (unasked !== undefined && unasked !== 'text') {
    const hint = `Name it as well, with \`--map ${unasked}=${unasked}\`, or give it another header in the file.`
    throw wrongUsage(`this service takes the column ${unasked} for its header, and --map does not name it`, hint)
  }
  const { renameHeaders } = await import('../ingest/rename-headers.js')
  const headed = renameHeaders(file, there, new Map(renamed.map(([member, header]) => [header, member])))
  if (!headed) return { file, mapping }
  const list = (at: 0 | 1) => renamed.map((each) => each[at]).join(', ')
  await screen.note(
    `This service finds columns by their headers: ${list(1)} ${renamed.length === 1 ? 'is' : 'are'} sent as ${list(0)}.`,
  )
  return {
    file: headed,
    mapping: { ...Object.fromEntries(used.slice(1).map(([member]) => [member, member])), fields: { [field]: 'text' } },
  }
}
