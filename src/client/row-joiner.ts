import { findMember } from './checked-payload.js'
import type { Listing } from './each-row.js'

/** Holds the last row of a page back until the next page shows whether it goes on there, where it may. */
export function createRowJoiner<Row extends object>({ key, nested }: Pick<Listing<Row>, 'key' | 'nested'>) {
  let held: readonly Row[] = []
  let given = 0
  const countOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + (nested?.count(row) ?? 0), 0)
  return {
    /** How many records are inside all rows up to now; undefined where none are. */
    nested: () => (nested ? given + countOf(held) : undefined),
    /** Adds what a page has to the row that is held; whether it has anything. */
    join(rows: readonly Row[]): boolean {
      const id = held[0] && idOf(held[0], key)
      const later = id === undefined ? undefined : rows.find((row) => idOf(row, key) === id)
      const joined = later && nested?.join(held[0]!, later)
      if (joined) held = [joined]
      return joined !== undefined
    },
    /** The row that was held and those of a page after it, but for one that may go on. */
    *take(fresh: readonly Row[], limit: number | undefined): Generator<Row> {
      if (fresh.length === 0) return
      const whole = [...held, ...fresh]
      held = nested?.mayGoOn(fresh, limit) ? whole.splice(-1) : []
      given += countOf(whole)
      yield* whole
    },
    /** The row that is held at the end. */
    *rest(): Generator<Row> {
      yield* held
    },
  }
}

/** The identifier of a row, as text; undefined if it has none. */
export function idOf(row: object, key: string): string | undefined {
  const id = findMember(row, key)
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
