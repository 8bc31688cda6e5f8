import { type Corpus, GONE, TIMES } from '../corpus.js'
import { ALL_DAYS, type Days } from '../types.js'
import type { ThemeModel } from './model.js'
import { themeIdOf } from './theme-id.js'
import { SURE } from './topics.js'

/** A further theme counts where it is this part as far above the mean of all as the main one is. */
const FURTHER_PART = 0.6
const MAX_THEMES = 3

/** Finds the themes of the rows of a corpus one after another; the last row's are in `themes`, the main one first. */
export class Assigner {
  /** Places of themes; none if too little that the row says speaks for one. */
  readonly themes: number[] = []
  readonly #corpus: Corpus
  readonly #model: ThemeModel
  readonly #sums: Float64Array

  constructor(corpus: Corpus, model: ThemeModel) {
    this.#corpus = corpus
    this.#model = model
    this.#sums = new Float64Array(model.seedCount)
  }

  /** Finds the themes of a row. */
  place(row: number): void {
    this.#sums.fill(0)
    this.themes.length = 0
    if (this.#model.dictated.size > 0) this.#takeDictated(row)
    if (this.themes.length > 0) return
    this.#hear(row)
    this.#hearTopics(row)
    this.#takeHighest()
  }

  /** The place among the features of a row of the one that speaks most for a theme; -1 if none does. */
  evidence(row: number, theme: number): number {
    const { starts, features, marks, vocabulary } = this.#corpus
    const { seedCount, namedCount, scores, termOf, dictated, topics } = this.#model
    for (const { concept, at } of topics?.source.of(row) ?? []) if (topics?.themes.get(concept) === theme) return at
    let most = 0
    let best = -1
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const term = termOf[features[at]!]!
      if (term < 0 && dictated.get(vocabulary.words.names[features[at]!]!) === theme) return at
      const gain = term < 0 || theme >= namedCount ? 0 : TIMES[marks[at]!]! * scores[term * seedCount + theme]!
      if (gain <= most) continue
      most = gain
      best = at
    }
    return best
  }

  /** Adds what the features of a row say for each seed. */
  #hear(row: number): void {
    const { starts, features, marks } = this.#corpus
    const { seedCount, scores, termOf } = this.#model
    const sums = this.#sums
    const end = starts[row + 1]!
    for (let at = starts[row]!; at < end; at++) {
      const term = termOf[features[at]!]!
      if (term < 0) continue
      const times = TIMES[marks[at]!]!
      const start = term * seedCount
      for (let seed = 0; seed < seedCount; seed++) sums[seed]! += times * scores[start + seed]!
    }
  }

  /** Takes the concepts that a row is surely about, for which no word of the source speaks. */
  #hearTopics(row: number): void {
    const { topics } = this.#model
    if (topics === undefined) return
    for (const { concept, part } of topics.source.of(row)) {
      const theme = topics.themes.get(concept)
      if (theme !== undefined && part >= SURE) this.#sums[theme] = part
    }
  }

  #takeDictated(row: number): void {
    const { starts, features, vocabulary } = this.#corpus
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const theme = this.#model.dictated.get(vocabulary.words.names[features[at]!]!)
      if (theme !== undefined && !this.themes.includes(theme)) this.themes.push(theme)
    }
  }

  #takeHighest(): void {
    const sums = this.#sums
    let all = 0
    for (let seed = 0; seed < sums.length; seed++) all += Math.max(0, sums[seed]!)
    const mean = all / sums.length
    let least = 0
    while (this.themes.length < MAX_THEMES) {
      let best = 0
      for (let seed = 1; seed < sums.length; seed++) if (sums[seed]! > sums[best]!) best = seed
      const highest = sums[best] ?? 0
      if (highest <= 0 || highest < least) return
      if (least === 0) least = mean + (highest - mean) * FURTHER_PART
      sums[best] = 0
      if (best < this.#model.namedCount) this.themes.push(best)
    }
  }
}

/** One page of a theme's items: those after `afterId`, at most `limit` of them, from `days` only if given. */
export interface ThemeQuery {
  themeId: string
  afterId: number
  limit: number
  days?: Days | undefined
}

/** The identifiers of items that belong to a theme, ascending. `model` is what `learnThemes` says of the same corpus. */
export function itemsOfTheme(corpus: Corpus, model: ThemeModel, query: ThemeQuery): number[] {
  const { themeId, afterId, limit, days = ALL_DAYS } = query
  const wanted = model.themes.findIndex(({ key }) => themeIdOf(key) === themeId)
  const assigner = new Assigner(corpus, model)
  const found: number[] = []
  for (let row = 0; row < corpus.rows && wanted >= 0 && found.length < limit; row++) {
    const id = corpus.itemIds[row]!
    const day = corpus.days[row]!
    if (id <= afterId || corpus.polarities[row] === GONE || day < days.fromDay || day >= days.untilDay) continue
    assigner.place(row)
    if (assigner.themes.includes(wanted)) found.push(id)
  }
  return found
}

/** The `theme_id`s of the themes of each item by its identifier, the main one first; empty where it belongs to none. */
export function themesOfItems(corpus: Corpus, model: ThemeModel): Map<number, string[]> {
  const assigner = new Assigner(corpus, model)
  const found = new Map<number, string[]>()
  for (let row = 0; row < corpus.rows; row++) {
    if (corpus.polarities[row] === GONE) continue
    assigner.place(row)
    const ids = assigner.themes.map((theme) => themeIdOf(model.themes[theme]!.key))
    found.set(corpus.itemIds[row]!, ids)
  }
  return found
}
