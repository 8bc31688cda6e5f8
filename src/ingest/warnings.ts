import { grouped } from '../base/count.js'
import { DROPPED_MEMBERS, type DroppedMember, ITEM_MEMBERS } from '../contract/items/members.js'
import type { Doubt, Mapping } from './map/mapping.js'

type DroppedKind = `dropped_${DroppedMember}`

/** The text of each kind, in the order they are listed: for one and for several, or for the whole file (`ABOUT`: what it is about). */
export const WARNING_KINDS = {
  damaged_ids: [
    'id was damaged by a spreadsheet; its row gets an id from its content',
    'ids were damaged by a spreadsheet; their rows get ids from their content',
  ],
  missing_ids: ['row has no id and gets one from its content', 'rows have no id and get one from their content'],
  duplicate_ids: [
    'row repeats the id of an earlier one and is not stored',
    'rows repeat the ids of earlier ones and are not stored',
  ],
  text_ids: 'ABOUT looks like text, not like ids; choose another column with --map',
  mojibake: ['text looks mis-encoded (mojibake)', 'texts look mis-encoded (mojibake)'],
  ambiguous_dates: ['date is ambiguous and is read ABOUT', 'dates are ambiguous and are read ABOUT'],
  unread_member: 'ABOUT is not pushed: most of its values are not valid; choose another column with --map',
  unread_dates:
    "ABOUT is not pushed: most of its values can't be read as dates; write dates as in 2026-01-31, or choose another column with --map occurred_at=COLUMN",
  other_dates: 'ABOUT looks like dates but is not pushed; to push it, use --map occurred_at=COLUMN',
  unlikely_dates: [
    'date is before 1980; check its year, or leave the column out',
    'dates are before 1980; check their years, or leave the column out',
  ],
  future_dates: ['date is in the future and was left out', 'dates are in the future and were left out'],
  empty_texts: ['row has no text', 'rows have no text'],
  long_texts: ['text is longer than an item may be', 'texts are longer than an item may be'],
  invalid_rows: ["row can't be pushed", "rows can't be pushed"],
  broken_quotes: ['row has unbalanced quotes', 'rows have unbalanced quotes'],
  repeated_texts:
    'the texts in ABOUT repeat, like answers to a choice question; choose another column with --map text=Column',
  other_texts: `looks like text but isn't pushed: ABOUT; to push several columns, use --field "COLUMN=FIELD"`,
  guessed_encoding: 'the encoding, ABOUT, is a guess; if texts look wrong, set it, for example --encoding windows-1250',
  bad_bytes: [
    "row has bytes that don't belong to the file's encoding; save the file as UTF-8, or set --encoding",
    "rows have bytes that don't belong to the file's encoding; save the file as UTF-8, or set --encoding",
  ],
  data_as_headers: 'the first row is taken as the headers but looks like data; if it is data, add a row of headers',
  footer_rows: [
    "line below the table was skipped as a report's footer",
    "lines below the table were skipped as a report's footer",
  ],
  row_width: [
    'row has more or fewer cells than there are headers',
    'rows have more or fewer cells than there are headers',
  ],
  duplicate_headers: [
    'column repeats the header of an earlier one, which is used',
    'columns repeat the headers of earlier ones, which are used',
  ],
  hidden_rows: [
    'row is hidden in the workbook, by a filter or by hand, but is pushed as well',
    'rows are hidden in the workbook, by a filter or by hand, but are pushed as well',
  ],
  cell_errors: [
    'cell holds an error or a formula without a value and counts as empty',
    'cells hold an error or a formula without a value and count as empty',
  ],
  cut_values: [
    "value of ABOUT is changed before it is sent: the form in the facts can't hold all of it",
    "values of ABOUT are changed before they are sent: the form in the facts can't hold all of them",
  ],
  not_sent: [
    'value of ABOUT is not sent: the facts say that the service has no such member',
    'values of ABOUT are not sent: the facts say that the service has no such member',
  ],
  corrected_rejects: 'the rejects file was changed after a push wrote it; it is kept as ABOUT',
  other_rejects: 'the rejects file already existed; it is kept as ABOUT',
  refused_among:
    'ABOUT; all of them are in the rejects file: pushed again, those that are stored are recognised by their ids',
  refused: ['row was refused by the service: ABOUT', 'rows were refused by the service: ABOUT'],
  ...droppedKinds(),
} as const satisfies Record<string, string | readonly [one: string, several: string]>

function droppedKinds() {
  return Object.fromEntries(
    DROPPED_MEMBERS.map((member) => [`dropped_${member}`, ITEM_MEMBERS[member].dropped]),
  ) as Record<DroppedKind, readonly [one: string, several: string]>
}

export type WarningKind = keyof typeof WARNING_KINDS

/** How often a kind of thing was met, and the first rows it was met in. */
export interface Warning {
  kind: WarningKind
  count: number
  rows: number[]
  /** What the warning is about, where that is a column or a value and no row. */
  about?: string
  /** The first values it was met with, where those show what is wrong. */
  values?: { row: number; value: string }[]
  /** No value of what it is about is any better. */
  all?: true
}

