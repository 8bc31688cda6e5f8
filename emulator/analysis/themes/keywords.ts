import type { Corpus } from '../corpus.js'
import { stemOf } from '../text/stem.js'
import { findWord } from '../text/words.js'
import type { ThemeModel } from './theme-model.js'

/** How many items use a word, in all and by theme, by the number of its feature. */
export interface WordCounts {
  themes: number
  /** The items of each theme. */
  sizes: Float64Array
  /** By word, then by theme; -1 in `startOf` for what is not a keyword. */
  inTheme: Uint32Array
  startOf: Int32Array
  items: number
}

const MOST_KEYWORDS = 8
const MOST_THEMES = 3
const LEAST_RATIO = 2

/** Of few items, a word of one may tell; of many, it tells nothing. */
const FEW_ITEMS = 50

function leastItems(corpus: Corpus): number {
  return corpus.size > FEW_ITEMS ? 2 : 1
}

function canBeKeyword(name: string | undefined): name is string {
  return name !== undefined && !/[#! ]/.test(name) && !findWord(name).isVague
}

/** Counts of nothing, with room for the words of a corpus. */
export function emptyWordCounts(corpus: Corpus, themes: number): WordCounts {
  const startOf = new Int32Array(corpus.names.length).fill(-1)
  let words = 0
  corpus.names.forEach((name, id) => {
    if (corpus.counts[id]! >= leastItems(corpus) && canBeKeyword(name)) startOf[id] = words++ * themes
  })
  return { themes, sizes: new Float64Array(themes), inTheme: new Uint32Array(words * themes), startOf, items: 0 }
}

/** Counts the words of a row with themes that are known, in place. */
export function countRow(counts: WordCounts, corpus: Corpus, row: number, themes: readonly number[]): void {
  counts.items++
  for (const theme of themes) counts.sizes[theme]!++
  if (themes.length === 0) return
  for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
    const start = counts.startOf[corpus.features[at]!]!
    if (start < 0) continue
    for (const theme of themes) counts.inTheme[start + theme]!++
  }
}

interface Candidate {
  theme: number
  word: string
  score: number
}

/** How much it says that a word is more frequent inside a theme than outside; 0 if it is not twice as frequent. */
function scoreOf(inside: number, size: number, all: number, items: number): number {
  const others = items - size
  if (inside * others < LEAST_RATIO * (all - inside) * size) return 0
  // Half an item more outside, so that a word of one item does not outdo all others.
  return inside * Math.log((inside / size) * ((others + 1) / (all - inside + 0.5)))
}

function listCandidates(corpus: Corpus, { themes, sizes, inTheme, startOf, items }: WordCounts): Candidate[] {
  const found: Candidate[] = []
  startOf.forEach((start, id) => {
    if (start < 0) return
    for (let theme = 0; theme < themes; theme++) {
      const inside = inTheme[start + theme]!
      const score = inside < leastItems(corpus) ? 0 : scoreOf(inside, sizes[theme]!, corpus.counts[id]!, items)
      if (score > 0) found.push({ theme, word: corpus.names[id]!, score })
    }
  })
  return found.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1) || a.theme - b.theme)
}

/**
 * The words that tell each theme from the others, the most telling first: at least twice as frequent inside as outside,
 * none in more than three themes. A theme that no word tells has its label.
 */
export function rankKeywords(corpus: Corpus, { themes }: ThemeModel, counts: WordCounts): string[][] {
  const found = themes.map((): string[] => [])
  const stems = themes.map(() => new Set<string>())
  const uses = new Map<string, number>()
  for (const { theme, word } of listCandidates(corpus, counts)) {
    const stem = stemOf(word)
    const used = uses.get(word) ?? 0
    if (found[theme]!.length >= MOST_KEYWORDS || used >= MOST_THEMES || stems[theme]!.has(stem)) continue
    found[theme]!.push(word)
    stems[theme]!.add(stem)
    uses.set(word, used + 1)
  }
  return found.map((words, theme) => (words.length > 0 ? words : [themes[theme]!.label]))
}
