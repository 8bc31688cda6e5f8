import { SENT_IF_TAKEN } from '../../../contract/assumptions/overridable.js'
import type { WireWords } from '../../../contract/operation.js'
import type { OperationId } from '../../../contract/operations/index.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import { listsMembers, type Member, type Shape } from '../evidence/shape.js'
import { findAbsence } from './absent.js'
import { withAllPlaced } from './all-placed.js'
import { placedBelow, placeOfRecord } from './common-place.js'
import { constantsOf } from './demanded.js'
import { withoutDisputed } from './disputed.js'
import { withTheOnlyOnes } from './eliminate.js'
import { asQueried } from './fit.js'
import { withoutFlagged } from './flagged-enums.js'
import { formOf, isOpenList, openForms, type Pairing, type Written, writtenAs } from './forms.js'
import { withLastPairs } from './last-pairs.js'
import type { Entity } from './lexicon.js'
import { entryOf, withoutKey } from './list-forms.js'
import { withListedCounts } from './listed-counts.js'
import { type Leaf, leavesOf, type Matching, type Pair } from './match.js'
import { meaningOf } from './meanings.js'
import { addOrdinal } from './ordinals.js'
import { withOtherKinds } from './other-kinds.js'
import { withOwnSides, withoutOtherMeasures } from './own-sides.js'
import { assumptionAt } from './slots.js'
import { recordAt } from './subjects.js'
import { matchSure, theirLeaves } from './their-leaves.js'
import { withWholeObjects } from './whole-objects.js'
import { type Enum, wordsOf } from './words.js'

/** What was found about one member of ours. */
export interface MemberFinding {
  /** From the slot's root, `[]` for the entries of a list. */
  path: string
  state: 'seen' | 'unclear' | 'missing'
  /** Where it is, from the record it is in; absent if it was not found. */
  place?: string
  /** Where the object of ours that it is in stands, if that is not at our place. */
  within?: string
  /** The same from the root of the slot. */
  wirePath?: string
  /** Whether only a description has it there, or only traffic. */
  only?: Member['only']
  /** How the form of its value differs, as members of a fact. */
  form?: Readonly<Record<string, unknown>>
  candidates?: readonly string[]
  /** Of a missing one: nothing that is left there could be it. */
  isAbsent?: boolean
  /** Of a missing one of a request: it need not be sent. */
  isUnneeded?: true
  /** Of an enum: both sides' values. */
  values?: Enum
  /** Of a time or an identifier: how it is on the wire, if that shows. */
  written?: Written
  by?: Pair['by']
  /** 0 to 1. */
  score?: number
}

export interface SlotFindings {
  /** The whole record is below this member; '' if it is bare. */
  at: string
  members: MemberFinding[]
  /** Members that must be sent, are none of ours, and may hold one value alone; by their places. */
  fixed: Readonly<Record<string, unknown>>
}

export interface SlotPair extends Pairing {
  operation: OperationId
  words: WireWords
  ours: Shape
  theirs: Shape
  /** A description says all of it. */
  isWhole: boolean
  byValues?: (path: string, ours: Leaf, theirs: Leaf, theirPath: string) => number | undefined
  /** Of the data of an event, which has all of its members each time: what it is about. */
  ofEvent?: { about: Entity | undefined }
}

/** Which member of theirs is which of ours, record by record, in one slot of an operation. */
export function matchSlot(pair: SlotPair): SlotFindings {
  const { ours, theirs } = pair
  if (theirs.kind === 'list') return matchBareList(pair, theirs.entry)
  const members: MemberFinding[] = []
  const matching = matchRecord(pair, { ours, theirs, lists: [], prefix: '', wirePrefix: '' }, members)
  const at = placeOfRecord(pair, matching.pairs)
  const canSay = (path: string) => assumptionAt(pair.slot, pair.operation, path) !== undefined
  const placed = at === '' ? members : members.map((each) => placedBelow(each, at))
  return {
    at,
    members: withWholeObjects(withoutOtherMeasures(placed), canSay),
    fixed: constantsOf(matching.left, pair),
  }
}

interface Scope {
  ours: Shape
  theirs: Shape
  lists: readonly string[]
  prefix: string
  wirePrefix: string
}

function matchRecord(pair: SlotPair, scope: Scope, members: MemberFinding[]): Matching {
  const record = recordAt(pair.operation, pair.slot, scope.lists)
  const own = leavesOf(scope.ours)
  const theirs = theirLeaves(own, scope.theirs, { slot: pair.slot, record })
  const { byValues } = pair
  const options = {
    record,
    ...(byValues && {
      byValues: (own: Leaf, their: Leaf) =>
        byValues(scope.prefix + own.path.join('.'), own, their, scope.wirePrefix + their.path.join('.')),
    }),
  }
  const unlisted = matchSure(own, theirs, options)
  const byNames = pair.slot === 'result' ? withOtherKinds(unlisted, scope.theirs, record) : unlisted
  const isListed = pair.isDescribed && listsMembers(scope.theirs)
  const found = withListedCounts(withLastPairs(withTheOnlyOnes(byNames, { record, isListed }), { record, isListed }))
  // The entries of an answer have all of their members, too.
  const isEntry = isListed && pair.slot === 'result' && scope.lists.length > 0
  const about = pair.ofEvent === undefined ? record : pair.ofEvent.about
  const placed = pair.ofEvent || isEntry ? withAllPlaced(found, about) : found
  const undisputed = withoutDisputed(placed, { slot: pair.slot, record })
  const sided = pair.slot === 'result' ? withOwnSides(undisputed) : undisputed
  const isRoot = scope.lists.length === 0
  const at = isRoot ? placeOfRecord(pair, sided.pairs) : ''
  const { findings, matching } = withoutFlagged(sided, pair, at)
  members.push(...findings.map((each) => ({ ...each, path: scope.prefix + each.path })))
  const open = matching.pairs.filter((found) => !addPair(pair, scope, found, members))
  const left = [...matching.left, ...open.map(({ theirs }) => theirs)]
  for (const { ours, candidates } of matching.unclear) {
    const seen = candidates.find(({ only }) => only === 'seen')
    members.push({
      path: scope.prefix + ours.path.join('.'),
      state: 'unclear',
      candidates: candidates.map(({ path }) => path.join('.')),
      ...(seen && { wirePath: scope.wirePrefix + seen.path.join('.') }),
    })
  }
  const isWhole = pair.isWhole && listsMembers(scope.theirs)
  const isTaken = isRoot && pair.slot === 'body' && !pair.isDescribed && pair.demands?.isTaken === true
  for (const missing of matching.missing) {
    const path = scope.prefix + missing.path.join('.')
    members.push({
      path,
      state: 'missing',
      ...findAbsence(
        { missing, left, theirs, pairs: matching.pairs, record, at },
        { slot: pair.slot, isWhole, isTaken },
      ),
    })
  }
  return matching
}

