/** Who said an item and when. */
export interface Origin {
  /** The customer, or what else tells that texts are of one person. */
  person?: string | null | undefined
  /** Epoch milliseconds. */
  occurredAt?: number | null | undefined
}

/** The last rows of those who spoke lately, by a hash of who they are. */
export interface RecentPersons {
  generation: number
  rows: Map<number, number>
  rowsBefore: Map<number, number>
}

/** What stands for a row if no one spoke before. */
export const NOBODY = -1
/** How many identifiers may lie between two texts that belong together; a memory of everyone would grow without end. */
export const NEAR_ITEMS = 4_096

/** No one spoke yet. */
export function emptyPersons(): RecentPersons {
  return { generation: 0, rows: new Map(), rowsBefore: new Map() }
}

function hashPerson(person: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < person.length; at++) hash = Math.imul(hash ^ person.charCodeAt(at), 16_777_619)
  return hash
}

function turnTo(persons: RecentPersons, generation: number): void {
  if (generation === persons.generation) return
  persons.rowsBefore = generation === persons.generation + 1 ? persons.rows : new Map()
  persons.rows = new Map()
  persons.generation = generation
}

/**
 * Notes the row of an item as its person's last one and gives the one before, at least where it is within NEAR_ITEMS; NOBODY if
 * there is none. Depends on the identifiers alone, not on how items were batched.
 */
export function replaceRow(persons: RecentPersons, person: string, itemId: number, row: number): number {
  turnTo(persons, Math.floor(itemId / NEAR_ITEMS))
  const hash = hashPerson(person)
  const before = persons.rows.get(hash) ?? persons.rowsBefore.get(hash) ?? NOBODY
  persons.rows.set(hash, row)
  return before
}
