import type { Corpus } from '../corpus.js'
import { keyOfDictatedTheme } from '../rules.js'
import { TOPIC_KEYS, TOPIC_LABELS } from '../topics/topics.js'
import { associate } from './associate.js'
import { chooseSeeds, countThemes } from './choose-seeds.js'
import { readLearningRows } from './learning-rows.js'
import { mergeSeeds } from './merge-seeds.js'
import { nameThemes } from './name-themes.js'
import { gatherTerms, type Terms } from './terms.js'

/** A topic is split into its leaves if it holds this part of all items. */
const SPLIT_PART = 0.3

const LEAF_PART = 0.08
const MIN_LEAF_ITEMS = 4

/** A theme before its items are counted. */
export interface LearnedTheme {
  /** A topic or leaf of the lexicon, `=stem`, or the key of a theme that a rule names. */
  key: string
  label: string
}

/** The themes of a corpus and how to tell an item's. */
export interface ThemeModel {
  themes: LearnedTheme[]
  /** How many of the themes, the first ones, are grown from seeds. */
  seedCount: number
  terms: Terms
  /** The votes of each term for each seed, in the order of `associate`. */
  scores: Float32Array
  /** The place of the theme that a leaf feature stands for, by its name, where its topic is split. */
  leaves: Map<string, number>
  /** The place of the theme that a rule's feature stands for, by its name. */
  dictated: Map<string, number>
  /** Of each theme; found when they are first asked for. */
  keywords?: string[][]
}

function labelsOfRules(corpus: Corpus): Map<string, { name: string; label: string; count: number }[]> {
  const byKey = new Map<string, { name: string; label: string; count: number }[]>()
  corpus.names.forEach((name, id) => {
    if (!name?.startsWith('!')) return
    const label = name.slice(1)
    const key = keyOfDictatedTheme(label)
    byKey.set(key, [...(byKey.get(key) ?? []), { name, label, count: corpus.counts[id]! }])
  })
  return byKey
}

/** Themes that rules name come in beside the others, or into the one that has their key. */
function addDictated(themes: LearnedTheme[], corpus: Corpus): Map<string, number> {
  const dictated = new Map<string, number>()
  const sorted = [...labelsOfRules(corpus)].sort(([first], [second]) => (first < second ? -1 : 1))
  for (const [key, labels] of sorted) {
    labels.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    const known = themes.findIndex((theme) => theme.key === key)
    const place = known >= 0 ? known : themes.push({ key, label: labels[0]!.label }) - 1
    for (const { name } of labels) dictated.set(name, place)
  }
  return dictated
}

/** Learns the themes of a corpus from what its items say and from what the lexicon knows of topics. The same for any order of the items. */
export function learnThemes(corpus: Corpus): ThemeModel {
  const terms = gatherTerms(corpus)
  const rows = readLearningRows(corpus, terms)
  const groups = mergeSeeds(rows, chooseSeeds(rows, terms, corpus.size), terms, countThemes(corpus.size))
  const named = nameThemes(
    corpus,
    terms,
    groups.map(({ seed }) => seed),
  )
  // Two words of one phrase would both bear its name, for the same items.
  const isTwin = named.map(({ label }, place) => named.findIndex((theme) => theme.label === label) < place)
  const kept = groups.filter((_, place) => !isTwin[place])
  const themes = named.filter((_, place) => !isTwin[place])
  const directions = sharpen(kept.map(({ direction }) => direction))
  const scores = toVotes(associate(directions, terms))
  const leaves = splitTopics(themes, corpus)
  const dictated = addDictated(themes, corpus)
  return { themes, seedCount: kept.length, terms, scores, leaves, dictated }
}

function countOfFeature(corpus: Corpus, name: string): number {
  const id = corpus.ids.get(name)
  return id === undefined ? 0 : corpus.counts[id]!
}

/** Adds the leaves of topics that much of the feedback is about as themes of their own and gives their places by feature. */
function splitTopics(themes: LearnedTheme[], corpus: Corpus): Map<string, number> {
  const leaves = new Map<string, number>()
  // A topic that one leaf nearly fills has that leaf's label already.
  const taken = new Set(themes.map(({ label }) => label))
  for (const { key: topic } of [...themes]) {
    if (countOfFeature(corpus, `#${topic}`) < corpus.size * SPLIT_PART) continue
    for (const key of TOPIC_KEYS) {
      const count = countOfFeature(corpus, `#${key}`)
      if (!key.startsWith(`${topic}/`) || count < Math.max(MIN_LEAF_ITEMS, corpus.size * LEAF_PART)) continue
      const label = TOPIC_LABELS.get(key) ?? key
      if (!taken.has(label)) leaves.set(`#${key}`, themes.push({ key, label }) - 1)
    }
  }
  return leaves
}

/**
 * Strengths of terms for themes, less where other themes share them: each times the square of the part of it that is the
 * theme's. What speaks for every theme speaks for none.
 */
export function sharpen(directions: readonly Float64Array[]): Float64Array[] {
  const totals = new Float64Array(directions[0]?.length ?? 0)
  for (const direction of directions) for (let at = 0; at < totals.length; at++) totals[at]! += direction[at]!
  return directions.map((direction) =>
    direction.map((strength, at) => {
      const part = totals[at]! > 0 ? strength / totals[at]! : 0
      return strength * part * part
    }),
  )
}

/** Scores as what they count where many are summed up, in place: that two words agree says more than that one speaks loudly. */
export function toVotes(scores: Float32Array): Float32Array {
  for (let at = 0; at < scores.length; at++) scores[at] = Math.sqrt(scores[at]!)
  return scores
}
