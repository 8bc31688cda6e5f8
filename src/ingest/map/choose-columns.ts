import { MappingError } from '../errors.js'
import type { ChosenBy, MemberColumn, TextColumn } from '../mapping.js'
import type { Member, PushOptions } from '../options.js'
import { MEMBER_COLUMNS } from '../readers/json-item.js'
import { cellText, type RawRow } from '../readers/table.js'
import { type FittedPreset, findPreset } from './find-preset.js'
import { columnName, comparableHeader, findColumn, REJECT_COLUMNS } from './headers.js'
import { findFreeText, holdsMember } from './judge-column.js'
import { DATE_WORDS, SYNONYMS } from './synonyms.js'

export interface ChosenColumns {
  texts: TextColumn[]
  members: MemberColumn[]
  unused: string[]
  preset?: { name: string; title: string }
  skippedRow?: number
}

const EVERY_FIELD = 'give each text column a field of its own: --field "Column=field id or text"'

type Chosen = { index: number; chosenBy: ChosenBy }

/** Decides what becomes of every column: options first, then member names, synonyms, and the content for the text. */
export function chooseColumns(
  columns: readonly string[],
  sample: readonly RawRow[],
  options: PushOptions,
): ChosenColumns {
  const asked = askedMembers(columns, options.map ?? [])
  const texts = options.fields?.map((entry) => askedField(columns, entry)) ?? []
  if (asked.has('text') && texts.length > 0)
    throw new MappingError('the text is named twice, as a member and by field', columns, EVERY_FIELD)
  const taken = new Set([...asked.values(), ...texts.map(({ index }) => index), ...rejectColumns(columns)])
  const preset = findPreset(columns, sample, options.preset)
  const byPreset = (member: Member) => findPresetColumn(preset, member, taken, sample)
  const members: MemberColumn[] = []
  for (const member of MEMBER_COLUMNS) {
    if (member === 'text') continue
    const index = asked.get(member)
    const chosen: Chosen | undefined =
      index === undefined
        ? (byPreset(member) ?? findByHeader(columns, member, taken, sample))
        : { index, chosenBy: 'option' }
    if (!chosen) continue
    taken.add(chosen.index)
    members.push({ member, ...chosen, header: columnName(columns, chosen.index) })
  }
  const text = asked.get('text')
  if (text !== undefined) texts.push({ index: text, header: columnName(columns, text), chosenBy: 'option' })
  if (texts.length === 0) texts.push(chooseText(columns, sample, taken, byPreset('text')))
  for (const { index } of texts) taken.add(index)
  return {
    texts,
    members,
    ...(preset ? { preset: { name: preset.name, title: preset.title } } : {}),
    ...(preset?.skippedRow === undefined ? {} : { skippedRow: preset.skippedRow }),
    unused: columns.flatMap((_, index) => (taken.has(index) ? [] : [columnName(columns, index)])),
  }
}

/** A member is one column: of two that are named one would be left out. */
function askedMembers(columns: readonly string[], entries: readonly string[]): Map<Member, number> {
  const asked = new Map<Member, number>()
  for (const entry of entries) {
    const [member, index] = askedMember(columns, entry)
    if (asked.has(member)) {
      const hint = member === 'text' ? EVERY_FIELD : 'name one column for it'
      throw new MappingError(`two columns are named for ${member}`, columns, hint)
    }
    asked.set(member, index)
  }
  return asked
}

function askedMember(columns: readonly string[], entry: string): [Member, number] {
  const cut = entry.indexOf('=')
  const member = entry.slice(0, cut).trim()
  if (cut === -1 || !(MEMBER_COLUMNS as readonly string[]).includes(member)) {
    throw new MappingError(
      `"${entry}" names no member`,
      columns,
      `write member=Column; members: ${MEMBER_COLUMNS.join(', ')}`,
    )
  }
  return [member as Member, requireColumn(columns, entry.slice(cut + 1))]
}

/** Both sides may hold a `=`: the first cut whose left side is a column counts. */
function askedField(columns: readonly string[], entry: string): TextColumn {
  for (let cut = entry.indexOf('='); cut !== -1; cut = entry.indexOf('=', cut + 1)) {
    const index = findColumn(columns, entry.slice(0, cut))
    const field = entry.slice(cut + 1).trim()
    if (index !== undefined && field !== '')
      return { index, header: columnName(columns, index), field, chosenBy: 'option' }
  }
  if (!entry.includes('='))
    throw new MappingError(`"${entry}" names no field`, columns, 'write "Column=field id or text"')
  requireColumn(columns, entry.slice(0, entry.indexOf('=')))
  throw new MappingError(`"${entry}" names no field after the =`, columns, 'write "Column=field id or text"')
}

function requireColumn(columns: readonly string[], name: string): number {
  const index = findColumn(columns, name)
  if (index === undefined)
    throw new MappingError(
      `there is no column "${name}"`,
      columns,
      `the file has: ${columns.map((_, at) => columnName(columns, at)).join(', ')}`,
    )
  return index
}

function rejectColumns(columns: readonly string[]): number[] {
  return REJECT_COLUMNS.map((name) => columns.indexOf(name)).filter((index) => index !== -1)
}

function findByHeader(
  columns: readonly string[],
  member: Member,
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Chosen | undefined {
  const exact = columns.findIndex((column, index) => column.trim() === member && !taken.has(index))
  // Every JSON item has a column for each member, whether any names it or not.
  const isEmpty = exact !== -1 && sample.length > 0 && sample.every(({ cells }) => cellText(cells[exact]).trim() === '')
  if (exact !== -1 && !isEmpty) return { index: exact, chosenBy: 'name' }
  const similar = findSynonym(columns, member, exact === -1 ? taken : new Set([...taken, exact]), sample)
  return similar ?? (exact === -1 ? undefined : { index: exact, chosenBy: 'name' })
}

function findSynonym(
  columns: readonly string[],
  member: Member,
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Chosen | undefined {
  const comparable = columns.map(comparableHeader)
  for (const synonym of SYNONYMS[member]) {
    const index = comparable.findIndex((column, at) => column === synonym && !taken.has(at))
    if (index !== -1 && holdsMember(member, index, sample)) return { index, chosenBy: 'synonym' }
  }
  return member === 'occurred_at' ? findDates(comparable, taken, sample) : undefined
}

function findDates(
  comparable: readonly string[],
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Chosen | undefined {
  const index = comparable.findIndex(
    (header, at) =>
      !taken.has(at) &&
      header.split(' ').some((word) => DATE_WORDS.has(word)) &&
      holdsMember('occurred_at', at, sample),
  )
  return index === -1 ? undefined : { index, chosenBy: 'synonym' }
}

/** Exports differ by plan and year: what a column holds must make sense as well. */
function findPresetColumn(
  preset: FittedPreset | undefined,
  member: Member,
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Chosen | undefined {
  const index = preset?.columns.get(member)
  if (index === undefined || taken.has(index) || !holdsMember(member, index, sample)) return undefined
  return { index, chosenBy: 'preset' }
}

function chooseText(
  columns: readonly string[],
  sample: readonly RawRow[],
  taken: ReadonlySet<number>,
  byPreset: Chosen | undefined,
): TextColumn {
  const byHeader = byPreset ?? findByHeader(columns, 'text', taken, sample)
  if (byHeader) return { ...byHeader, header: columnName(columns, byHeader.index) }
  const index = findFreeText(columns, sample, taken)
  if (index === undefined)
    throw new MappingError('no column looks like the text', columns, 'name it: --map text=Column')
  return { index, header: columnName(columns, index), chosenBy: 'content' }
}
