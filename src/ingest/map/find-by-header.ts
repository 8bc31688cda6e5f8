import { ITEM_MEMBERS, KNOWN_HEADERS, type Member } from '../../contract/items/members.js'
import type { RawRow } from '../read/table.js'
import type { Candidate } from './choose-text.js'
import { comparableHeader } from './headers.js'
import { holdsMember, holdsScores } from './judge-column.js'
import { DATE_WORDS, NO_SCORE, SCORE_WORDS } from './synonyms.js'

/** The first rows, and how many of the columns the file names itself. */
interface Seen {
  sample: readonly RawRow[]
  count: number
}

/** The column whose header names a member: by its very name, be it empty, else by the likeliest synonym whose cells make sense. */
export function findByHeader(
  columns: readonly string[],
  member: Member,
  taken: ReadonlySet<number>,
  { sample, count }: Seen,
): Candidate | undefined {
  const exact = columns.findIndex((column, index) => column.trim() === member && !taken.has(index))
  // A member that no item names so far may be in one further on.
  if (exact !== -1 && exact < count) return { index: exact, chosenBy: 'name' }
  const similar = findSynonym(columns, member, exact === -1 ? taken : new Set([...taken, exact]), sample)
  return similar ?? (exact === -1 ? undefined : { index: exact, chosenBy: 'name' })
}

/** All columns whose headers name a member, the likeliest first. */
export function findAllByHeader(
  columns: readonly string[],
  member: Member,
  taken: ReadonlySet<number>,
  seen: Seen,
): Candidate[] {
  const tried = new Set(taken)
  const found: Candidate[] = []
  for (let next = findByHeader(columns, member, tried, seen); next; next = findByHeader(columns, member, tried, seen)) {
    found.push(next)
    tried.add(next.index)
  }
  return found
}

function findSynonym(
  columns: readonly string[],
  member: Member,
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Candidate | undefined {
  const comparable = columns.map(comparableHeader)
  for (const synonym of KNOWN_HEADERS[member]) {
    const index = comparable.findIndex((column, at) => column === synonym && !taken.has(at))
    if (index !== -1 && holdsMember(member, index, sample)) return { index, chosenBy: 'synonym' }
  }
  const index = comparable.findIndex((header, at) => !taken.has(at) && mayHold(member, header, at, sample))
  return index === -1 ? undefined : { index, chosenBy: 'synonym' }
}

/** Whether a word of a header speaks for a member, and the cells do, too. */
function mayHold(member: Member, header: string, index: number, sample: readonly RawRow[]): boolean {
  const { kind } = ITEM_MEMBERS[member]
  if (kind === 'time') {
    return header.split(' ').some((word) => DATE_WORDS.has(word)) && holdsMember(member, index, sample)
  }
  return kind === 'number' && SCORE_WORDS.test(header) && !NO_SCORE.test(header) && holdsScores(index, sample)
}

/** Headers that mean something else as often; nothing is said where their cells make no sense. */
const OTHER_MEANINGS = new Set(['note', 'nota', 'data', 'time', 'score', 'source'])
const DATE_HEADER = /\b(?:date|created|timestamp|datum|fecha)\b/

/** The column whose header names a member and whose cells make no sense as one; undefined for none. */
export function findUnread(
  columns: readonly string[],
  member: Member,
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): number | undefined {
  const names = (header: string) =>
    !OTHER_MEANINGS.has(header) &&
    (KNOWN_HEADERS[member].includes(header) || (ITEM_MEMBERS[member].kind === 'time' && DATE_HEADER.test(header)))
  const index = columns.findIndex(
    (column, at) => !taken.has(at) && names(comparableHeader(column)) && !holdsMember(member, at, sample),
  )
  return index === -1 ? undefined : index
}
