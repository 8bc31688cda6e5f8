import { type Adapter, Low } from 'lowdb'
import type { Files } from '../adapters/files.js'
import { DamagedFileError } from './errors.js'
import { type DiskImage, emptyImage } from './image.js'
import { checksum } from './line.js'

/** Everything but items, blobs and secrets, as it was after change `seq`. */
export interface SnapshotFile extends DiskImage {
  format: number
  state: unknown
}

/** The snapshot at `path`, or nothing when there is none. Throws DamagedFileError. */
export async function findSnapshot(files: Files, path: string): Promise<SnapshotFile | undefined> {
  const found = await findDocument(files, path)
  return found === undefined ? undefined : { ...emptyImage(), ...(found as SnapshotFile) }
}

/** Puts a snapshot in the place of the one before. */
export function writeSnapshot(files: Files, path: string, snapshot: SnapshotFile): Promise<void> {
  return writeDocument(files, path, snapshot)
}

const NO_SUM = '00000000'
const SUM_AT = '{\n  "crc": "'.length

/** A human-readable document whose first member is the checksum of the rest. */
export function encodeChecked(data: object): Buffer {
  const text = `${JSON.stringify({ crc: NO_SUM, ...data }, null, 2)}\n`
  return Buffer.from(text.slice(0, SUM_AT) + checksum(text) + text.slice(SUM_AT + NO_SUM.length))
}

/** The other way round. Throws DamagedFileError when a single bit is not as it was written. */
export function decodeChecked(file: string, bytes: Uint8Array): unknown {
  if (bytes.length <= SUM_AT + NO_SUM.length) throw new DamagedFileError(file, 'the file is empty or cut short')
  const copy = Buffer.from(bytes)
  const sum = copy.toString('latin1', SUM_AT, SUM_AT + NO_SUM.length)
  copy.write(NO_SUM, SUM_AT)
  if (sum !== checksum(copy)) throw new DamagedFileError(file, 'the file does not match its checksum')
  const { crc, ...data } = JSON.parse(copy.toString()) as { crc: string }
  return data
}

/** The document at `path`, or nothing when there is none. Throws DamagedFileError. */
export async function findDocument(files: Files, path: string): Promise<unknown> {
  const document = openDocument(files, path)
  await document.read()
  return document.data ?? undefined
}

/** Puts a document in the place of the one before: whole or not at all. */
export async function writeDocument(files: Files, path: string, data: object): Promise<void> {
  const document = openDocument(files, path)
  document.data = data
  await document.write()
}

/**
 * What is small and whole is a document of lowdb, whose own file adapter neither syncs nor checks. Opened for one use: lowdb keeps
 * what it has read or written, and that would be every state a second time in memory. Opening itself touches no file.
 */
function openDocument(files: Files, path: string): Low<object | null> {
  const adapter: Adapter<object | null> = {
    async read() {
      const bytes = await files.findAll(path)
      return bytes === undefined ? null : (decodeChecked(path, bytes) as object)
    },
    write: (data) => files.writeAtomically(path, encodeChecked(data ?? {})),
  }
  return new Low(adapter, null)
}

/** A deep copy of plain JSON with sorted keys; members that are undefined are dropped, as JSON would. */
export function stableCopy<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(stableCopy) as Value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => (left < right ? -1 : 1))
  // fromEntries defines members, so a key named __proto__ stays an ordinary key.
  return Object.fromEntries(members.map(([key, member]) => [key, stableCopy(member)])) as Value
}
