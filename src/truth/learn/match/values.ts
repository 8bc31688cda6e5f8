import { decodePercent } from '../../../base/escape.js'
import { parseTime } from '../../../contract/times.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Shape } from '../evidence/shape.js'
import type { FoundRoute } from '../routes.js'
import type { Leaf } from './match.js'
import { meaningOf } from './meanings.js'
import { SHOWN_IN_BODIES, SHOWN_IN_PATHS } from './subjects.js'

/**
 * Values whose meaning is certain, by what they mean: what was sent under names that the interface shows, and identifiers in shown
 * paths. Where such a value comes back, the member it stands in means the same.
 */
export type KnownValues = ReadonlyMap<string, ReadonlySet<string>>

/** All values of certain meaning in what was seen. */
export function knownValues(found: readonly FoundRoute[]): KnownValues {
  const known = new Map<string, Set<string>>()
  const add = (meaning: string, value: unknown) => {
    const text = textOf(meaning, value)
    if (text === undefined) return
    known.set(meaning, (known.get(meaning) ?? new Set()).add(text))
  }
  for (const { operation, wire } of found) {
    for (const exchange of wire.exchanges) {
      if (exchange.status >= 400) continue
      for (const [meaning, path] of SHOWN_IN_BODIES[operation] ?? []) {
        for (const value of valuesAt(exchange.requestBody, path)) add(meaning, value)
      }
      const meaning = SHOWN_IN_PATHS[operation]
      if (meaning) for (const value of pathValues(exchange, wire.path)) add(meaning, value)
    }
  }
  return known
}

function pathValues({ path }: SeenExchange, template: string): string[] {
  const parts = path.split('/')
  return template.split('/').flatMap((part, at) => (/^\{.*\}$/.test(part) ? [decodePercent(parts[at] ?? '')] : []))
}

/** The values at a path of a JSON value; `[]` for every entry of a list. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let at = [value]
  for (const step of path.split('.')) {
    const isList = step.endsWith('[]')
    const name = isList ? step.slice(0, -2) : step
    const inner: unknown[] = []
    for (const each of at) {
      if (typeof each !== 'object' || each === null || !Object.hasOwn(each, name)) continue
      const found = (each as Record<string, unknown>)[name]
      if (!isList) inner.push(found)
      else if (Array.isArray(found)) for (const entry of found) inner.push(entry)
    }
    at = inner
  }
  return at
}

/** All texts in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A value as it is compared; times in any form are the same. Undefined for what is no single value. */
export function textOf(meaning: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return meaning === '.occurred_at' ? timeText(value) : String(value)
}

/** A time in any form as epoch seconds. */
function timeText(value: string | number): string | undefined {
  if (typeof value === 'number') return String(Math.floor(value > 1e11 ? value / 1000 : value))
  const at = parseTime(value) ?? Date.parse(value)
  return Number.isNaN(at) ? undefined : String(Math.floor(at / 1000))
}

/** Members of pushed items, and lists of them. Those of a recipient are others. */
const OF_ITEMS = /^(text|external_id|customer_id|channel|language|occurred_at|rating)s?$/

/** What a member of ours means, as known values are kept. */
export function knownMeaning(path: readonly string[], record: string | undefined): string {
  const { of, is } = meaningOf(path)
  // A column of a file holds what its items have.
  const isOfItem = record === undefined || record === 'item' || path[0] === 'mapping'
  const [, ofItem] = isOfItem ? (OF_ITEMS.exec(path.at(-1)!) ?? []) : []
  if (ofItem !== undefined) return `.${ofItem}`
  return ['itself', 'text', 'reference', 'period'].includes(is) ? `.${path.at(-1)}` : `${of ?? record}.${is}`
}

/** The values that were seen: of a list those of its entries. */
function seenOf(shape: Shape): readonly unknown[] | undefined {
  const scalar = shape.kind === 'list' ? shape.entry : shape
  return scalar.kind === 'scalar' ? scalar.seen : undefined
}

/** How sure values make it that a leaf of theirs is one of ours: near 1 or 0, undefined if they say nothing. */
export function byValues(known: KnownValues, record: string | undefined, ours: Leaf, theirs: Leaf): number | undefined {
  const seen = ours.shape.kind === theirs.shape.kind && seenOf(ours.shape) ? seenOf(theirs.shape) : undefined
  // One of our names for a list is enough.
  const isAlias = ours.shape.kind === 'list' && !ours.path.at(-1)!.endsWith('s')
  if (seen === undefined || isAlias) return undefined
  const counts = sharesOf(known, seen)
  if (counts.size === 0) return undefined
  const meaning = knownMeaning(ours.path, record)
  const own = counts.get(meaning) ?? 0
  const others = [...counts].filter(([each]) => each !== meaning)
  const best = Math.max(0, ...others.map(([, count]) => count))
  const isTelling = seen.some((each) => !/^\d{1,3}$/.test(String(each)))
  if (own >= 0.5 && best < own) return isTelling ? 0.97 : 0.9
  if (isTelling && best >= 0.5 && own === 0 && known.has(meaning)) return 0.05
  return undefined
}

const shares = new WeakMap<KnownValues, WeakMap<readonly unknown[], ReadonlyMap<string, number>>>()

/** How many of the seen values are among those of each meaning, where some are. Every member of ours asks it of every one of theirs. */
function sharesOf(known: KnownValues, seen: readonly unknown[]): ReadonlyMap<string, number> {
  const ofKnown = shares.get(known) ?? new WeakMap()
  shares.set(known, ofKnown)
  const counted = ofKnown.get(seen) ?? new Map(shared(known, seen))
  ofKnown.set(seen, counted)
  return counted
}

function shared(known: KnownValues, seen: readonly unknown[]): [meaning: string, share: number][] {
  const all = [...known].map(([each, values]): [string, number] => [each, share(each, values, seen)])
  return all.filter(([, count]) => count > 0)
}

/** What is known from two sources. */
export function withKnown(some: KnownValues, others: KnownValues): KnownValues {
  const meanings = new Set([...some.keys(), ...others.keys()])
  return new Map([...meanings].map((each) => [each, new Set([...(some.get(each) ?? []), ...(others.get(each) ?? [])])]))
}

/** How many of the seen values are among those of one meaning, 0 to 1. */
function share(meaning: string, values: ReadonlySet<string>, seen: readonly unknown[]): number {
  const texts = seen.map((each) => textOf(meaning, each)).filter((each) => each !== undefined)
  return texts.length === 0 ? 0 : texts.filter((each) => values.has(each)).length / texts.length
}

/** What all of them are. */
export function oneOf<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}
