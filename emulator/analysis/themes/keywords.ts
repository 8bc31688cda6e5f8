import type { Corpus } from '../corpus.js'
import { rankName } from '../text/concepts.js'
import { isMainlyOf } from './families.js'
import type { ThemeModel } from './model.js'

const MOST_KEYWORDS = 8
const MOST_THEMES = 3
/** A keyword is at least twice as frequent inside in the texts as written, of which the first words alone are known here. */
const LEAST_RATIO = 2.5
/** Of the forms of a word in a text only the first is known: any outside may be followed by the one shown, which counts as one. */
const LEAST_FORM_RATIO = 2
/** Of few items, a word of one may tell; of many, only if it is one of the theme's concept. */
const FEW_ITEMS = 8
const MANY_ITEMS = 8_192
/** How far the highest score of a term is above the mean where it may tell a theme. */
const CLEARLY = 1.5

/** How many items use a word in any form, and in the one that is shown, by theme and in all. */
export class WordCounts {
  readonly #corpus: Corpus
  readonly #model: ThemeModel
  /** The items of each theme. */
  readonly #sizes: Float64Array
  /** By term, then by theme; of each term where its counts start, -1 for what is no keyword. */
  readonly #inTheme: Uint32Array
  readonly #formInTheme: Uint32Array
  readonly #startOf: Int32Array
  /** Of each word where the counts of its term start, and whether it is the form that is shown. */
  readonly #startOfWord: Int32Array
  readonly #isForm: Uint8Array
  /** The concept of each theme that is one. */
  readonly #concepts: ReadonlyMap<number, number>
  #items = 0

  constructor(corpus: Corpus, model: ThemeModel) {
    const count = model.themes.length
    let size = 0
    this.#corpus = corpus
    this.#model = model
    this.#concepts = new Map([...(model.topics?.themes ?? [])].map(([concept, theme]) => [theme, concept]))
    this.#startOf = Int32Array.from(model.terms, ({ count: all, shown }, place) => {
      const isRare = model.themes.every((_, theme) => all < this.#leastIn(place, theme))
      if (isRare || shown === undefined || !this.#canTell(place)) return -1
      size += count
      return size - count
    })
    this.#startOfWord = model.termOf.map((term) => (term < 0 ? -1 : this.#startOf[term]!))
    const { names } = corpus.vocabulary.words
    this.#isForm = Uint8Array.from(names, (name, id) => (name === model.terms[model.termOf[id]!]?.shown ? 1 : 0))
    this.#sizes = new Float64Array(count)
    this.#inTheme = new Uint32Array(size)
    this.#formInTheme = new Uint32Array(size)
  }

  /** In how many items of a theme a term must be. */
  #leastIn(term: number, theme: number): number {
    const concept = this.#concepts.get(theme)
    const isKnown = concept !== undefined && isMainlyOf(this.#model.terms[term]!, concept)
    return this.#corpus.size > FEW_ITEMS && !isKnown ? 2 : 1
  }

  /** Whether a term may be twice as frequent in a theme as elsewhere. Of many items, what speaks for all themes alike is not counted. */
  #canTell(term: number): boolean {
    const { scores, seedCount, topics } = this.#model
    if (this.#corpus.size <= MANY_ITEMS || topics !== undefined) return true
    const own = scores.subarray(term * seedCount, (term + 1) * seedCount)
    return Math.max(...own) * seedCount > CLEARLY * own.reduce((sum, score) => sum + score, 0)
  }

  /** Counts the words of a row that is in these themes. */
  add(row: number, themes: readonly number[]): void {
    const { starts, features } = this.#corpus
    this.#items++
    for (let found = 0; found < themes.length; found++) this.#sizes[themes[found]!]!++
    for (let at = starts[row]!; at < starts[row + 1]! && themes.length > 0; at++) {
      const start = this.#startOfWord[features[at]!]!
      if (start < 0) continue
      const isForm = this.#isForm[features[at]!]!
      for (let found = 0; found < themes.length; found++) {
        this.#inTheme[start + themes[found]!]!++
        this.#formInTheme[start + themes[found]!]! += isForm
      }
    }
  }

  /** How much it says that a word is more frequent inside a theme than outside; 0 if it says too little. */
  #scoreOf(term: number, theme: number): number {
    const at = this.#startOf[term]! + theme
    const [inside, size, items] = [this.#inTheme[at]!, this.#sizes[theme]!, this.#items]
    const [all, others] = [this.#model.terms[term]!.count, items - size]
    const outside = (all - inside) * size
    if (inside < this.#leastIn(term, theme) || inside * others < LEAST_RATIO * outside) return 0
    if (this.#formInTheme[at]! * others < LEAST_FORM_RATIO * outside) return 0
    // Half an item more outside, so that a word of one item does not outdo all others.
    return inside * Math.log((inside / size) * ((others + 1) / (all - inside + 0.5)))
  }

  /** Of words that tell as much, what people call the theme goes first. */
  #rankIn(term: number, theme: number): number {
    return rankName(this.#model.terms[term]!.name, this.#concepts.get(theme))
  }

  /**
   * The words that tell each theme from the others, the most telling first, each in the form most items use: in that form and
   * in all clearly more frequent inside than outside, and in three themes at most. A theme of a rule
   * has its label.
   */
  rank(): string[][] {
    const { terms, themes, namedCount } = this.#model
    const candidates: { theme: number; word: string; score: number; rank: number }[] = []
    terms.forEach(({ shown }, term) => {
      for (let theme = 0; theme < themes.length && this.#startOf[term]! >= 0; theme++) {
        const score = this.#scoreOf(term, theme)
        if (score > 0) candidates.push({ theme, word: shown!, score, rank: this.#rankIn(term, theme) })
      }
    })
    const byWord = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    candidates.sort((a, b) => b.score - a.score || b.rank - a.rank || byWord(a.word, b.word) || a.theme - b.theme)
    const found = themes.map((): string[] => [])
    const uses = new Map<string, number>()
    for (const { theme, word } of candidates) {
      const used = uses.get(word) ?? 0
      if (found[theme]!.length >= MOST_KEYWORDS || used >= MOST_THEMES) continue
      found[theme]!.push(word)
      uses.set(word, used + 1)
    }
    return found.map((words, theme) => (theme < namedCount ? words : [themes[theme]!.label]))
  }
}
