import type { Corpus } from '../corpus.js'
import { stemOf } from '../text/stem.js'
import { countUses, type Name, type Uses } from './count-uses.js'
import type { ThemeModel } from './model.js'
import type { Sample } from './sample.js'

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
/** So is one that has this part of its items in another. */
const INSIDE_PART = 0.95

function isKnown({ terms }: ThemeModel, name: Name): boolean {
  return name.terms.some((term) => terms[term]!.hints.length > 0)
}

interface Candidate {
  theme: number
  text: string
  parts: number
  score: number
}

/** How much a term says for a theme, the more the less it says for others. */
function affinityOf({ scores, seedCount }: ThemeModel, term: number, theme: number): number {
  let sum = 0
  for (let seed = 0; seed < seedCount; seed++) sum += Math.max(0, scores[term * seedCount + seed]!)
  const own = Math.max(0, scores[term * seedCount + theme]!)
  return sum > 0 ? (own * own) / sum : 0
}

function listCandidates(model: ThemeModel, items: number, uses: Uses, spread: ReadonlySet<number>): Candidate[] {
  const found: Candidate[] = []
  for (const name of uses.names.values()) {
    const { text, terms, inside, all } = name
    const known = isKnown(model, name)
    if (!known && terms.some((term) => spread.has(term))) continue
    inside.forEach((count, theme) => {
      if (count === 0) return
      const size = uses.sizes[theme]!
      const ratio = (count / size) * ((items - size + 1) / (all - count + 0.5))
      if (items > FEW_ITEMS && ratio < MIN_RATIO) return
      const isFrequentPhrase = terms.length > 1 && count > 1 && count >= size * PHRASE_PART
      const factor =
        (count === 1 ? ONCE_FACTOR : 1) * (isFrequentPhrase ? PHRASE_FACTOR : 1) * (known ? 1 : STRANGE_FACTOR)
      const telling = Math.min(MOST_TELLING, Math.max(LEAST_TELLING, Math.log(ratio)))
      const affinity = Math.max(...terms.map((term) => affinityOf(model, term, theme)))
      found.push({ theme, text, parts: terms.length, score: factor * count * telling * Math.sqrt(affinity) })
    })
  }
  return found.sort((a, b) => b.score - a.score || a.parts - b.parts || (a.text < b.text ? -1 : 1) || a.theme - b.theme)
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
export function nameThemes(corpus: Corpus, model: ThemeModel, sample: Sample, spread: ReadonlySet<number>): Names {
  const uses = countUses(corpus, model, sample)
  const labels: (string | undefined)[] = model.themes.map(() => undefined)
  const taken: string[][] = []
  for (const { theme, text } of listCandidates(model, sample.items, uses, spread)) {
    if (labels[theme] !== undefined) continue
    const stems = text.split(' ').map(stemOf)
    if (taken.some((other) => overlap(stems, other))) continue
    labels[theme] = text.charAt(0).toUpperCase() + text.slice(1)
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
    return isSmaller && (both >= SAME_PART * (own + its - both) || both >= INSIDE_PART * own)
  })
}
