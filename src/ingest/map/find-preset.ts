import type { Member } from '../../contract/items/members.js'
import { MappingError } from '../errors.js'
import type { RawRow } from '../read/table.js'
import { cellText } from '../read/table.js'
import { comparableHeader } from './headers.js'
import { PRESET_NAMES, PRESETS, type Preset, type PresetName } from './presets.js'

const QUESTION_WORDS = 3

/** A preset that fits a file: which column it takes for each member. */
export interface FittedPreset {
  name: PresetName
  title: string
  columns: Map<Member, number>
  /** The table may end with the foot of a report. */
  footer?: true
  /** The rows that explain the headers, where there are such rows. */
  explained?: Explained
}

/** Rows below the headers that are no answers. */
export interface Explained {
  rows: readonly number[]
  /** What the first of them says of each column: a name where the header is blank. */
  names: readonly string[]
  /** The columns it marks as open questions; undefined if it marks none. */
  open?: ReadonlySet<number>
}

/** The preset that was asked for, else the first whose headers are all there; undefined for none. Refuses one that is unknown or does not fit. */
export function findPreset(
  columns: readonly string[],
  sample: readonly RawRow[],
  asked: string | undefined,
): FittedPreset | undefined {
  if (asked === 'none') return undefined
  const headers = columns.map((column) => comparableHeader(column) || column.trim())
  const fits = (name: PresetName) => PRESETS[name].marks.every((mark) => indexOf(headers, mark) !== -1)
  const name =
    asked === undefined ? PRESET_NAMES.find((each) => fits(each) && isFirst(each, headers)) : requireName(asked)
  if (name === undefined) return undefined
  if (!fits(name)) {
    const hint = `it needs: ${PRESETS[name].marks.map((mark) => mark.replaceAll('|', ' or ')).join(', ')}`
    throw new MappingError(`the headers don't match the preset ${name}`, columns, hint)
  }
  return fitted(name, headers, sample)
}

/** A form's only mark is a word that other files may have too: there it is the first header, and a question is next to it. */
function isFirst(name: PresetName, headers: readonly string[]): boolean {
  const { marks } = PRESETS[name]
  if (marks.length > 1) return true
  return (
    indexOf(headers.slice(0, 1), marks[0]!) === 0 &&
    headers.some((header) => header.split(' ').length >= QUESTION_WORDS)
  )
}

function requireName(asked: string): PresetName {
  if ((PRESET_NAMES as string[]).includes(asked)) return asked as PresetName
  throw new MappingError(`unknown preset "${asked}"`, [], `presets: ${PRESET_NAMES.join(', ')}, none`)
}

function fitted(name: PresetName, headers: readonly string[], sample: readonly RawRow[]): FittedPreset {
  const { title, members, footer }: Preset = PRESETS[name]
  const columns = new Map<Member, number>()
  for (const [member, alternatives] of Object.entries(members) as [Member, string][]) {
    const index = indexOf(headers, alternatives)
    if (index !== -1) columns.set(member, index)
  }
  const explained = findExplained(PRESETS[name], sample, columns.get('external_id'))
  return { name, title, columns, ...(footer ? { footer } : {}), ...(explained ? { explained } : {}) }
}

function findExplained(
  { explains }: Preset,
  sample: readonly RawRow[],
  ids: number | undefined,
): Explained | undefined {
  if (!explains) return undefined
  const rows = sample.slice(0, explains.rows)
  const textsOf = (row: RawRow | undefined) => row?.cells.map((cell) => cellText(cell).trim()) ?? []
  const last = textsOf(rows.at(-1))
  const explainsHeaders = explains.by ? last.some((text) => explains.by!.test(text)) : ids !== undefined && !last[ids]
  if (rows.length < explains.rows || !explainsHeaders) return undefined
  const names = textsOf(rows[0])
  const open = names.flatMap((text, index) => (explains.open?.test(text) ? [index] : []))
  return { rows: rows.map(({ row }) => row), names, ...(open.length > 0 ? { open: new Set(open) } : {}) }
}

/** Index of the first of the alternatives that is a header; -1 for none. */
function indexOf(headers: readonly string[], alternatives: string): number {
  for (const word of alternatives.split('|')) {
    const index = headers.indexOf(word)
    if (index !== -1) return index
  }
  return -1
}
