import { crc32 } from 'node:zlib'
import { JournalError } from '../../errors.js'
import type { PushSummary } from '../summary.js'

/** What the service did with a batch. Lists are by text column. */
export interface BatchOutcome {
  inserted: number[]
  duplicates: number[]
  aps: number
  /** Items the service refused: index in the batch, reason. */
  faults: [item: number, reason: string][]
  /** Items that the service refused without saying which: their text column, how many, and why. All of that column are in the rejects file. */
  unnamed?: [field: number, count: number, reason: string][]
  /** Text columns whose other items were not stored and go again as a new batch. */
  again: number[]
}

export interface RunRecord {
  type: 'run'
  version: 1
  runId: string
  generation: number
  file: { path: string; size: number; sha256: string }
  startedAt: number
  /** Parts of the file that were sent before it grew, in order. */
  earlier?: EarlierPart[]
}

/** What an earlier run has sent of a file: rows up to this one, read as at this time. */
export interface EarlierPart {
  through: number
  startedAt: number
}

/** The intent, on the disk before the request leaves. */
export interface SentRecord {
  type: 'sent'
  label: string
  key: string
  /** Of the payload. */
  hash: string
  /** Grows when the batch must go under a new key. */
  attempt: number
  /** First and last row. */
  rows: [number, number]
  /** Every item carries an id, so a second push of it is a duplicate. */
  ids: boolean
  keyId?: string
  sentAt: number
}

export type PushRecord =
  | RunRecord
  | SentRecord
  | { type: 'task'; label: string; taskId: string }
  | { type: 'done'; label: string; outcome: BatchOutcome }
  /** The service refused it in a way that proves nothing was stored, or it never left (status 0). */
  | { type: 'refused'; label: string; status: number; code: string }
  | { type: 'end'; summary: PushSummary }

/** A record as a line: a checksum, then JSON. */
export function encodePushRecord(record: PushRecord): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}\n`
}

/** The records of a journal. A torn last line is left out; damage anywhere else is refused, naming its line. */
export function decodeRecords(text: string): PushRecord[] {
  const lines = text.split('\n')
  const torn = lines.pop()
  const records = lines.map(decodeLine)
  const bad = records.indexOf(undefined)
  const last = records.length - 1
  if (bad === -1) return records as PushRecord[]
  // A power cut may leave a line whose end was written before its middle.
  if (bad === last && torn === '') return records.slice(0, last) as PushRecord[]
  throw new JournalError(`the journal of this run is damaged at line ${bad + 1}`)
}

function decodeLine(line: string): PushRecord | undefined {
  if (line.slice(0, 9) !== `${checksum(line.slice(9))} `) return undefined
  return JSON.parse(line.slice(9)) as PushRecord
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
