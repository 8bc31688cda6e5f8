import type { GroupsForm } from './by-side.js'
import type { Flag, FlagNames } from './flags.js'
import type { Ordinal } from './ordinals.js'
import type { PairsForm } from './pairs.js'
import type { Scalar, WireType, WordMap } from './scalars.js'
import type { Steps } from './schema-path.js'
import type { WirePlace, WireStep } from './wire-path.js'

/**
 * The form of a list on the wire: a map by a member of its entries (to the entry, or to one other member of it), or by running
 * number; its one entry alone; how many entries it has, and nothing else of them; a list for each side of a sentiment; scalars instead of objects of one member; objects
 * around scalars, perhaps with constants beside them, or the scalar `again`, or a `slug` of it, and which entry it is (`index` from 0, `number`
 * from 1); a map of scalars by their slugs (`keyed`). `listed` is the form of a scalar: a list of it alone. `key` and `value` are that of a
 * map: a list of its names with their values.
 */
export type ListForm =
  | WholeForm
  | { values: string }
  | {
      in: string
      beside?: Readonly<Record<string, string>>
      again?: string
      slug?: string
      index?: string
      number?: string
    }
/** Forms in which the list itself is no list, or what is no list is one. */
export type WholeForm =
  | { by: string; value?: string }
  | { numbered: 0 | 1 }
  | { keyed: 'slug' }
  | { single: true }
  | { counted: true }
  | GroupsForm
  | ListedForm
  | PairsForm
type ListedForm = { listed: true }

/** What facts say of one member, by its path in our schema. */
export interface MemberFact {
  steps: Steps
  /** Where it is; null if the service has no such member. */
  name?: string | null
  /** Where it is in the other answer of an operation that answers two ways. */
  otherwise?: string
  /** A second name; for what comes in only. */
  alias?: string
  type?: WireType
  words?: WordMap
  list?: ListForm
  /** Of an enum: the flags, or the times since when, that say each of its words, or a word of the service's own; the first that is said. */
  flags?: Readonly<Record<string, FlagNames>>
  /** Constants that stand beside it, by their names; `{index}` and `{number}` are which entry of a list it is in, from 0 or from 1. */
  tag?: Readonly<Record<string, string>>
}

/** A constant at a place on the wire, independent of our value. */
export interface Constant {
  steps: readonly WireStep[]
  value: unknown
}

/** How a node of our schema is on the wire. Only nodes that a fact is about, and those above them, have one. */
export interface Plan {
  /** Where it is; its own word where its parent stands if absent. */
  place?: WirePlace
  gone: boolean
  /** Gone from where we have it alone: whether the service has it elsewhere is not known. */
  isOpen?: true
  /** An object whose members all are elsewhere, so that it is nowhere. */
  isDissolved?: true
  alias?: string
  scalar?: Scalar
  flags?: readonly Flag[]
  tags: readonly Constant[]
  list?: WholeForm
  /** The member that the entries of a list of scalars stand in. */
  around?: string
  /** Where an entry around a scalar has it once more. */
  again?: string
  /** Where it has a short name of it: `very_good`. */
  slug?: string
  /** Of an entry: what numbers it. */
  ordinal?: Ordinal
  members: Map<string, Plan>
  entry?: Plan
  /** The member that the whole record is on the wire. */
  whole?: string
  /** Names in its object on the wire that stand for members of ours, wherever those are. */
  taken: Set<string>
}

/** A node that no fact is about. */
export function emptyPlan(): Plan {
  return { gone: false, tags: [], members: new Map(), taken: new Set() }
}

/** The node at the end of a path, made if there is none. */
export function planAt(root: Plan, steps: Steps): Plan {
  return steps.reduce((at, step) => {
    if (step === '[]') {
      at.entry ??= emptyPlan()
      return at.entry
    }
    const next = at.members.get(step) ?? emptyPlan()
    at.members.set(step, next)
    return next
  }, root)
}
