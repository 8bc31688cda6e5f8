import type { WireOperation } from './evidence/evidence.js'
import { plainName } from './match/lexicon.js'
import { PAGING_QUERY } from './paging-names.js'

// What members of a query may be for.

/** Whether a member of the query that says nothing of its meaning takes a number: identifiers and filters are called after what they name. */
export function mayTakeSize({ query }: WireOperation, at: string | undefined): boolean {
  return Object.entries(query).some(([name, { shape }]) => {
    const isNumber = shape.kind === 'scalar' && shape.types.some((type) => type === 'integer' || type === 'number')
    return name !== at && isNumber && !/(^|_)(id|rating|score|since|until|after|before)$/.test(plainName(name))
  })
}

/**
 * The members of a query that may say where a list continues, if it isn't known how it does: no filters as long as that is open.
 */
export function mayPage(wire: WireOperation): string[] {
  const known: readonly string[] = [
    ...PAGING_QUERY.limit,
    ...PAGING_QUERY.cursor,
    ...PAGING_QUERY.offset,
    ...PAGING_QUERY.page,
  ]
  return Object.keys(wire.query).filter((name) => known.includes(plainName(name)) && !isTimeMember(wire, name))
}

/** Whether a member of a query takes times: it filters, whatever it is called. */
export function isTimeMember({ query }: WireOperation, name: string): boolean {
  const shape = query[name]?.shape
  if (shape?.kind !== 'scalar') return false
  const isMoment = (each: unknown) => typeof each === 'string' && /^\d{4}-\d\d(-\d\d|$)/.test(each)
  return /^date(-time)?$/.test(shape.format ?? '') || (shape.seen.length > 0 && shape.seen.every(isMoment))
}

/** What takes the end of a range, with what takes its beginning. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  before: ['after'],
  end: ['start', 'begin'],
  end_at: ['start_at'],
  until: ['since', 'from'],
  to: ['from', 'since'],
  stop: ['start'],
  finish: ['start'],
  to_index: ['from_index'],
}

/**
 * `after` beside `before`, and `start` beside `end`, may as well be the two ends of a filter; not beside an end that takes times, as it
 * takes none itself, nor beside one that has another beginning.
 */
export function isHalfOfRange(name: string, wire: WireOperation): boolean {
  const isOpen = ['after', 'start', 'start_at', 'from_index'].includes(plainName(name))
  const others = Object.keys(wire.query).filter((each) => each !== name)
  const begins = (end: string) => others.some((each) => RANGES[plainName(end)]!.includes(plainName(each)))
  const ends = others.filter((each) => Object.hasOwn(RANGES, plainName(each)))
  return isOpen && ends.some((each) => !isTimeMember(wire, each) && !begins(each))
}
