import type { OperationId } from '../../../contract/operations/index.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { LearnedSlot } from '../learn-slots.js'
import type { Slot } from './slots.js'
import { recordAt } from './subjects.js'
import { knownMeaning, valuesAt } from './values.js'

/** What stays the same wherever a record is shown. */
const LASTING = /^\.|\.(id|name|wording|description|email|variables|rating|period)$/

/** Entries of one list of an operation, or its whole records, with what is settled in them. */
export interface Rows {
  /** What the entries are about. */
  record: string | undefined
  entries: readonly { entry: unknown; seen: SeenExchange }[]
  members: readonly { meaning: string; place: string }[]
}

/** The lists of a slot, and its whole records under '', with what was settled of their members. */
export function rowsOf({ found, slot, findings }: LearnedSlot): Map<string, Rows> {
  const exchanges = found.wire.exchanges.filter(({ status }) => status < 300)
  const rows = new Map<string, Rows & { members: Rows['members'][number][] }>()
  for (const { path, state, wirePath } of findings.members) {
    if (state !== 'seen' || wirePath === undefined || exchanges.length === 0) continue
    const meaning = meaningAt(found.operation, slot, path)
    const list = listOf(wirePath)
    const known = rows.get(list) ?? {
      entries: exchanges.flatMap((seen) => entriesAt(partOf(seen, slot), list).map((entry) => ({ entry, seen }))),
      record: recordAt(found.operation, slot, listsOf(path)),
      members: [],
    }
    rows.set(list, known)
    if (LASTING.test(meaning)) known.members.push({ meaning, place: wirePath.slice(list.length).replace(/^\./, '') })
  }
  return rows
}

function partOf({ query, requestBody, responseBody }: SeenExchange, slot: Slot): unknown {
  return { query, body: requestBody, result: responseBody }[slot]
}

/** The path of the list that a path is in, with its `[]`; empty for a member of the record itself. */
export function listOf(path: string): string {
  const end = path.lastIndexOf('[].')
  return end < 0 ? '' : path.slice(0, end + 2)
}

function entriesAt(root: unknown, list: string): unknown[] {
  if (list === '') return [root]
  return list === '[]' ? (Array.isArray(root) ? root : []) : valuesAt(root, list)
}

/** What one of our members means in a slot; `path` is from the root of the slot, `[]` for the entries of a list. */
export function meaningAt(operation: OperationId, slot: Slot, path: string): string {
  return knownMeaning(path.split('[].').at(-1)!.split('.'), recordAt(operation, slot, listsOf(path)))
}

/** The names of the lists that a path goes through. */
export function listsOf(path: string): string[] {
  return path
    .split('[].')
    .slice(0, -1)
    .map((part) => part.split('.').at(-1)!)
}
