import { didYouMean } from '../../base/nearest.js'
import { MEMBERS, type Member } from '../../contract/items/members.js'
import { MappingError } from '../errors.js'
import { columnName, findColumn } from './headers.js'
import type { TextColumn } from './mapping.js'

/** What columns can be called: their headers, and what a row below the headers says of each. */
export interface KnownColumns {
  columns: readonly string[]
  names: readonly string[]
}

export const EVERY_FIELD = 'give each text column a field of its own: --field "Column=field id or text"'
const NEXT_MEMBER = new RegExp(`,(?=\\s*(?:${MEMBERS.join('|')})\\s*=)`)

/**
 * The columns that `--map` entries name by member. An entry may hold several, `text=Review,external_id=ID`, where no column is
 * called so. A member is one column: of two that are named one would be left out. Members that are not `wanted` are passed over,
 * whether the file has their column or not. Throws `MappingError`.
 */
export function askedMembers(
  known: KnownColumns,
  entries: readonly string[],
  wanted: (member: Member) => boolean = () => true,
): Map<Member, number> {
  const asked = new Map<Member, number>()
  for (const entry of entries.flatMap((each) => separateEntries(known, each))) {
    const member = askedMember(known, entry)
    if (!wanted(member)) continue
    const index = requireColumn(known, entry.slice(entry.indexOf('=') + 1))
    if (asked.has(member)) {
      const hint = member === 'text' ? EVERY_FIELD : 'name only one'
      throw new MappingError(`two columns are mapped to ${member}`, known.columns, hint)
    }
    asked.set(member, index)
  }
  return asked
}

/** A header may hold a comma, and even what looks like the next member: the longest name that is a column counts. */
function separateEntries(known: KnownColumns, entry: string): string[] {
  const parts = entry.split(NEXT_MEMBER)
  const separate: string[] = []
  for (let from = 0; from < parts.length; ) {
    let to = parts.length
    while (to > from + 1 && !namesColumn(known, parts.slice(from, to).join(','))) to -= 1
    separate.push(parts.slice(from, to).join(','))
    from = to
  }
  return separate
}

function namesColumn(known: KnownColumns, entry: string): boolean {
  return indexOf(known, entry.slice(entry.indexOf('=') + 1)) !== undefined
}

function askedMember(known: KnownColumns, entry: string): Member {
  const cut = entry.indexOf('=')
  const member = entry.slice(0, cut).trim()
  if (cut === -1 || !(MEMBERS as readonly string[]).includes(member)) {
    const message = cut === -1 ? `expected member=Column, got "${entry}"` : `unknown member "${member}" in --map`
    const near = cut === -1 ? undefined : didYouMean(member, MEMBERS)
    throw new MappingError(message, known.columns, [near, `Members: ${MEMBERS.join(', ')}`].filter(Boolean).join(' '))
  }
  return member as Member
}

/** The column and field of a `--field` entry. Both sides may hold a `=`: the first cut whose left side is a column counts. */
export function askedField(known: KnownColumns, entry: string): TextColumn {
  const { columns } = known
  for (let cut = entry.indexOf('='); cut !== -1; cut = entry.indexOf('=', cut + 1)) {
    const index = indexOf(known, entry.slice(0, cut))
    const field = entry.slice(cut + 1).trim()
    if (index !== undefined && field !== '')
      return { index, header: columnName(columns, index), field, chosenBy: 'option' }
  }
  if (!entry.includes('=')) throw new MappingError(`expected "Column=field id or text", got "${entry}"`, columns)
  requireColumn(known, entry.slice(0, entry.indexOf('=')))
  throw new MappingError(`no field after the = of "${entry}"`, columns, 'write "Column=field id or text"')
}

function requireColumn(known: KnownColumns, name: string): number {
  const index = indexOf(known, name)
  if (index === undefined) {
    throw new MappingError(`no column named "${name}"`, known.columns, undefined, name)
  }
  return index
}

function indexOf({ columns, names }: KnownColumns, name: string): number | undefined {
  return findColumn(columns, name) ?? findColumn(names, name)
}
