import type { Corpus } from '../corpus.js'
import { addDictatedThemes } from '../rules.js'
import { associate } from './associate.js'
import { chooseSeeds } from './choose-seeds.js'
import { linkEarlierRows } from './earlier-rows.js'
import { readLearningRows } from './learning-rows.js'
import { nameThemes } from './name-themes.js'
import { gatherTerms, type Terms } from './terms.js'
import { findUbiquitousTerms } from './ubiquitous-terms.js'

/** A theme before its items are counted. */
export interface LearnedTheme {
  key: string
  label: string
}

/** The themes of a corpus and how to tell an item's. */
export interface ThemeModel {
  themes: LearnedTheme[]
  /** From how many seeds themes were grown: the first themes, and after them those that have no name and are not shown. */
  seedCount: number
  /** How many of the themes are grown from seeds. */
  namedCount: number
  terms: Terms
  /** The votes of each term for each seed, in the order of `associate`. */
  scores: Float32Array
  /** For each row of the corpus the one in which the same person spoke before. */
  earlierRows: Int32Array
  /** The place of the theme that a rule's feature stands for, by its name. */
  dictated: Map<string, number>
  /** Of each theme; found when they are first asked for. */
  keywords?: string[][]
}

/** The same model with these of its seeds alone, in this order. */
function keepSeeds(model: ThemeModel, seeds: readonly number[]): ThemeModel {
  const { seedCount, scores } = model
  const kept = new Float32Array((scores.length / seedCount) * seeds.length)
  for (let from = 0, to = 0; from < scores.length; from += seedCount) {
    for (const seed of seeds) kept[to++] = scores[from + seed]!
  }
  const themes = seeds.map((seed) => model.themes[seed]!)
  return { ...model, themes, scores: kept, seedCount: seeds.length, namedCount: seeds.length }
}

/**
 * Learns the themes of a corpus from what its items say. The same for any order of the items. Themes that their own items
 * give no name are not shown, and one that repeats another is left out.
 */
export function learnThemes(corpus: Corpus): ThemeModel {
  const terms = gatherTerms(corpus)
  const withConcepts = countWords(terms) < RICH_WORDS
  const { rows, places } = readLearningRows(corpus, terms, withConcepts)
  const spread = findUbiquitousTerms(rows, terms, corpus.size)
  const seeds = chooseSeeds(rows, terms, corpus.size, spread)
  let model: ThemeModel = {
    themes: seeds.map((seed) => ({ key: terms.list[seed]!.name, label: '' })),
    seedCount: seeds.length,
    namedCount: seeds.length,
    terms,
    scores: associate(rows, terms, seeds, withConcepts),
    earlierRows: linkEarlierRows(corpus),
    dictated: new Map(),
  }
  let names = nameThemes(corpus, model, places, spread)
  while (names.repeated >= 0) {
    const { repeated } = names
    const others = [...model.themes.keys()].filter((seed) => seed !== repeated)
    model = keepSeeds(model, others)
    names = nameThemes(corpus, model, places, spread)
  }
  const { labels } = names
  const named = [...labels.keys()].filter((seed) => labels[seed] !== undefined)
  model = keepSeeds(model, [...named, ...[...labels.keys()].filter((seed) => labels[seed] === undefined)])
  model.themes = named.map((seed, place) => ({
    key: model.themes[place]!.key,
    label: labels[seed]!,
  }))
  model.namedCount = named.length
  model.dictated = addDictatedThemes(model.themes, corpus)
  return model
}

/** Words in all from which on a source shows by itself which of them go together. */
const RICH_WORDS = 10_000

function countWords({ list }: Terms): number {
  return list.reduce((sum, { isConcept, weight, count }) => sum + (isConcept || weight === 0 ? 0 : count), 0)
}
