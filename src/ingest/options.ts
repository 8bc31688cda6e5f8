import type { PushLimits } from '../contract/facts/limits-in-force.js'
import type { PushTarget } from './target.js'

export const FORMATS = ['csv', 'tsv', 'xlsx', 'xls', 'xlsb', 'ods', 'ndjson', 'json', 'text'] as const
export type Format = (typeof FORMATS)[number]
/** The formats of spreadsheets. */
export const WORKBOOKS: ReadonlySet<Format> = new Set(['xlsx', 'xls', 'xlsb', 'ods'])

/** Name of an encoding, lower case: `utf-8`, `windows-1250`, or any other that iconv-lite knows. */
export type Encoding = string

/** Order of the parts of a numeric date; `auto` decides per file from what its column shows. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export const DATE_ORDERS = ['auto', 'dmy', 'mdy', 'ymd'] as const

/** Where `external_id` comes from: its column, the content with an occurrence number, or nowhere. */
export const EXTERNAL_ID_MODES = ['column', 'content', 'none'] as const
export type ExternalIdMode = (typeof EXTERNAL_ID_MODES)[number]

/** What a push is asked to do with a file; every member is a flag of `inpk push` (cli.md section 3). */
export interface PushOptions {
  /** As given to `ports.openFile`; also the name shown and the base of the rejects file. */
  path: string
  /** Default: found out from the name and the content of the file. */
  format?: Format
  /** Default: found out from the bytes of the file. */
  encoding?: Encoding
  /** Delimiter of a CSV or TSV file, one character; default: the one that fits best. */
  delimiter?: string
  /** Name, or number counted from 1; default: the first visible sheet. */
  sheet?: string
  /** `--map member=Column`, one entry each; a column is a header, or `#3` for the third. */
  map?: readonly string[]
  /** `--field "Column=field id or text"`; several make a bulk push. */
  fields?: readonly string[]
  /** Such entries as were saved before, one member each: they count where `map` and `fields` name nothing else. */
  saved?: { map: readonly string[]; fields: readonly string[] }
  /** Id or text of the one field that takes the texts. */
  question?: string
  /** Name of an export format, or `none`; by default, the one with the headers of the file. */
  preset?: string
  /** Order of the parts of numeric dates; default `auto`. */
  dates?: 'auto' | DateOrder
  /** IANA name for dates that carry no zone; UTC where absent. */
  timeZone?: string
  /** Where ids come from; `none` if rows are to carry none. Default: a column of ids if there is one, else the content. */
  externalId?: ExternalIdMode
  /** `stop`: a file with any bad row is refused before its batch is sent. */
  onInvalid?: 'skip' | 'stop'
  /** Read the whole file in the check, not only its first 64 MB. */
  checkAll?: boolean
  /** Bytes of the file the check reads otherwise; 64 MB where absent. */
  checkBytes?: number
  /** At most this many items in a request (1 to 1,000). */
  batchItems?: number
  /** Only this many rows, evenly spread. */
  sample?: number
  /** Only the `index`-th (from 1) of `count` parts. */
  shard?: { index: number; count: number }
  /** At most this many items of the file. */
  maxItems?: number
  /** Label to store with each item. */
  sourceReference?: string
  /** Synchronous bulk pushes; batches are cut to their smaller limit. */
  sync?: boolean
  /** Where items go, when known already: fields are resolved and costs estimated in the plan. */
  target?: PushTarget
  /** What the service takes at most, if that is known to be something else than assumed. */
  limits?: PushLimits | undefined
}
