import { isObject } from '../base/is-object.js'
import { SENTIMENTS } from './records.js'

// A service may have more sides of a sentiment than ours: `{positive, mixed, neutral, negative}`.

/** Counts and shares of one side of a sentiment. */
export interface Side {
  count?: number | undefined
  share?: number | undefined
}

const OWN_WORD =
  /^(mixed|ambivalent|conflicted|(very|somewhat|slightly|strongly|mostly|extremely)_(positive|negative))$/
const DOUBTFUL_WORD = /^(unknown|undetermined|unclear|unclassified|uncertain)$/

/** Whether a name alone shows that it is a side besides ours. */
export function isOwnSideWord(name: string): boolean {
  return OWN_WORD.test(name) || isDoubtfulSide(name)
}

/** Whether a name of such a side may as well mean what has no sentiment at all. */
export function isDoubtfulSide(name: string): boolean {
  return DOUBTFUL_WORD.test(name)
}

const WORDS_FOR: Readonly<Record<(typeof SENTIMENTS)[number], readonly string[]>> = {
  positive: ['positive', 'pos', 'positives'],
  neutral: ['neutral', 'neu', 'neut', 'neutrals'],
  negative: ['negative', 'neg', 'negatives'],
}

/** Which of our sides a word says by itself, however it is spelled: `POS`, `Negative`; undefined for any other word. */
export function sideOfWord(word: unknown): (typeof SENTIMENTS)[number] | undefined {
  const plain = typeof word === 'string' ? word.trim().toLowerCase() : ''
  return SENTIMENTS.find((side) => WORDS_FOR[side].includes(plain))
}

/**
 * Returns the sides among the members of a sentiment: ours, what has a word for a side, and any other that has figures, but for one
 * whose figure is the sum of the others: a total.
 */
export function sidesOf(sentiment: object): [name: string, side: Side][] {
  const all = Object.entries(sentiment).filter((each): each is [string, Side] => hasFigures(each[1]))
  const isKnown = ([name]: [string, Side]) => isOurs(name) || isOwnSideWord(name)
  const sides = new Set(all.filter(isKnown))
  // By size, so that a total comes after every side in it.
  for (const other of all.filter((each) => !isKnown(each)).sort(bySize)) {
    const known = [...sides].map(([, side]) => side)
    if (!isTotal(other[1], known)) sides.add(other)
  }
  return all.filter((each) => sides.has(each))
}

/** The sides that a service has besides ours, by its words for them. */
function ownSides(sentiment: object): [name: string, side: Side][] {
  return sidesOf(sentiment).filter(([name]) => !isOurs(name))
}

/** The sides besides ours that have a bare number where figures would be: whether that is a count or a share is not known. */
export function unreadSides(sentiment: object): string[] {
  return Object.entries(sentiment).flatMap(([name, value]) =>
    typeof value === 'number' && isOwnSideWord(plainWord(name)) ? [name] : [],
  )
}

const plainWord = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()

/** A side as it is shown. */
export interface SideShown extends Side {
  name: string
  /** The service gives counts alone: the share is computed from all of them. */
  isComputed: boolean
}

/** The sides to show: ours in their order, whatever is known of them, and those of the service. Shares are computed where every count is known. */
export function sidesShown(
  sentiment: { readonly [Name in (typeof SENTIMENTS)[number]]?: Side | undefined },
): SideShown[] {
  const unread = unreadSides(sentiment).map((name): [string, Side] => [name, {}])
  const ours = SENTIMENTS.map((name): [string, Side] => [name, sentiment[name] ?? {}])
  const sides = [...ours, ...ownSides(sentiment), ...unread]
  const all = sides.reduce<number | undefined>(
    (sum, [, { count }]) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
  return sides.map(([name, { count, share }]) => {
    const computed = share === undefined && count !== undefined && all ? count / all : undefined
    return { name, count, share: share ?? computed, isComputed: computed !== undefined }
  })
}

/** What is said beside sides of which a share is computed; undefined where there is none. */
export function computedNote(sides: readonly SideShown[]): string | undefined {
  return sides.some(({ isComputed }) => isComputed) ? 'shares computed from counts' : undefined
}

const isOurs = (name: string) => (SENTIMENTS as readonly string[]).includes(name)

/** What is said of a side. */
export const MEASURES = ['count', 'share'] as const
/** Shares are rounded, so their sum may be off. */
const TOLERANCE = { count: 0, share: 0.03 }

function isTotal(figures: Side, sides: readonly Side[]): boolean {
  return MEASURES.some((measure) => {
    const figure = figures[measure]
    const known = sides.flatMap((side) => side[measure] ?? [])
    const sum = known.reduce((all, each) => all + each, 0)
    return figure !== undefined && known.length > 1 && Math.abs(figure - sum) <= TOLERANCE[measure] * sum
  })
}

function bySize([, a]: [string, Side], [, b]: [string, Side]): number {
  return (a.count ?? a.share ?? 0) - (b.count ?? b.share ?? 0)
}

function hasFigures(value: unknown): value is Side {
  return isObject(value) && MEASURES.some((measure) => typeof value[measure] === 'number')
}