/** Adds what a pair says; false if it stays open, so that theirs may as well be another one. */
function addPair(pair: SlotPair, scope: Scope, found: Pair, members: MemberFinding[]): boolean {
  const { ours, by, score } = found
  const theirs = asQueried(ours, found.theirs, pair.slot)
  const path = scope.prefix + ours.path.join('.')
  const open = openForms(ours, theirs, pair)
  if (open) members.push({ path, state: 'unclear', place: theirs.path.join('.'), candidates: open })
  // A number of the wrong scale would be shown as if it were right.
  if (open && (meaningOf(ours.path).is === 'share' || isOpenList(ours, theirs, pair))) return false
  const { demands, ...pairing } = pair
  const isRoot = scope.lists.length === 0
  const form = formOf(ours, theirs, {
    ...pairing,
    ...(isRoot && demands && { demands }),
    isOfItem: path.includes('content[].'),
    canFill: SENT_IF_TAKEN.has(`${pair.slot}:${pair.operation}.${path}`),
  })
  const values = enumOf(ours.shape, theirs.shape)
  const written = writtenAs(ours, theirs)
  const wirePath = scope.wirePrefix + theirs.path.join('.')
  const { only } = theirs
  const extra = {
    wirePath,
    ...(only && { only }),
    ...(form && { form }),
    ...(values && { values }),
    ...(written && { written }),
  }
  members.push({ path, state: 'seen', place: theirs.path.join('.'), by, score, ...extra })
  if (ours.shape.kind !== 'list' || ours.shape.entry.kind !== 'object') return true
  const entry = entryOf(theirs.shape)
  if (entry.kind === 'scalar') addDissolved(ours.shape.entry, { path, list: form?.list, entry, pairing }, members)
  if (entry.kind !== 'object') return true
  const name = ours.path.at(-1)!
  const prefix = `${path}[].`
  const { left } = matchRecord(
    pair,
    {
      ours: withoutKey(ours.shape.entry, form?.list),
      theirs: entry,
      lists: [...scope.lists, name],
      prefix,
      wirePrefix: `${wirePath}${entry === theirs.shape ? '' : '[]'}.`,
    },
    members,
  )
  addOrdinal(pair, { prefix, left }, members)
  return true
}

function enumOf(ours: Shape, theirs: Shape): Enum | undefined {
  if (ours.kind !== 'scalar' || theirs.kind !== 'scalar' || !ours.words || theirs.types.includes('boolean')) return
  return { ours: ours.words, theirs: wordsOf(theirs), ...(theirs.words && { isWhole: true as const }) }
}

/** A list whose entries are scalars, with its form: which of our members they are. */
type Dissolved = { path: string; list: unknown; entry: Shape; pairing: Pairing }

/** Entries that are scalars, or scalars by name, have none of their other members; the one that they are may be in another form. */
function addDissolved(own: Shape, { path, list, entry, pairing }: Dissolved, members: MemberFinding[]): void {
  const kept = Object.values((list ?? {}) as Record<string, unknown>)
  const { value } = (list ?? {}) as { value?: string }
  if (kept.length === 0) return
  for (const leaf of leavesOf(own)) {
    const name = leaf.path.join('.')
    if (!kept.includes(name)) {
      members.push({ path: `${path}[].${name}`, state: 'missing', isAbsent: true, candidates: [] })
    }
    const form = name === value ? formOf(leaf, { ...leaf, shape: entry }, pairing) : undefined
    if (form) members.push({ path: `${path}[].${name}`, state: 'seen', place: name, by: 'name', score: 1, form })
  }
}

/** An answer that is a list: the rows are the answer itself. */
function matchBareList(pair: SlotPair, entry: Shape): SlotFindings {
  const lists = leavesOf(pair.ours).filter((leaf) => leaf.shape.kind === 'list')
  const [rows] = lists
  if (lists.length !== 1 || rows?.shape.kind !== 'list') return { at: '', members: [], fixed: {} }
  const name = rows.path.join('.')
  const members: MemberFinding[] = [
    { path: name, state: 'seen', place: '/', by: 'name', score: 1 },
    { path: 'pagination', state: 'missing', isAbsent: true },
  ]
  matchRecord(
    pair,
    { ours: rows.shape.entry, theirs: entry, lists: [rows.path.at(-1)!], prefix: `${name}[].`, wirePrefix: '[].' },
    members,
  )
  return { at: '', members, fixed: {} }
}

/** The name a member has on routes of these words, where no fact says otherwise. */
export function ownName(name: string, words: WireWords): string {
  return words === 'recommended' ? recommendedWord(name) : name
}