/** A warning as a sentence, with the first values and rows it is about. */
export function warningText({ kind, count, rows, about = '', values = [], all }: Warning): string {
  const said: string | readonly [string, string] = WARNING_KINDS[kind]
  const shown = values.map(({ row, value }) => `"${value}" (row ${row})`).join(', ')
  const such = shown === '' ? '' : `: ${shown}`
  if (typeof said === 'string') {
    // What to do comes after the values.
    const [what, ...fix] = (all ? said.replace('most of ', '') : said).split('; ')
    return [`${what}${such}`, ...fix].join('; ').replace('ABOUT', () => about)
  }
  const sentence = `${grouped(count)} ${said[count === 1 ? 0 : 1].replace('ABOUT', () => about)}${such}`
  const others = rows.filter((row) => !values.some((each) => each.row === row))
  const more = count > rows.length ? ', …' : ''
  if (others.length === 0) return `${sentence}${more}`
  const also = values.length > 0 ? 'also ' : ''
  return `${sentence} (${also}row${others.length === 1 && more === '' ? '' : 's'} ${others.join(', ')}${more})`
}

/** Whether a warning says where a file is now that rejected rows would have been written over. */
export function isOfRejects({ kind }: Warning): boolean {
  return kind === 'corrected_rejects' || kind === 'other_rejects'
}

/** The warnings that are not among those printed before. */
export function newWarnings(warnings: readonly Warning[], printed: readonly Warning[]): Warning[] {
  return warnings.filter(
    ({ kind, about, count: times }) =>
      !printed.some((each) => each.kind === kind && each.about === about && each.count === times),
  )
}

const HEADER_ROW = 1

const ROWS_NAMED = 10
const VALUES_SHOWN = 3
const LONGEST_VALUE = 40

export interface Warnings {
  /** `value`: what was read there, where that shows what is wrong. */
  add(kind: WarningKind, row: number, seen?: { about?: string | undefined; value?: string | undefined }): void
  /** Something about the whole file. */
  doubt(doubt: Doubt): void
  list(): Warning[]
}

/** An empty collection of warnings; lists them in the order of `WARNING_KINDS`. */
export function createWarnings(): Warnings {
  const found = new Map<string, Warning>()
  const doubts: Warning[] = []
  return {
    add(kind, row, { about, value } = {}) {
      const key = about === undefined ? kind : `${kind} ${about}`
      const known = found.get(key) ?? { kind, count: 0, rows: [], ...(about === undefined ? {} : { about }) }
      if (known.count === 0) found.set(key, known)
      known.count += 1
      if (known.rows.length < ROWS_NAMED && known.rows.at(-1) !== row) known.rows.push(row)
      if (value === undefined || (known.values?.length ?? 0) >= VALUES_SHOWN) return
      known.values ??= []
      known.values.push({ row, value: shownValue(value) })
    },
    doubt: ({ values, ...doubt }) =>
      void doubts.push({ count: 1, rows: [], ...doubt, ...(values?.length ? { values: firstValues(values) } : {}) }),
    list: () =>
      (Object.keys(WARNING_KINDS) as WarningKind[]).flatMap((kind) => [
        ...doubts.filter((doubt) => doubt.kind === kind),
        ...foldReasons([...found.values()].filter((each) => each.kind === kind)),
      ]),
  }
}

function firstValues(values: NonNullable<Warning['values']>): NonNullable<Warning['values']> {
  return values.slice(0, VALUES_SHOWN).map(({ row, value }) => ({ row, value: shownValue(value) }))
}

/** On one line, and not longer than it takes to recognise it. */
function shownValue(value: string): string {
  const characters = [...value.replace(/\s+/g, ' ').trim()]
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE).join('')}…` : characters.join('')
}

/** More reasons of refusals than these are in the rejects file alone. */
const REASONS_TOLD = 5

/** The refusals by their commonest reasons, and one for the rest; batches end in any order. Other warnings as they are. */
function foldReasons(found: readonly Warning[]): readonly Warning[] {
  if (found[0]?.kind !== 'refused') return found
  const ranked = found
    .map((each) => ({ ...each, rows: each.rows.toSorted((a, b) => a - b) }))
    .sort((a, b) => b.count - a.count || (a.rows[0] ?? 0) - (b.rows[0] ?? 0))
  const others = ranked.slice(REASONS_TOLD)
  if (others.length === 0) return ranked
  const rows = others.flatMap((each) => each.rows).sort((a, b) => a - b)
  const count = others.reduce((sum, each) => sum + each.count, 0)
  const rest: Warning = { kind: 'refused', count, rows: rows.slice(0, ROWS_NAMED), about: 'other reasons' }
  return [...ranked.slice(0, REASONS_TOLD), rest]
}

/** Adds what concerns no single row: repeated headers, and uncertain choices. */
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
