import { getOrAdd } from '../../../base/get-or-add.js'
import { perObject } from '../../../base/per-object.js'
import { asOneList } from '../evidence/maps.js'
import type { Member, Shape } from '../evidence/shape.js'
import { findContainers, inOurObjects } from './containers.js'
import { isKnownByForm, isListedByMail } from './contradicts.js'
import { hasAllWords, holdsOneWord, isTime, suits } from './fit.js'
import { type Entity, plainName } from './lexicon.js'
import { objectNamed, saysSo } from './may-mean.js'
import { meaningOf } from './meanings.js'
import { nameScore, scoreOfNames } from './name-score.js'
import { isOtherSide, type Named, named } from './named.js'
import { ownSidesAmong } from './own-sides.js'
import { type Saying, sayingOf } from './said.js'
import { OF_SOME, recordOfList } from './subjects.js'

/** A member of a record that isn't taken apart further: a scalar, a list, or what nothing is said about. */
export interface Leaf {
  /** Names from the record down. */
  path: readonly string[]
  shape: Shape
  required: boolean
  nullable: boolean
  /** What a description says about it. */
  about?: string
  /** Where a description and what was seen differ: which of them has it. */
  only?: Member['only']
  /** The one value of a list, and what that is called by the name of one. */
  isListed?: true
  called?: readonly string[]
}

/** The leaves of a record: objects inside it are taken apart, lists and maps are not. */
export const leavesOf = perObject((shape: Shape): readonly Leaf[] => leavesBelow(shape, []))

function leavesBelow(shape: Shape, path: readonly string[]): Leaf[] {
  if (shape.kind !== 'object') return []
  return Object.entries(shape.members).flatMap(([name, member]) => {
    const here = [...path, name]
    const grouped = asOneList(member.shape)
    if (grouped) return [{ path: here, ...member, shape: grouped }]
    if (member.shape.kind === 'object' && Object.keys(member.shape.members).length > 0 && here.length < 6) {
      return leavesBelow(member.shape, here).map((leaf) => withOuter(leaf, member))
    }
    return [{ path: here, ...member }]
  })
}

function withOuter(leaf: Leaf, { required, nullable, only }: Member): Leaf {
  return { ...leaf, required: leaf.required && required, nullable: leaf.nullable || nullable, ...(only && { only }) }
}

export interface Pair {
  ours: Leaf
  theirs: Leaf
  /** 0 to 1: how sure. */
  score: number
  /** By what: their values, or names and types. */
  by: 'name' | 'values'
}

export interface Matching {
  pairs: Pair[]
  /** Ours that may be any of several of theirs. */
  unclear: { ours: Leaf; candidates: Leaf[] }[]
  /** Of ours, without any that fits. */
  missing: Leaf[]
  /** Of theirs, without any of ours. */
  left: Leaf[]
}

export interface MatchOptions {
  /** What the record is about. */
  record: Entity | undefined
  /** Pairs that values prove: 0 where values speak against it, undefined if they say nothing. */
  byValues?: (ours: Leaf, theirs: Leaf) => number | undefined
  /** Lists inside are told by their names alone. */
  isInside?: true
}

/** A pair is believed from here on, if nothing else comes near. */
export const SURE = 0.6
const POSSIBLE = 0.35
const MARGIN = 0.06

/** The result of a task may say how it ended beside the task itself: it is none of our members, and must not be taken for the task's. */
const SAID_AGAIN = 'result.status'

