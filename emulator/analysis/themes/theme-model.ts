import type { Corpus } from '../corpus.js'
import { addDictatedThemes } from '../rules.js'
import { associate, countTogether, gatherCompany, toDirection } from './associate.js'
import { chooseSeeds } from './choose-seeds.js'
import { linkEarlierRows } from './earlier-rows.js'
import { scoreByCompany } from './latent-space.js'
import { type LearningRow, readLearningRows } from './learning-rows.js'
import { nameThemes } from './name-themes.js'
import { gatherTerms, type Terms } from './terms.js'
import { keyOfTheme } from './theme-id.js'
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
  const isRich = countWords(terms) >= RICH_WORDS
  const { rows, places } = readLearningRows(corpus, terms, !isRich)
  const spread = isRich ? NONE : findUbiquitousTerms(rows, terms, corpus.size)
  const { scores, keys } = isRich ? scoreRich(rows, terms) : scorePoor(rows, terms, corpus.size, spread)
  let model: ThemeModel = {
    themes: keys.map((key) => ({ key, label: '' })),
    seedCount: keys.length,
    namedCount: keys.length,
    terms,
    scores,
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
    key: model.themes[place]!.key || keyOfTheme(labels[seed]!),
    label: labels[seed]!,
  }))
  model.namedCount = named.length
  model.dictated = addDictatedThemes(model.themes, corpus)
  return model
}

/** Words in all from which on a source shows by itself which of them go together. */
const RICH_WORDS = 10_000
const MOST_BY_COMPANY = 12
const NONE: ReadonlySet<number> = new Set()

function countWords({ list }: Terms): number {
  return list.reduce((sum, { isConcept, weight, count }) => sum + (isConcept || weight === 0 ? 0 : count), 0)
}

/** The votes of each term for each theme. */
interface Votes {
  scores: Float32Array
  /** What each theme is known by while items come and go; empty where only its label tells. */
  keys: string[]
}

/** Finds themes by which words keep company. */
function scoreRich(rows: readonly LearningRow[], terms: Terms): Votes {
  const scores = scoreByCompany(rows, terms.list.length, MOST_BY_COMPANY)
  terms.list.forEach(({ weight }, index) => {
    for (let theme = 0; theme < MOST_BY_COMPANY; theme++) scores[index * MOST_BY_COMPANY + theme]! *= weight
  })
  return { scores, keys: Array.from({ length: MOST_BY_COMPANY }, () => '') }
}

/** So few items do not show what goes together: those that speak of a seed themselves are in its theme. */
const FEW_ITEMS = 20

/** Finds themes by the concepts that words have in common. */
function scorePoor(rows: readonly LearningRow[], terms: Terms, itemCount: number, spread: ReadonlySet<number>): Votes {
  const seeds = chooseSeeds(rows, terms, itemCount, spread)
  const directions =
    itemCount <= FEW_ITEMS
      ? seeds.map((seed) => new Float64Array(terms.list.length).fill(1, seed, seed + 1))
      : gatherCompany(rows, countTogether(rows, seeds, terms.list.length).map(toDirection))
  return { scores: toVotes(associate(sharpen(directions), terms)), keys: seeds.map((seed) => terms.list[seed]!.name) }
}

/**
 * Strengths of terms for themes, less where other themes share them: each times the part of it that is the theme's. What speaks for every theme speaks for none.
 */
export function sharpen(directions: readonly Float64Array[]): Float64Array[] {
  const totals = new Float64Array(directions[0]?.length ?? 0)
  for (const direction of directions) for (let at = 0; at < totals.length; at++) totals[at]! += direction[at]!
  return directions.map((direction) =>
    direction.map((strength, at) => {
      const part = totals[at]! > 0 ? strength / totals[at]! : 0
      return strength * part
    }),
  )
}

/** Scores as what they count where many are summed up, in place: that two words agree says more than that one speaks loudly. */
export function toVotes(scores: Float32Array): Float32Array {
  for (let at = 0; at < scores.length; at++) scores[at] = Math.sqrt(scores[at]!)
  return scores
}
