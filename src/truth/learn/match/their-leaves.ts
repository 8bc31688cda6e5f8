import type { Shape } from '../evidence/shape.js'
import { ofRecords } from './beside-records.js'
import { withoutGroups } from './grouped-lists.js'
import { expandKeyedList, isExpanded, isLessSure } from './keyed-lists.js'
import type { Entity } from './lexicon.js'
import { type Leaf, type Matching, type MatchOptions, matchLeaves } from './match.js'
import { hasObjects, objectsIn, withNamedMaps } from './named-maps.js'
import { withLoneValues } from './other-kinds.js'
import type { Slot } from './slots.js'

/**
 * The leaves of a record of theirs, in the forms in which ours may be found among them: rows by name as lists, lists in groups as one,
 * and lists of named values as the members that they name. `record`: what it is about.
 */
export function theirLeaves(
  own: readonly Leaf[],
  theirs: Shape,
  { slot, record }: { slot: Slot; record: Entity | undefined },
): readonly Leaf[] {
  const rows = withoutGroups(own, withNamedMaps(own, theirs, record), record)
  const known = ofRecords(own, rows).flatMap(expandKeyedList)
  const leaves = slot === 'body' ? withLoneValues(own, known, record) : known
  // Ours with any names may be seen with some.
  const isOpen = own.some(({ shape }) => shape.kind === 'map' || shape.kind === 'any')
  return isOpen ? [...leaves, ...objectsIn(theirs).filter(({ shape }) => !hasObjects(shape))] : leaves
}

/** The matching of ours with them, where a list that was taken apart counts as one or the other, as is surer. */
export function matchSure(own: readonly Leaf[], theirs: readonly Leaf[], options: MatchOptions): Matching {
  const byAll = matchLeaves(own, theirs, options)
  const entire = theirs.filter((their) => !isLessSure(their, byAll))
  const named = entire.length < theirs.length ? matchLeaves(own, entire, options) : byAll
  return { ...named, left: named.left.filter((each) => !isExpanded(each, named)) }
}
