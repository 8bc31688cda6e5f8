import type { Corpus } from '../corpus.js'
import { findConcepts } from '../text/concepts.js'
import { stemOf } from '../text/stem.js'
import { findWord } from '../text/words.js'
import { createThemeAssigner } from './assign-themes.js'
import { findTerm } from './terms.js'
import type { ThemeModel } from './theme-model.js'

/** What a phrase counts beside a word of as many items: it says more. */
const PHRASE_FACTOR = 2.2
/** In a smaller part of the theme's items a phrase is a detail. */
const PHRASE_PART = 0.06
const MIN_RATIO = 1.5
/** What a name without any word that is known in other sources counts: of a person, a place or a product. */
const STRANGE_FACTOR = 0.4
/** How many times as frequent inside a name need be, as a logarithm; rare words always are. */
const MOST_TELLING = 1.5
/** Of so few items, a word of one may be a name, and one that all share. */
const FEW_ITEMS = 8
const LEAST_TELLING = 0.1
/** What a word of one item counts: a name, if nothing better is there. */
const ONCE_FACTOR = 0.1
/** Themes that share this part of their items are one. */
const SAME_PART = 0.7

/** What the items of each theme use, by the number of the feature. */
interface Uses {
  sizes: number[]
  /** Items that have both themes. */
  shared: number[][]
  inside: Map<number, number>[]
  all: Map<number, number>
  items: number
}

/** Counts the features that may name a theme in the main theme of each row, and the rows that themes share. */
function countUses(corpus: Corpus, model: ThemeModel, rows: readonly number[]): Uses {
  const count = model.seedCount
  const uses: Uses = {
    sizes: Array.from({ length: count }, () => 0),
    shared: Array.from({ length: count }, () => Array.from({ length: count }, () => 0)),
    inside: Array.from({ length: count }, () => new Map()),
    all: new Map(),
    items: rows.length,
  }
  const assigner = createThemeAssigner(corpus, model)
  for (const row of rows) {
    assigner.place(row)
    for (const first of assigner.themes) for (const second of assigner.themes) uses.shared[first]![second]!++
    const main = assigner.themes[0]
    if (main !== undefined) uses.sizes[main]!++
    for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
      const feature = corpus.features[at]!
      uses.all.set(feature, (uses.all.get(feature) ?? 0) + 1)
      if (main !== undefined) uses.inside[main]!.set(feature, (uses.inside[main]!.get(feature) ?? 0) + 1)
    }
  }
  return uses
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isKnown(name: string): boolean {
  return name.split(' ').some((word) => findConcepts(stemOf(word)).length > 0)
}

function canName(name: string): boolean {
  return name.includes(' ') || !findWord(name).isVague
}

interface Candidate {
  theme: number
  name: string
  score: number
}

/** How much a word of a name says for a theme, the more the less it says for others. */
function affinityOf({ terms, scores, seedCount }: ThemeModel, name: string, theme: number): number {
  const parts = name.split(' ').map((word) => {
    const index = findTerm(terms, word)
    if (index < 0) return 0
    let sum = 0
    for (let seed = 0; seed < seedCount; seed++) sum += Math.max(0, scores[index * seedCount + seed]!)
    const own = Math.max(0, scores[index * seedCount + theme]!)
    return sum > 0 ? (own * own) / sum : 0
  })
  return Math.max(...parts)
}

function listCandidates(corpus: Corpus, model: ThemeModel, uses: Uses, spread: ReadonlySet<number>): Candidate[] {
  const found: Candidate[] = []
  uses.inside.forEach((inside, theme) => {
    for (const [feature, count] of inside) {
      const name = corpus.names[feature]!
      if (name.startsWith('!') || !canName(name)) continue
      const size = uses.sizes[theme]!
      const ratio = (count / size) * ((uses.items - size + 1) / (uses.all.get(feature)! - count + 0.5))
      if (uses.items > FEW_ITEMS && ratio < MIN_RATIO) continue
      if (!isKnown(name) && name.split(' ').some((word) => spread.has(findTerm(model.terms, word)))) continue
      const isFrequentPhrase = name.includes(' ') && count > 1 && count >= size * PHRASE_PART
      const factor =
        (count === 1 ? ONCE_FACTOR : 1) * (isFrequentPhrase ? PHRASE_FACTOR : 1) * (isKnown(name) ? 1 : STRANGE_FACTOR)
      const telling = Math.min(MOST_TELLING, Math.max(LEAST_TELLING, Math.log(ratio)))
      found.push({ theme, name, score: factor * count * telling * Math.sqrt(affinityOf(model, name, theme)) })
    }
  })
  return found.sort(
    (a, b) =>
      b.score - a.score ||
      a.name.split(' ').length - b.name.split(' ').length ||
      (a.name < b.name ? -1 : 1) ||
      a.theme - b.theme,
  )
}

/** Whether one of two names says no more than the other: "pool" and "pool floor". */
function overlap(first: readonly string[], second: readonly string[]): boolean {
  const [less, more] = first.length < second.length ? [first, second] : [second, first]
  return less.every((stem) => more.includes(stem))
}

/** What themes are called. */
export interface Names {
  /** Of each theme; undefined where its items use no word that could name it, or none but of `spread`. */
  labels: (string | undefined)[]
  /** The first theme that has nearly the same items as a larger one; -1 if there is none. */
  repeated: number
}

/** Names each theme grown from seeds by the words or phrase of its own items that tell it best, no two the same. */
export function nameThemes(
  corpus: Corpus,
  model: ThemeModel,
  rows: readonly number[],
  spread: ReadonlySet<number>,
): Names {
  const uses = countUses(corpus, model, rows)
  const labels: (string | undefined)[] = model.themes.map(() => undefined)
  const taken: string[][] = []
  for (const { theme, name } of listCandidates(corpus, model, uses, spread)) {
    const stems = name.split(' ').map(stemOf)
    if (labels[theme] !== undefined || taken.some((other) => overlap(stems, other))) continue
    labels[theme] = capitalise(name)
    taken.push(stems)
  }
  return {
    labels,
    repeated: labels.findIndex((label, theme) => label !== undefined && isRepeated(uses, labels, theme)),
  }
}

function isRepeated({ shared }: Uses, labels: readonly (string | undefined)[], theme: number): boolean {
  return labels.some((label, other) => {
    if (label === undefined || other === theme) return false
    const [own, its] = [shared[theme]![theme]!, shared[other]![other]!]
    const both = shared[theme]![other]!
    const isSmaller = own < its || (own === its && theme > other)
    return isSmaller && both >= SAME_PART * (own + its - both)
  })
}
