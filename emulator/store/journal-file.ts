import type { FileHandle, Files } from '../adapters/files.js'
import { DamagedFileError, FormatError } from './errors.js'
import type { ImageChange } from './image.js'
import { encodeLine, findLineData, type RawLine, splitLines } from './line.js'
import type { LogEntry } from './types.js'

/** First line of a journal: its records follow change `after`. */
export interface JournalHeader {
  kind: 'journal'
  format: number
  after: number
}

/** One change-set. `synced` is the last change known to be on disk when this line was written. */
export interface JournalRecord extends LogEntry, ImageChange {
  synced: number
  changes: unknown[]
}

/** What a journal file holds, and from which byte on it is torn. */
export interface JournalContent {
  /** Missing when not even the header was written whole. */
  header?: JournalHeader
  records: JournalRecord[]
  goodBytes: number
  tornBytes: number
}

/** The bytes of a journal without records. */
export function encodeJournalHeader(format: number, after: number): Buffer {
  return encodeLine(JSON.stringify({ kind: 'journal', format, after } satisfies JournalHeader))
}

/** A record as a line; `changes` is JSON already, taken when the set was committed. */
export function encodeJournalRecord(record: Omit<JournalRecord, 'changes'>, changes: string): Buffer {
  return encodeLine(`${JSON.stringify(record).slice(0, -1)},"changes":${changes}}`)
}

/**
 * Reads a journal. A tail that was never known to be on disk may be torn and is left out; damage before it throws
 * DamagedFileError, another format FormatError unless it is listed in `formats`.
 */
export function parseJournal(file: string, bytes: Uint8Array, formats: readonly number[]): JournalContent {
  const content: JournalContent = { records: [], goodBytes: 0, tornBytes: 0 }
  const lines = splitLines(bytes)
  for (const raw of lines) {
    const data = raw.complete ? findLineData(raw.bytes) : undefined
    if (data === undefined) {
      requireTorn(file, raw, lastSeq(content) + 1, lines)
      return { ...content, tornBytes: bytes.length - raw.offset }
    }
    takeLine(file, raw, data, content, formats)
    content.goodBytes = raw.offset + raw.bytes.length + 1
  }
  return content
}

function takeLine(file: string, raw: RawLine, data: unknown, content: JournalContent, formats: readonly number[]) {
  if (content.header === undefined) {
    const header = data as JournalHeader
    if (header.kind !== 'journal') throw new DamagedFileError(file, 'the first line is missing', raw.line, raw.offset)
    if (!formats.includes(header.format)) throw new FormatError(file, header.format, formats[0]!)
    content.header = header
    return
  }
  const record = data as JournalRecord
  const expected = lastSeq(content) + 1
  if (record.seq !== expected) {
    throw new DamagedFileError(file, `found change ${record.seq} instead of ${expected}`, raw.line, raw.offset)
  }
  content.records.push(record)
}

function lastSeq(content: JournalContent): number {
  return content.records.at(-1)?.seq ?? content.header?.after ?? -1
}

/** A later line that knew the bad one to be on disk tells damage from a write that power cut short. */
function requireTorn(file: string, bad: RawLine, seq: number, rest: Iterable<RawLine>): void {
  for (const raw of rest) {
    const data = raw.complete ? (findLineData(raw.bytes) as JournalRecord | undefined) : undefined
    if (data !== undefined && data.synced >= seq) {
      throw new DamagedFileError(file, 'the line does not match its checksum', bad.line, bad.offset)
    }
  }
}

/** Puts an empty journal in the place of the old one and opens it. */
export async function startJournal(files: Files, path: string, format: number, after: number): Promise<FileHandle> {
  await files.writeAtomically(path, encodeJournalHeader(format, after))
  return files.open(path)
}
