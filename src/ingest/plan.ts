import type { Mapping } from './map/mapping.js'
import type { Encoding, Format, PushOptions } from './options.js'
import type { ReadSettings } from './read/open-table.js'
import type { TargetField } from './target.js'
import type { Warning } from './warnings.js'

/** What the file turned out to be. */
export interface SourceFile {
  path: string
  size: number
  sha256: string
  identity: string
  format: Format
  gzip: boolean
  encoding: Encoding
  /** The encoding was guessed from bytes that are not UTF-8. */
  encodingGuessed: boolean
  delimiter?: string
  sheet?: string
  /** Visible sheets that are not read, if none was asked for. */
  otherSheets?: string[]
  columns: string[]
}

/** Counts of the check, over what it read. */
export interface CheckReport {
  /** False if the file is larger than the first 64 MB; the estimates below then cover all of it. */
  complete: boolean
  rows: number
  items: number
  /** Rows with an id that an earlier row has: they are sent, and not stored. */
  repeated: number
  rejected: number
  characters: number
  requests: number
  /** Minutes the requests need at the key's limit. */
  minutes: number
  /** Only for a live key. */
  aps?: number
  warnings: Warning[]
  /** Reasons of the first rejected rows. */
  rejections: { row: number; reason: string }[]
}

/** Everything decided before the first request, as plain data. */
export interface PushPlan {
  options: PushOptions
  file: SourceFile
  mapping: Mapping
  /** The field of each text column, in their order, when the target is known. */
  fields?: TargetField[]
  check: CheckReport
  /** How each pass over the file reads it. */
  read: ReadSettings
}
