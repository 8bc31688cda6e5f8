import type { Corpus } from '../corpus.js'
import { addDictatedThemes } from '../rules.js'
import { CONCEPT_COUNT } from '../text/concepts.js'
import { type ChosenTheme, chooseThemes } from './choose-themes.js'
import { findCoherent } from './coherence.js'
import { type Family, LEAST_STRENGTH, listFamilies } from './families.js'
import { associate } from './gather.js'
import { drawSample, type Sample } from './sample.js'
import type { Term } from './terms.js'
import { findUbiquitousTerms } from './ubiquitous.js'

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
  /** What must speak for a theme at least. */
  leastStrength: number
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

/** In a small source each concept that is no theme is kept, so that what speaks of it most is in none. */
function listHidden({ withConcepts }: Sample, chosen: readonly ChosenTheme[]): Family[] {
  const taken = new Set(chosen.map(({ concept }) => concept))
  const concepts = withConcepts ? [...Array(CONCEPT_COUNT).keys()].filter((concept) => !taken.has(concept)) : []
  return concepts.map((concept) => ({ key: `#${concept}`, concept, strengths: new Map() }))
}

/** So few themes show that the words of a large source do not tell by themselves which of them go together. */
const FEW_THEMES = 5

/**
 * Learns the themes of a corpus from what its items say. The same for any order of the items. Only those are themes whose items
 * mostly have a word of the theme themselves.
 */
export function learnThemes(corpus: Corpus): ThemeModel {
  const sample = drawSample(corpus)
  const model = learnFrom(corpus, sample)
  const isTold = sample.withConcepts || model.namedCount >= FEW_THEMES
  const found = isTold ? model : learnFrom(corpus, { ...sample, withConcepts: true })
  found.dictated = addDictatedThemes(found.themes, corpus)
  return found
}

function learnFrom(corpus: Corpus, sample: Sample): ThemeModel {
  const spread = findUbiquitousTerms(sample)
  const chosen = chooseThemes(corpus, sample, listFamilies(sample, spread), spread)
  const hidden = listHidden(sample, chosen)
  const draft = makeModel(sample, chosen, hidden)
  const shown = findCoherent(corpus, sample, draft, chosen)
  if (shown.length === chosen.length) return draft
  return makeModel(sample, shown, [...chosen.filter((theme) => !shown.includes(theme)), ...hidden])
}

function makeModel(sample: Sample, shown: readonly ChosenTheme[], hidden: readonly Family[]): ThemeModel {
  return {
    themes: shown.map(({ key, label }) => ({ key, label })),
    seedCount: shown.length + hidden.length,
    namedCount: shown.length,
    leastStrength: sample.withConcepts ? LEAST_STRENGTH : 0,
    terms: sample.terms,
    termOf: sample.termOf,
    scores: associate(sample, [...shown, ...hidden]),
    dictated: new Map(),
  }
}
