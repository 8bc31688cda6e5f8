import type { Member, ScalarShape, Shape } from '../evidence/shape.js'
import { type Entity, plainName } from './lexicon.js'
import { meaningOf } from './meanings.js'
import { nameScore } from './name-score.js'
import { wordFor, wordThatHolds } from './words.js'

/** A member of a record that isn't taken apart further: a scalar, a list, or what nothing is said about. */
export interface Leaf {
  /** Names from the record down. */
  path: readonly string[]
  shape: Shape
  required: boolean
  nullable: boolean
  /** What a description says about it. */
  about?: string
}

/** The leaves of a record: objects inside it are taken apart, lists and maps are not. */
export function leavesOf(shape: Shape, path: readonly string[] = []): Leaf[] {
  if (shape.kind !== 'object') return []
  return Object.entries(shape.members).flatMap(([name, member]) => {
    const here = [...path, name]
    if (member.shape.kind === 'object' && Object.keys(member.shape.members).length > 0 && here.length < 6) {
      return leavesOf(member.shape, here).map((leaf) => withOuter(leaf, member))
    }
    return [{ path: here, ...member }]
  })
}

function withOuter(leaf: Leaf, { required, nullable }: Member): Leaf {
  return { ...leaf, required: leaf.required && required, nullable: leaf.nullable || nullable }
}

/** The values of members that must be there and may have no other, by their places. */
export function constantsOf(leaves: readonly Leaf[]): Record<string, unknown> {
  const fixed = leaves.flatMap(({ path, required, shape }): [string, unknown][] => {
    if (!required || shape.kind !== 'scalar') return []
    const values = shape.constant === undefined ? (shape.words ?? []) : [shape.constant]
    return values.length === 1 ? [[path.join('.'), values[0]]] : []
  })
  return Object.fromEntries(fixed)
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
}

/** A pair is believed from here on, if nothing else comes near. */
const SURE = 0.6
const POSSIBLE = 0.35
const MARGIN = 0.06

/** Which of their leaves is which of ours: one to one, and only where nothing else may as well be meant. */
export function matchLeaves(ours: readonly Leaf[], theirs: readonly Leaf[], options: MatchOptions): Matching {
  const around = stepsAround(ours, theirs)
  const scored = ours.flatMap((own) => theirs.map((their) => scorePair(own, their, { ...options, around })))
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

function scorePair(ours: Leaf, theirs: Leaf, { record, byValues, around }: MatchOptions & { around: number }): Pair {
  const whole = nameScore(ours.path, theirs.path, record)
  const name = around === 0 ? whole : Math.max(whole, nameScore(ours.path, theirs.path.slice(around), record) * 0.98)
  const proven = byValues?.(ours, theirs)
  if (proven === undefined) {
    const fit = suits(ours, theirs)
    // Under our very name it is ours, even if a number is written as text; under any, if it says all of our words.
    const least = name === 1 && fit > 0 ? 0.7 : hasAllWords(ours.shape, theirs.shape) ? 0.75 : 0
    return { ours, theirs, score: Math.max(name === 1 ? fit : name * fit, least), by: 'name' }
  }
  // Small numbers come back by chance: under a name that says nothing of the kind they prove little.
  const score = name > 0.3 || proven < 0.5 ? proven : proven >= 0.95 ? 0.8 : 0.5
  return { ours, theirs, score, by: 'values' }
}

/** How well what is known of a value's form suits one of our members: 0 (never) to 1. */
export function suits(ours: Leaf, theirs: Leaf): number {
  const [own, their] = [ours.shape, theirs.shape]
  if (their.kind === 'any' || own.kind === 'any') return 0.9
  if (own.kind === 'scalar') return their.kind === 'scalar' ? fitScalars(ours, own, theirs, their) : 0
  if (own.kind === 'list')
    return their.kind === 'list' ? fitEntries(own.entry, their.entry) : their.kind === 'map' ? 0.85 : 0
  return their.kind === 'map' || their.kind === 'object' ? 0.95 : 0
}

function fitEntries(own: Shape, their: Shape): number {
  if (own.kind === 'any' || their.kind === 'any' || own.kind === their.kind) return 1
  return own.kind === 'scalar' || their.kind === 'scalar' ? 0.85 : 0.9
}

const has = ({ types }: ScalarShape, ...wanted: readonly string[]) => types.some((type) => wanted.includes(type))

function fitScalars({ path }: Leaf, own: ScalarShape, theirs: Leaf, their: ScalarShape): number {
  const { is } = meaningOf(path)
  // Some frameworks write every number as `number`.
  if (is === 'id') return has(their, 'string', 'integer', 'number') ? 1 : 0
  if (isTime(path, own)) return fitTime(their)
  if (has(own, 'boolean')) return has(their, 'boolean') ? 1 : 0.3
  if (is === 'share') return has(their, 'number') ? 1 : has(their, 'integer') ? 0.7 : isNumeric(their, 1) ? 0.9 : 0.4
  if (has(own, 'integer')) return has(their, 'integer') ? 1 : has(their, 'number') ? 0.95 : isNumeric(their) ? 0.9 : 0.3
  if (has(own, 'number')) return has(their, 'number', 'integer') ? 1 : isNumeric(their) ? 0.9 : 0.4
  if (own.words && their.words) return fitWords(own.words, their.words)
  if (own.words && has(their, 'boolean') && wordThatHolds(own.words, theirs.path.at(-1)!) !== undefined) return 0.9
  if (!has(their, 'string')) return 0.3
  const isOther = their.format !== own.format && ['date-time', 'uuid', 'uri'].includes(their.format ?? '')
  return isOther ? 0.4 : own.words ? 0.95 : 1
}

/** Whether all texts that were seen are numbers, none above the most. */
function isNumeric({ seen, examples = [] }: ScalarShape, most = Number.POSITIVE_INFINITY): boolean {
  const values = [...seen, ...examples]
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text) && Number(text) <= most
  return values.length > 0 && values.every((each) => typeof each === 'string' && isNumber(each))
}

/** Moments are known by their format, or by what they mean: requests take days as well. */
export function isTime(path: readonly string[], { format }: ScalarShape): boolean {
  return format === 'date-time' || meaningOf(path).is.startsWith('occurred')
}

function fitTime(their: ScalarShape): number {
  if (has(their, 'string')) return their.format === 'date-time' ? 1 : their.format === 'date' ? 0.9 : 0.92
  return has(their, 'integer', 'number') ? 0.9 : 0
}

/** Whether an enum of theirs has a word for each of ours, and no word for two. */
function hasAllWords(own: Shape, their: Shape): boolean {
  if (own.kind !== 'scalar' || their.kind !== 'scalar' || !own.words || !their.words) return false
  const [ours, theirs] = [own.words, their.words]
  const found = new Set(ours.map((word) => wordFor(word, theirs)))
  return ours.length > 1 && !found.has(undefined) && found.size === ours.length && theirs.length <= ours.length + 1
}

function fitWords(own: readonly string[], their: readonly string[]): number {
  const known = own.filter((word) => wordFor(word, their) !== undefined).length
  return known === 0 ? 0.3 : 0.8 + (0.2 * known) / own.length
}
