import type { OperationId } from '../../../contract/operations/index.js'
import type { LearnedSlot } from '../learn-slots.js'
import type { Leaf } from './match.js'
import { listOf, meaningAt, type Rows, rowsOf } from './rows.js'
import type { Slot } from './slots.js'
import { type KnownValues, textOf, valuesAt } from './values.js'

/**
 * What the members that are settled say of single records: an item that was pushed with its identifier is the one that is listed with
 * it, so what stands beside it in both is the same member, whatever it is called in either.
 */
export interface KnownRecords {
  /** All values of the settled members, by what they mean. */
  values: KnownValues
  /** How sure it is that a leaf of theirs is our member, by what is beside it; undefined where that says nothing. */
  judge(place: Place, theirs: Leaf): number | undefined
}

interface Place {
  operation: OperationId
  slot: Slot
  /** Our member and theirs from the root of the slot, `[]` for the entries of a list. */
  path: string
  theirPath: string
}

/** What tells items apart, the surest first; a recipient goes by the address, and any other record by its identifier. */
const ITEM_KEYS = ['.external_id', 'item.id', '.text']

function keysOfRecord(record: string | undefined): readonly string[] {
  if (record === undefined || record === 'item') return ITEM_KEYS
  return record === 'recipient' ? ['recipient.email'] : [`${record}.id`]
}

type Records = Map<string, Map<string, Set<string>>>

/** An entry with all that is known of its record, by what it means; undefined of a record that nothing tells. */
interface Keyed {
  entry: unknown
  record: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

function recordOf(entry: unknown, { record, members }: Rows, records: Records): Keyed['record'] {
  const key = keysAmong(foundIn(entry, members), record).find((each) => records.has(each))
  return key === undefined ? undefined : records.get(key)
}

/** What members that were found in some operations say about those of others. */
export function knownRecords(slots: readonly LearnedSlot[]): KnownRecords {
  const values = new Map<string, Set<string>>()
  const records: Records = new Map()
  const rows = new Map<string, Rows>()
  const answered = new Map<OperationId, Rows[]>()
  for (const slot of slots) {
    for (const [list, each] of rowsOf(slot)) {
      const { operation } = slot.found
      rows.set(`${operation} ${slot.slot} ${list}`, each)
      if (slot.slot === 'result' && list !== '') answered.set(operation, [...(answered.get(operation) ?? []), each])
      for (const { entry } of each.entries) keepEntry(entry, each, values, records)
    }
  }
  const keyed = new Map<Rows, readonly Keyed[]>()
  const keyedRows = (each: Rows) => {
    const known =
      keyed.get(each) ?? each.entries.map(({ entry }) => ({ entry, record: recordOf(entry, each, records) }))
    keyed.set(each, known)
    return known
  }
  const judge: KnownRecords['judge'] = ({ operation, slot, path, theirPath }, theirs) => {
    const meaning = meaningAt(operation, slot, path)
    if (slot === 'query') return byAnswers(answered.get(operation) ?? [], meaning, theirPath)
    const known = rows.get(`${operation} ${slot} ${listOf(theirPath)}`)
    return known && byRecords(keyedRows(known), meaning, theirs.path.join('.'))
  }
  return { values, judge }
}

/** What a leaf is by the records whose other members are known: as sure as it gets where several agree and none speaks against it. */
function byRecords(entries: readonly Keyed[], meaning: string, place: string): number | undefined {
  const agreed = new Set<string>()
  let rows = 0
  for (const { entry, record } of entries) {
    const [known, another] = record?.get(meaning) ?? []
    const value = known === undefined ? undefined : textOf(meaning, valuesAt(entry, place)[0])
    // What several records have is the key of none.
    if (value === undefined || known === undefined || another !== undefined) continue
    if (known !== value) return undefined
    agreed.add(value)
    rows += 1
  }
  return rows >= LEAST_ROWS && agreed.size >= LEAST_VALUES ? 0.97 : undefined
}

/**
 * What a filter is by the rows it lets through: all have its value in the same member, and others have another there. As sure as it gets
 * where that is so of one member alone.
 */
function byAnswers(lists: readonly Rows[], meaning: string, filter: string): number | undefined {
  const filtered = lists.flatMap(({ members, entries }) =>
    members.flatMap(({ meaning: each, place }) => (isFilteredBy(filter, entries, each, place) ? [each] : [])),
  )
  return filtered.length > 0 && filtered.every((each) => each === meaning) ? 0.97 : undefined
}

function isFilteredBy(filter: string, entries: Rows['entries'], meaning: string, place: string): boolean {
  const values = entries.map(({ entry, seen: { query } }) => {
    return { wanted: textOf(meaning, query[filter]), value: textOf(meaning, valuesAt(entry, place)[0]) }
  })
  const asked = values.filter(({ wanted }) => wanted !== undefined)
  const all = new Set(values.map(({ value }) => value))
  return asked.length >= 2 && asked.every(({ wanted, value }) => wanted === value) && all.size > 1
}

/** One row, or one value, comes back by chance. */
const LEAST_ROWS = 3
const LEAST_VALUES = 2

function keepEntry(
  entry: unknown,
  { record, members }: Rows,
  values: Map<string, Set<string>>,
  records: Records,
): void {
  const found = foundIn(entry, members)
  for (const [meaning, text] of found) values.set(meaning, (values.get(meaning) ?? new Set()).add(text))
  for (const key of keysAmong(found, record)) {
    const kept = records.get(key) ?? new Map<string, Set<string>>()
    records.set(key, kept)
    for (const [meaning, text] of found) kept.set(meaning, (kept.get(meaning) ?? new Set()).add(text))
  }
}

type Found = readonly (readonly [meaning: string, text: string])[]

function foundIn(entry: unknown, members: Rows['members']): Found {
  return members.flatMap(({ meaning, place }) =>
    valuesAt(entry, place).flatMap((value) => {
      const text = textOf(meaning, value)
      return text === undefined ? [] : [[meaning, text] as const]
    }),
  )
}

/** The keys that an entry has, the surest first. */
function keysAmong(found: Found, record: string | undefined): string[] {
  return keysOfRecord(record).flatMap((key) =>
    found.flatMap(([meaning, text]) => (meaning === key ? [`${key} ${text}`] : [])),
  )
}
