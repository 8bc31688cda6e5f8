import { findWord } from '../text/words.js'
import { type LearningRow, UNIT } from './learning-rows.js'
import { hintsOf, type Term, type Terms } from './terms.js'

const MAX_THEMES = 12
const MIN_THEMES = 3
const THEMES_PER_ROOT = 1.2
const MIN_WORD_ITEMS = 3
const MIN_WORD_PART = 0.025

/** How many themes a source can bear: more items, more themes, up to what a person wants to read. */
function countThemes(itemCount: number): number {
  return Math.min(MAX_THEMES, Math.max(MIN_THEMES, Math.round(THEMES_PER_ROOT * Math.sqrt(itemCount))))
}

function canSeedWord(term: Term, itemCount: number): boolean {
  return (
    term.count >= Math.max(MIN_WORD_ITEMS, itemCount * MIN_WORD_PART) && term.weight > 0 && !findWord(term.form).isVague
  )
}

/** What each term would still explain: the sum of its values over items, as far as other seeds leave them open. */
function sumOpen(rows: readonly LearningRow[], covered: Float64Array, size: number): Float64Array {
  const open = new Float64Array(size)
  rows.forEach(({ terms, values }, row) => {
    const left = UNIT - covered[row]!
    if (left <= 0) return
    for (let at = 0; at < terms.length; at++) open[terms[at]!]! += left * values[at]!
  })
  return open
}

/** A word and the concept it is nearest to read as the same theme. */
function areTwins(first: Term, second: Term): boolean {
  if (first.isConcept === second.isConcept) return false
  const [word, concept] = first.isConcept ? [second, first] : [first, second]
  return `#${hintsOf(word)[0]?.concept}` === concept.name
}

function findBest(open: Float64Array, terms: Terms, candidates: readonly number[]): number {
  let best = -1
  for (const index of candidates) {
    const gain = open[index]!
    if (gain <= 0) continue
    const most = best < 0 ? -1 : open[best]!
    if (gain > most || (gain === most && terms.list[index]!.name < terms.list[best]!.name)) best = index
  }
  return best
}

function cover(rows: readonly LearningRow[], covered: Float64Array, seed: number): void {
  rows.forEach(({ terms, values }, row) => {
    const at = terms.indexOf(seed)
    if (at >= 0) covered[row]! += values[at]!
  })
}

function findCandidates(terms: Terms, itemCount: number, spread: ReadonlySet<number>): Set<number> {
  const candidates = [...terms.list.keys()].filter((index) => {
    const term = terms.list[index]!
    return term.isConcept || canSeedWord(term, itemCount)
  })
  return new Set(candidates.filter((index) => !spread.has(index)))
}

/**
 * The terms that themes are grown from, as places in the list of terms: each in turn the one that says most of what the
 * ones before it leave unsaid. None of `spread`.
 */
export function chooseSeeds(
  rows: readonly LearningRow[],
  terms: Terms,
  itemCount: number,
  spread: ReadonlySet<number>,
): number[] {
  const covered = new Float64Array(rows.length)
  const candidates = findCandidates(terms, itemCount, spread)
  const seeds: number[] = []
  const most = countThemes(itemCount)
  while (seeds.length < most) {
    const best = findBest(sumOpen(rows, covered, terms.list.length), terms, [...candidates])
    if (best < 0) break
    seeds.push(best)
    candidates.delete(best)
    for (const index of candidates) if (areTwins(terms.list[best]!, terms.list[index]!)) candidates.delete(index)
    cover(rows, covered, best)
  }
  return seeds
}
