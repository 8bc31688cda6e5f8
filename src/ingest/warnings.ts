import type { Doubt, Mapping } from './mapping.js'

export const WARNING_KINDS = {
  damaged_ids: 'ids damaged by a spreadsheet; these rows get an id from their content',
  missing_ids: 'rows without an id; they get one from their content',
  duplicate_ids: 'ids that occur more than once; only the first row of each is stored',
  mojibake: 'texts that were decoded wrongly before they came into this file',
  ambiguous_dates: 'dates that can be read day first or month first; --dates says which',
  unread_member: 'fits by its name, but its cells do not; left out (--map names the right column, --dates an order)',
  empty_texts: 'rows without a text',
  long_texts: 'texts longer than an item may be',
  invalid_rows: 'rows that can not be pushed',
  broken_quotes: 'rows whose quotes do not match',
  repeated_texts: 'its cells repeat, as answers to a choice question do; --map text=Column names another',
  other_texts: 'look like texts as well and are not pushed; --field "Column=field id or text" pushes several',
  guessed_encoding: 'the encoding is a guess; where texts look wrong, give the right one: --encoding windows-1250',
  bad_bytes: 'rows with bytes that are not in the encoding of the file; save it as UTF-8, or see --encoding',
  data_as_headers: 'first row looks like data, yet is taken for the headers; add a row of headers if it is data',
  footer_rows: 'lines below the table, as reports end with; they are not rows',
  row_width: 'rows with more or fewer cells than there are headers',
  duplicate_headers: 'headers that occur more than once; the first one counts',
  hidden_rows: 'rows that the workbook does not show (a filter, or hidden by hand); they are pushed as well',
  cell_errors: 'cells that hold an error or a formula without a value; read as empty',
  dropped_customer_id: 'customer ids that can not be pushed; left out',
  dropped_channel: 'channels that can not be pushed; left out',
  dropped_language: 'languages that are none; left out',
  dropped_rating: 'ratings that are no number; left out',
  dropped_occurred_at: 'dates that can not be read or lie ahead; left out',
} as const satisfies Record<string, string>

export type WarningKind = keyof typeof WARNING_KINDS

/** How often a kind of thing was met, and the first rows it was met in. */
export interface Warning {
  kind: WarningKind
  count: number
  rows: number[]
  /** What the warning is about, where that is a column or a value and no row. */
  about?: string
}

const HEADER_ROW = 1

const ROWS_NAMED = 10

export interface Warnings {
  add(kind: WarningKind, row: number): void
  /** Something about the whole file. */
  doubt(doubt: Doubt): void
  list(): Warning[]
}

/** An empty collection of warnings; lists them in the order of `WARNING_KINDS`. */
export function createWarnings(): Warnings {
  const found = new Map<WarningKind, Warning>()
  const doubts: Warning[] = []
  return {
    add(kind, row) {
      const known = found.get(kind)
      if (!known) found.set(kind, { kind, count: 1, rows: [row] })
      else {
        known.count += 1
        if (known.rows.length < ROWS_NAMED && known.rows.at(-1) !== row) known.rows.push(row)
      }
    },
    doubt: ({ kind, about }) => void doubts.push({ kind, count: 1, rows: [], about }),
    list: () =>
      (Object.keys(WARNING_KINDS) as WarningKind[]).flatMap((kind) => [
        ...doubts.filter((doubt) => doubt.kind === kind),
        ...(found.has(kind) ? [found.get(kind)!] : []),
      ]),
  }
}

/** Adds what concerns no single row: headers that stand twice, and what was chosen without being sure. */
export function noteWholeFile(
  { texts, members, doubts = [] }: Pick<Mapping, 'texts' | 'members' | 'doubts'>,
  columns: readonly string[],
  warnings: Warnings,
): void {
  const seen = new Set<string>()
  for (const column of columns.map((name) => name.trim())) {
    if (column !== '' && seen.has(column)) warnings.add('duplicate_headers', HEADER_ROW)
    seen.add(column)
  }
  const named = [...texts, ...members].some(({ chosenBy }) => chosenBy !== 'content')
  if (!named && columns.some((column) => /^[\d\s.,:/-]*\d[\d\s.,:/-]*$/.test(column)))
    warnings.add('data_as_headers', HEADER_ROW)
  for (const doubt of doubts) warnings.doubt(doubt)
}
