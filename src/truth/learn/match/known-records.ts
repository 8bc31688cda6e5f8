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

/** What tells records apart, the surest first. */
const KEYS = ['.external_id', 'item.id', '.text', 'recipient.email', 'source.id', 'invite.id', 'task.id', 'report.id']

type Records = Map<string, Map<string, Set<string>>>

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
  const judge: KnownRecords['judge'] = ({ operation, slot, path, theirPath }, theirs) => {
    const meaning = meaningAt(operation, slot, path)
    if (slot === 'query') return byAnswers(answered.get(operation) ?? [], meaning, theirPath)
    const known = rows.get(`${operation} ${slot} ${listOf(theirPath)}`)
    return known && byRecords(known, records, meaning, theirs.path.join('.'))
  }
  return { values, judge }
}

/** What a leaf is by the records whose other members are known: as sure as it gets where several agree and none speaks against it. */
function byRecords({ entries, members }: Rows, records: Records, meaning: string, place: string): number | undefined {
  const agreed = new Set<string>()
  let rows = 0
  for (const { entry } of entries) {
    const value = textOf(meaning, valuesAt(entry, place)[0])
    const known = keysOf(entry, members).flatMap((key) => [...(records.get(key)?.get(meaning) ?? [])])
    if (value === undefined || known.length === 0) continue
    if (!known.includes(value)) return undefined
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

function keepEntry(entry: unknown, { members }: Rows, values: Map<string, Set<string>>, records: Records): void {
  const found = foundIn(entry, members)
  for (const [meaning, text] of found) values.set(meaning, (values.get(meaning) ?? new Set()).add(text))
  for (const key of keysAmong(found)) {
    const record = records.get(key) ?? new Map<string, Set<string>>()
    records.set(key, record)
    for (const [meaning, text] of found) record.set(meaning, (record.get(meaning) ?? new Set()).add(text))
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

function keysOf(entry: unknown, members: Rows['members']): string[] {
  return keysAmong(foundIn(entry, members))
}

function keysAmong(found: Found): string[] {
  return found.flatMap(([meaning, text]) => (KEYS.includes(meaning) ? [`${meaning} ${text}`] : []))
}