/** Which of their leaves is which of ours: one to one, and only where nothing else may as well be meant. */
export function matchLeaves(ours: readonly Leaf[], theirs: readonly Leaf[], options: MatchOptions): Matching {
  const around = stepsAround(ours, theirs)
  const containers = findContainers(ours, theirs, options.record)
  const objects = [...new Set(ours.flatMap(({ path, shape }) => (path.length > 1 || isRows(shape) ? [path[0]!] : [])))]
  const isOwnSide = ownSidesAmong(theirs.map(({ path }) => path))
  const known = theirs.flatMap((their) => {
    const renamed = inOurObjects(their.path, containers)
    // By its own name alone: what is around it may say something else, such as an item.
    const isStatus = ({ path }: Leaf) =>
      path !== their.path && nameScore(['status'], path.slice(-1), options.record) >= SURE
    if ((renamed?.join('.') === SAID_AGAIN && theirs.some(isStatus)) || isOwnSide(their.path)) return []
    const paths = [renamed, around === 0 ? undefined : their.path.slice(around)].filter((path) => path !== undefined)
    const within = renamed?.[0] ?? objectNamed(their.path, objects, options.record)
    return [{ leaf: their, ...named(their.called ?? their.path), paths: paths.map(named), within }]
  })
  const scored = ours.flatMap((leaf) => {
    const own = { leaf, ...named(leaf.path) }
    return known.map((their) => scorePair(own, their, options))
  })
  const possible = scored.filter(({ score }) => score >= POSSIBLE).sort((a, b) => b.score - a.score)
  const taken = new Set<Leaf>()
  const best: Pair[] = []
  for (const pair of possible) {
    if (taken.has(pair.ours) || taken.has(pair.theirs)) continue
    best.push(pair)
    taken.add(pair.ours).add(pair.theirs)
  }
  const isClear = (pair: Pair) => pair.score >= SURE && !possible.some((other) => rivals(pair, other, best))
  const pairs = best.filter(isClear)
  const settled = new Set(pairs.flatMap((pair) => [pair.ours, pair.theirs]))
  const open = ours.filter((own) => !settled.has(own))
  const unclear = open.flatMap((own) => {
    const candidates = possible
      .filter((pair) => pair.ours === own && !settled.has(pair.theirs))
      .map((pair) => pair.theirs)
    return candidates.length > 0 ? [{ ours: own, candidates }] : []
  })
  return {
    pairs,
    unclear,
    missing: open.filter((own) => !unclear.some((each) => each.ours === own)),
    left: theirs.filter((their) => !settled.has(their)),
  }
}

/** Whether another pair is as good as this one: it wants the same leaf, comes near in score, and has no better use for its other leaf. */
function rivals(pair: Pair, other: Pair, best: readonly Pair[]): boolean {
  if (other === pair || (other.ours === pair.ours) === (other.theirs === pair.theirs)) return false
  if (pair.score === 1 || other.score < pair.score - MARGIN) return false
  const elsewhere = best.find((each) =>
    other.ours === pair.ours ? each.theirs === other.theirs : each.ours === other.ours,
  )
  return !elsewhere || elsewhere.score <= other.score + MARGIN / 2
}

/** How many steps all of their leaves are below, where none of ours goes by such a name: what is around a record says nothing of its members. */
function stepsAround(ours: readonly Leaf[], theirs: readonly Leaf[]): number {
  const [first, second] = theirs
  if (!first || !second) return 0
  const isShared = (step: string, at: number) => theirs.every(({ path }) => path.length > at + 1 && path[at] === step)
  const count = first.path.findIndex((step, at) => !isShared(step, at))
  const names = first.path.slice(0, count).map(plainName)
  return ours.some(({ path }) => path.some((name) => names.includes(name))) ? 0 : count
}

interface NamedLeaf extends Named {
  leaf: Leaf
}

interface TheirLeaf extends NamedLeaf {
  /** The object or list of ours that theirs is in by name, if it is in one. */
  within: string | undefined
  /** Other paths of theirs: with our names for the objects around, and without what is around all of them. */
  paths: readonly Named[]
}

