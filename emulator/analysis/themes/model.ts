import type { Corpus } from '../corpus.js'
import { addDictatedThemes } from '../rules.js'
import { chooseSeeds, findUbiquitousTerms, nameOf } from './choose-seeds.js'
import { linkEarlierRows } from './earlier-rows.js'
import { associate } from './gather.js'
import { nameThemes } from './name-themes.js'
import { drawSample } from './sample.js'
import type { Term } from './terms.js'

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
  terms: Term[]
  /** The term of a word, by its number; -1 if it has none. */
  termOf: Int32Array
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
  const kept = new Float32Array(model.terms.length * seeds.length)
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
  const sample = drawSample(corpus)
  const spread = findUbiquitousTerms(sample, corpus.size)
  const seeds = chooseSeeds(sample, corpus.size, spread)
  let model: ThemeModel = {
    themes: seeds.map((seed) => ({ key: nameOf(sample, seed), label: '' })),
    seedCount: seeds.length,
    namedCount: seeds.length,
    terms: sample.terms,
    termOf: sample.termOf,
    scores: associate(sample, seeds),
    earlierRows: linkEarlierRows(corpus),
    dictated: new Map(),
  }
  let names = nameThemes(corpus, model, sample, spread)
  while (names.repeated >= 0) {
    const others = [...model.themes.keys()].filter((seed) => seed !== names.repeated)
    model = keepSeeds(model, others)
    names = nameThemes(corpus, model, sample, spread)
  }
  const { labels } = names
  const named = [...labels.keys()].filter((seed) => labels[seed] !== undefined)
  model = keepSeeds(model, [...named, ...[...labels.keys()].filter((seed) => labels[seed] === undefined)])
  model.themes = named.map((seed, place) => ({ key: model.themes[place]!.key, label: labels[seed]! }))
  model.namedCount = named.length
  model.dictated = addDictatedThemes(model.themes, corpus)
  return model
}
