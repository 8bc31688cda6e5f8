import type { Corpus } from '../corpus.js'
import { findWord } from '../text/words.js'
import type { Term, Terms } from './terms.js'
import type { ThemeModel } from './theme-model.js'

/** How many items use a word in any form, in all and by theme, by the place of its term. */
export interface WordCounts {
  themes: number
  /** The items of each theme. */
  sizes: Float64Array
  /** By word, then by theme; -1 in `startOf` for what is not a keyword. */
  inTheme: Uint32Array
  /** The same of the form that most items use, which is the one shown. */
  formInTheme: Uint32Array
  startOf: Int32Array
  items: number
}

const MOST_KEYWORDS = 8
const MOST_THEMES = 3
/** A keyword is at least twice as frequent inside in the texts as written, of which the first words alone are known here. */
const LEAST_RATIO = 2.5
/** Of the forms of a word in a text only the first is known: any outside may be followed by the one shown, which counts as one. */
const LEAST_FORM_RATIO = 2

/** Of few items, a word of one may tell; of many, it tells nothing. */
const FEW_ITEMS = 50

function leastItems(corpus: Corpus): number {
  return corpus.size > FEW_ITEMS ? 2 : 1
}

function canBeKeyword({ isConcept, form, count }: Term, least: number): boolean {
  return !isConcept && count >= least && !findWord(form).isVague
}

/** Counts of nothing, with room for the words of a corpus. */
export function emptyWordCounts(corpus: Corpus, { terms, themes }: ThemeModel): WordCounts {
  let words = 0
  const startOf = Int32Array.from(terms.list, (term) =>
    canBeKeyword(term, leastItems(corpus)) ? words++ * themes.length : -1,
  )
  const sizes = new Float64Array(themes.length)
  const size = words * themes.length
  const [inTheme, formInTheme] = [new Uint32Array(size), new Uint32Array(size)]
  return { themes: themes.length, sizes, inTheme, formInTheme, startOf, items: 0 }
}

/** Counts the words of a row in place: `terms` are the corpus's, `themes` are the row's. */
export function countRow(
  counts: WordCounts,
  corpus: Corpus,
  row: number,
  { ofFeature, list }: Terms,
  themes: readonly number[],
): void {
  counts.items++
  for (const theme of themes) counts.sizes[theme]!++
  if (themes.length === 0) return
  for (let at = corpus.starts[row]!; at < corpus.starts[row + 1]!; at++) {
    const feature = corpus.features[at]!
    const term = ofFeature[feature]!
    const start = counts.startOf[term] ?? -1
    if (start < 0) continue
    const isForm = list[term]!.form === corpus.names[feature]
    for (const theme of themes) {
      counts.inTheme[start + theme]!++
      if (isForm) counts.formInTheme[start + theme]!++
    }
  }
}

interface Candidate {
  theme: number
  word: string
  score: number
}

/** How much it says that a word is more frequent inside a theme than outside; 0 if it says too little. */
function scoreOf(inside: number, formInside: number, size: number, all: number, items: number): number {
  const others = items - size
  const outside = (all - inside) * size
  if (inside * others < LEAST_RATIO * outside || formInside * others < LEAST_FORM_RATIO * outside) return 0
  // Half an item more outside, so that a word of one item does not outdo all others.
  return inside * Math.log((inside / size) * ((others + 1) / (all - inside + 0.5)))
}

function listCandidates(corpus: Corpus, { terms }: ThemeModel, counts: WordCounts): Candidate[] {
  const { themes, sizes, inTheme, formInTheme, startOf, items } = counts
  const found: Candidate[] = []
  startOf.forEach((start, index) => {
    if (start < 0) return
    const { form, count } = terms.list[index]!
    for (let theme = 0; theme < themes; theme++) {
      const inside = inTheme[start + theme]!
      if (inside < leastItems(corpus)) continue
      const score = scoreOf(inside, formInTheme[start + theme]!, sizes[theme]!, count, items)
      if (score > 0) found.push({ theme, word: form, score })
    }
  })
  return found.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1) || a.theme - b.theme)
}

/**
 * The words that tell each theme from the others, the most telling first, each in the form most items use: in that form and in
 * all clearly more frequent inside than outside, and in three themes at most. A theme that no word tells has its label.
 */
export function rankKeywords(corpus: Corpus, model: ThemeModel, counts: WordCounts): string[][] {
  const found = model.themes.map((): string[] => [])
  const uses = new Map<string, number>()
  for (const { theme, word } of listCandidates(corpus, model, counts)) {
    const used = uses.get(word) ?? 0
    if (found[theme]!.length >= MOST_KEYWORDS || used >= MOST_THEMES) continue
    found[theme]!.push(word)
    uses.set(word, used + 1)
  }
  return found.map((words, theme) => (words.length > 0 ? words : [model.themes[theme]!.label]))
}