function scorePair(own: NamedLeaf, their: TheirLeaf, { record, byValues, isInside }: MatchOptions): Pair {
  const [ours, theirs] = [own.leaf, their.leaf]
  const asNamed = scoreOfNames(own, their, record)
  const elsewhere = their.paths.map((path) => scoreOfNames(own, path, record) * 0.98)
  const name = bySaying(Math.max(asNamed, ...elsewhere) * placeScore(ours, their), own, theirs, record)
  const proven = isOtherSide(own, their) ? 0 : byValues?.(ours, theirs)
  if (proven === undefined) {
    const fit = suits(ours, theirs)
    // Under our very name it is ours, even if a number is written as text; under any, if it says all of our words, or has our form.
    const isKnown =
      hasAllWords(ours.shape, theirs.shape) ||
      holdsOneWord(ours, theirs) ||
      isKnownByForm(ours.path, theirs.shape) ||
      isListedByMail(ours.shape, theirs.shape)
    const isLike = isKnown || (!isInside && haveLikeEntries(ours, theirs))
    // Of several lists of one form the name decides.
    const least = name === 1 && fit > 0 ? 0.7 : isLike ? 0.75 + name / 10 : 0
    return { ours, theirs, score: Math.max(name === 1 ? fit : name * fit, least), by: 'name' }
  }
  // Small numbers come back by chance: under a name that says nothing of the kind they prove little.
  const score = name > 0.3 || proven < 0.5 ? proven : proven >= 0.95 ? 0.8 : 0.5
  return { ours, theirs, score, by: 'values' }
}

/** A score by names, with what a description says in words: it names what a member means, or that it is of another kind. */
function bySaying(score: number, own: NamedLeaf, { about, shape }: Leaf, record: Entity | undefined): number {
  // What is said of a list or a map is mostly said of its entries: `Number of matches by the name of the monitor`.
  const isOfEntries = shape.kind === 'list' || shape.kind === 'map'
  const said = about === undefined || score === 1 || isOfEntries ? undefined : saidBy(about)
  const meaning = meaningOf(own.path, record)
  if (!said || meaning.is === 'itself' || meaning.within !== undefined) return score
  const isOf = said.of === undefined || said.of === (meaning.of ?? record)
  if (said.is === meaning.is && isOf) return Math.max(score, SAID)
  const isOfKind = said.kind === kindOf(own.leaf, meaning.is) && isOf
  return isOfKind ? score : score * SAID_OTHERWISE
}

/** What kind of value a member of ours has; undefined for a text. */
function kindOf({ path, shape }: Leaf, is: string): Saying['kind'] | undefined {
  if (is === 'id') return 'id'
  if (shape.kind !== 'scalar') return undefined
  if (isTime(path, shape)) return 'time'
  return shape.types.some((type) => type === 'integer' || type === 'number') ? 'count' : undefined
}

/** How sure a plain sentence makes; and what is left of a name that it speaks against. */
const SAID = 0.9
const SAID_OTHERWISE = 0.3

const sayings = new Map<string, Saying | null>()
const saidBy = (about: string) => getOrAdd(sayings, about, () => sayingOf(about) ?? null)

/**
 * What is in an object of ours says something of that object first: `sentiment.total` counts what sentiment was found for. So does what is
 * around the rows of a list: `themes.items` are themes.
 */
function placeScore(ours: Leaf, { within }: TheirLeaf): number {
  return ours.path.length === 1 && within !== undefined && ours.path[0] !== within ? 0.9 : 1
}

const isRows = (shape: Shape) => shape.kind === 'list' && shape.entry.kind === 'object'

/**
 * Whether entries of theirs have most of the members of ours, and at least two. Where ours are those for which something was not done,
 * the name has to say so: `results` of all recipients have an address and a reason, too.
 */
export function haveLikeEntries({ path, shape: own }: Leaf, { path: wire, shape: their }: Leaf): boolean {
  if (own.kind !== 'list' || own.entry.kind !== 'object') return false
  const entry = their.kind === 'list' || their.kind === 'map' ? their.entry : undefined
  if (entry?.kind !== 'object') return false
  const record = recordOfList(path.at(-1)!)
  if (OF_SOME.includes(path.at(-1)!) && !saysSo(path, wire, record)) return false
  return getOrAdd(likeness(own.entry)(entry), record, () => haveMostMembers(own.entry, entry, record))
}

/** Whether entries are alike, by what ours are about. The same ones are compared again and again, as what is around them is learned. */
const likeness = perObject((_: Shape) => perObject((_: Shape) => new Map<Entity | undefined, boolean>()))

function haveMostMembers(own: Shape, their: Shape, record: Entity | undefined): boolean {
  const ours = leavesOf(own)
  const { pairs } = matchLeaves(ours, leavesOf(their), { record, isInside: true })
  return pairs.length >= Math.max(2, ours.length / 2)
}
