import { findWord } from '../text/words.js'
import { type LearningRow, UNIT } from './learning-rows.js'
import type { Term, Terms } from './terms.js'

const MAX_THEMES = 12
const MIN_THEMES = 3
const THEMES_PER_ROOT = 1.2
const MIN_WORD_ITEMS = 3

/** How many themes a source can bear: more items, more themes, up to what a person wants to read. */
function countThemes(itemCount: number): number {
  return Math.min(MAX_THEMES, Math.max(MIN_THEMES, Math.round(THEMES_PER_ROOT * Math.sqrt(itemCount))))
}

function canSeed({ isConcept, count, weight, form }: Term): boolean {
  return isConcept || (count >= MIN_WORD_ITEMS && weight > 0 && !findWord(form).isVague)
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

function findBest(open: Float64Array, terms: Terms, candidates: ReadonlySet<number>): number {
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
  const candidates = new Set(
    [...terms.list.keys()].filter((index) => !spread.has(index) && canSeed(terms.list[index]!)),
  )
  const seeds: number[] = []
  const most = countThemes(itemCount)
  while (seeds.length < most) {
    const best = findBest(sumOpen(rows, covered, terms.list.length), terms, candidates)
    if (best < 0) break
    seeds.push(best)
    candidates.delete(best)
    cover(rows, covered, best)
  }
  return seeds
}
