import { MEMBERS, type Member } from '../../contract/items/members.js'
import { MappingError } from '../errors.js'
import type { PushOptions } from '../options.js'
import type { ColumnNames, RawRow } from '../read/table.js'
import { askedField, askedMembers, EVERY_FIELD } from './asked-columns.js'
import { type Candidate, chooseText, doubtTexts } from './choose-text.js'
import { datedColumns, doubtDates, doubtIds, doubtMember, unreadMembers } from './doubt-members.js'
import { findAllByHeader, findByHeader } from './find-by-header.js'
import { type FittedPreset, findPreset } from './find-preset.js'
import { createJudge } from './free-text.js'
import { columnName, REJECT_COLUMNS } from './headers.js'
import { holdsMember } from './judge-column.js'
import type { Doubt, MemberColumn, TextColumn } from './mapping.js'

export interface ChosenColumns {
  texts: TextColumn[]
  members: MemberColumn[]
  unused: string[]
  preset?: { name: string; title: string }
  skippedRows?: readonly number[]
  footer?: true
  doubts: Doubt[]
}

/** Decides what becomes of every column: options first, then presets, member names, synonyms, and the content for the text. */
export function chooseColumns(
  { columns: headers, named: count = headers.length }: ColumnNames,
  rows: readonly RawRow[],
  options: PushOptions,
): ChosenColumns {
  const preset = findPreset(headers, rows, options.preset)
  const { explained } = preset ?? {}
  const columns = headers.map((header, index) => (header.trim() === '' ? (explained?.names[index] ?? '') : header))
  const sample = rows.slice(explained?.rows.length ?? 0)
  const judge = createJudge(columns, sample)
  const named = namedColumns(columns, options, explained?.names)
  const { texts, taken } = named
  const byPreset = (member: Member) => findPresetColumn(preset, member, taken, sample)
  const members: MemberColumn[] = []
  for (const member of MEMBERS) {
    if (member === 'text') continue
    const index = named.members.get(member)
    const chosen: Candidate | undefined =
      index === undefined
        ? (byPreset(member) ?? findByHeader(columns, member, taken, { sample, count }))
        : { index, chosenBy: 'option' }
    if (!chosen) continue
    taken.add(chosen.index)
    const unread = holdsMember(member, chosen.index, sample) ? {} : { unread: true as const }
    members.push({ member, ...chosen, header: columnName(columns, chosen.index), ...unread })
  }
  const candidates =
    texts.length === 0
      ? [byPreset('text') ?? [], findAllByHeader(columns, 'text', taken, { sample, count })].flat()
      : []
  const dated = datedColumns(columns, taken, sample)
  if (texts.length === 0) {
    const open = explained?.open ? { open: explained.open } : {}
    // Dates that are written out have as many words as short texts.
    texts.push(chooseText({ columns, judge, taken: new Set([...taken, ...dated.keys()]), candidates, ...open }))
  }
  for (const { index } of texts) {
    taken.add(index)
    dated.delete(index)
  }
  const unread = unreadMembers(columns, sample, members, taken)
  const spoken = new Set([...taken, ...unread.map(({ index }) => index), ...dated.keys()])
  return {
    texts,
    members,
    ...(preset ? { preset: { name: preset.name, title: preset.title } } : {}),
    ...(preset?.footer ? { footer: true as const } : {}),
    ...(explained ? { skippedRows: explained.rows } : {}),
    unused: columns.flatMap((_, index) => (taken.has(index) ? [] : [columnName(columns, index)])),
    doubts: [
      ...doubtTexts(columns, judge, texts, spoken, candidates),
      ...unread.map((each) => doubtMember(each, sample)),
      ...doubtIds(members, sample),
      ...(unread.some(({ member }) => member === 'occurred_at') ? [] : doubtDates(columns, sample, members, dated)),
    ],
  }
}

/** The columns that options name, and those never pushed. `names`: what the file says of each column below its header. */
function namedColumns(
  columns: readonly string[],
  { map = [], fields = [], saved }: PushOptions,
  names?: readonly string[],
) {
  const known = { columns, names: names ?? [] }
  const asked = askedMembers(known, map)
  // Options that say where the texts are replace all that was saved of them, in either form.
  const namesText = asked.has('text') || fields.length > 0
  const isOpen = (member: Member) => !asked.has(member) && !(namesText && member === 'text')
  const members = new Map([...askedMembers(known, saved?.map ?? [], isOpen), ...asked])
  const texts = (namesText ? fields : (saved?.fields ?? [])).map((entry) => askedField(known, entry))
  const text = members.get('text')
  if (text !== undefined && texts.length > 0)
    throw new MappingError('--map text and --field both name the text', columns, EVERY_FIELD)
  if (text !== undefined) texts.push({ index: text, header: columnName(columns, text), chosenBy: 'option' })
  const taken = new Set([...members.values(), ...texts.map(({ index }) => index), ...rejectColumns(columns)])
  return { members, texts, taken }
}

function rejectColumns(columns: readonly string[]): number[] {
  return REJECT_COLUMNS.map((name) => columns.indexOf(name)).filter((index) => index !== -1)
}

/** Exports differ by plan and year: what a column holds must make sense as well. */
function findPresetColumn(
  preset: FittedPreset | undefined,
  member: Member,
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Candidate | undefined {
  const index = preset?.columns.get(member)
  if (index === undefined || taken.has(index) || !holdsMember(member, index, sample)) return undefined
  return { index, chosenBy: 'preset' }
}
