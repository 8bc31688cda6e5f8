import type { Corpus } from '../corpus.js'
import { addDictatedThemes } from '../rules.js'
import { type ChosenTheme, chooseThemes } from './choose-themes.js'
import { findCoherent } from './coherence.js'
import { type Family, findSpreadTerms, listFamilies } from './families.js'
import { associate } from './gather.js'
import { drawSample, type Sample } from './sample.js'
import type { Term } from './terms.js'
import type { SourceTopics } from './topics.js'

/** A theme before its items are counted. */
export interface LearnedTheme {
  key: string
  label: string
}

/** The themes of a corpus and how to tell an item's. */
export interface ThemeModel {
  themes: LearnedTheme[]
  /** How many themes the scores are of: first those that are shown, then others, so that their items aren't drawn into those. */
  seedCount: number
  /** How many of the themes are learned; those of rules come after them. */
  namedCount: number
  /** In a small source the concepts of its items, and the themes of those that are one. */
  topics?: { source: SourceTopics; themes: ReadonlyMap<number, number> }
  terms: Term[]
  /** The term of a word, by its number; -1 if it has none. */
  termOf: Int32Array
  /** The votes of each term for each seed, in the order of `associate`. */
  scores: Float32Array
  /** The place of the theme that a rule's feature stands for, by its name. */
  dictated: Map<string, number>
  /** Of each theme; found when they are first asked for. */
  keywords?: string[][]
}

/** So few themes show that the words of a large source do not tell by themselves which of them go together. */
const FEW_THEMES = 5

/** Learns the themes of a corpus from what its items say. The same for any order of the items. */
export function learnThemes(corpus: Corpus): ThemeModel {
  const sample = drawSample(corpus)
  const model = learnFrom(corpus, sample)
  const isTold = sample.withConcepts || model.namedCount >= FEW_THEMES
  const other = isTold ? model : learnFrom(corpus, { ...sample, withConcepts: true })
  const found = other.namedCount > model.namedCount ? other : model
  found.dictated = addDictatedThemes(found.themes, corpus)
  return found
}

function learnFrom(corpus: Corpus, sample: Sample): ThemeModel {
  const spread = findSpreadTerms(sample)
  const chosen = chooseThemes(corpus, sample, listFamilies(sample, spread), spread)
  const draft = makeModel(sample, chosen, [])
  const shown = findCoherent(corpus, sample, draft, chosen)
  if (shown.length === chosen.length) return draft
  return makeModel(
    sample,
    shown,
    chosen.filter((theme) => !shown.includes(theme)),
  )
}

function placesOfConcepts(themes: readonly Family[]): Map<number, number> {
  return new Map(themes.flatMap(({ concept }, place) => (concept === undefined ? [] : [[concept, place] as const])))
}

function makeModel(sample: Sample, shown: readonly ChosenTheme[], hidden: readonly Family[]): ThemeModel {
  return {
    themes: shown.map(({ key, label }) => ({ key, label })),
    seedCount: shown.length + hidden.length,
    namedCount: shown.length,
    terms: sample.terms,
    termOf: sample.termOf,
    scores: associate(sample, [...shown, ...hidden]),
    dictated: new Map(),
    ...(sample.withConcepts && { topics: { source: sample.topics, themes: placesOfConcepts(shown) } }),
  }
}
