import type { Member } from '../contract/items/members.js'
import type { OptionKinds } from '../contract/known-options.js'
import { LIMITS } from '../contract/limits.js'
import { DATE_ORDERS, EXTERNAL_ID_MODES, FORMATS, type PushOptions } from './options.js'
import type { WarningKind } from './warnings.js'

/** The options that `pushFile` shares with `inpk push`. */
type SharedOptions =
  | 'format'
  | 'encoding'
  | 'delimiter'
  | 'sheet'
  | 'question'
  | 'preset'
  | 'dates'
  | 'timeZone'
  | 'externalId'
  | 'onInvalid'
  | 'sample'
  | 'shard'
  | 'maxItems'
  | 'batchItems'
  | 'sourceReference'
  | 'sync'

/** Where `pushFile` pushes a file to, how it reads it, and what it calls back. */
export interface PushFileOptions extends Pick<PushOptions, SharedOptions> {
  /** Id or exact name of the source. */
  source: string
  /** Id or exact name of the source's group, if the name of the source alone is not unique. */
  group?: string
  /** Creates and publishes the group and the source if they are missing. */
  create?: { group: string }
  /** Column by member, such as `{ text: 'Comment', external_id: '#1' }`: a header, or `#3` for the third column. */
  map?: Readonly<Partial<Record<Member, string>>>
  /** Field (id or text) by column, for a file with texts for several fields. */
  fields?: Readonly<Record<string, string>>
  /** Reads and checks the whole file, and sends nothing. */
  check?: boolean
  /** Requests in flight (default: 4). */
  concurrency?: number
  /** Starts again from the first row, whatever was sent before. */
  restart?: boolean
  /** Settles batches in doubt, once you have checked: they were stored (`sent`), or they were not (`lost`). */
  assume?: 'sent' | 'lost'
  /** Path of the file for rejected rows, written only if there are any (default: the pushed file's path and `.rejects.csv`). */
  rejects?: string
  /** Folder that keeps the progress of pushes (default: that of the command line, so each resumes pushes of the other). */
  stateDirectory?: string
  /** Called with the progress of the push: at the start, after every batch, at each wait, and at the end. */
  onProgress?: (progress: PushFileProgress) => void
  /** Called with each likely mistake in the file. */
  onWarning?: (warning: PushFileWarning) => void
  /** Stops the push: batches in flight finish within 5 s, then it rejects with the signal's reason. The same call resumes it. */
  signal?: AbortSignal
}

/** Options of `pushFile` for a check, which needs no source. Without one, nothing is asked of the service. */
export interface CheckFileOptions extends Omit<PushFileOptions, 'source' | 'check'> {
  check: true
  source?: string
}

/** The kinds of its options, in the order of the documentation. */
export const PUSH_FILE_OPTIONS: OptionKinds<PushFileOptions> = {
  source: 'string',
  group: 'string',
  create: 'object',
  map: 'object',
  fields: 'object',
  check: 'boolean',
  concurrency: { from: 1, to: 64 },
  restart: 'boolean',
  assume: ['sent', 'lost'],
  rejects: 'string',
  stateDirectory: 'string',
  onProgress: 'function',
  onWarning: 'function',
  signal: 'object',
  format: FORMATS,
  encoding: 'string',
  delimiter: 'string',
  sheet: 'string',
  question: 'string',
  preset: 'string',
  dates: DATE_ORDERS,
  timeZone: 'string',
  externalId: EXTERNAL_ID_MODES,
  onInvalid: ['skip', 'stop'],
  sample: { from: 1 },
  shard: 'object',
  maxItems: { from: 1 },
  batchItems: { from: 1, to: LIMITS.itemsPerPush },
  sourceReference: 'string',
  sync: 'boolean',
}

/** Progress of `pushFile`. */
export interface PushFileProgress {
  /** `waiting`: requests are held back, by the rate limit or before another try. */
  phase: 'planning' | 'sending' | 'waiting' | 'done'
  rowsRead: number
  /** Rows settled: inserted, duplicate or rejected. With several fields a row counts once for each of its texts. */
  rowsSent: number
  inserted: number
  duplicates: number
  rejected: number
  /** Final value of `rowsSent`, estimated for a file above 64 MB; null during planning. */
  of: number | null
  /** Time until the next request, in milliseconds; 0 unless `waiting`. */
  waitingMs: number
}

/** Something in a file that may be a mistake; it is pushed anyway. */
export interface PushFileWarning {
  kind: WarningKind
  /** Number of occurrences. */
  count: number
  /** The first rows it occurs in, numbered as in a spreadsheet. */
  rows: readonly number[]
  /** The warning as a sentence. */
  text: string
}

/** What `pushFile` did. `rows = inserted + duplicates + rejected`, except for a check, which inserts nothing. */
export interface PushFileResult {
  state: 'pushed' | 'checked'
  /** With several fields a row counts once for each of its texts. */
  rows: number
  inserted: number
  duplicates: number
  rejected: number
  /** The file with the rejected rows; null if there are none. */
  rejectsFile: string | null
  /** The first rows that the check refused, and why. */
  rejections: readonly { row: number; reason: string }[]
  batches: number
  /** Requests of this call. */
  requests: number
  /** Whether an earlier call or command had started, or finished, this push. */
  resumed: boolean
  /** Whether all had been sent before, so that nothing was sent now. */
  alreadyFinished: boolean
  /** Null for a check without a source, or if the source does not exist yet. */
  sourceId: string | null
}
