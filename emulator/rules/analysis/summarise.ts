import { choosePhrases } from './choose-phrases.js'
import { type Candidate, groupTopics } from './group-topics.js'
import { countOf, describeTally, prominenceOf, rankWords, shareOf } from './tallies.js'
import { themeIdOf } from './theme-id.js'
import type { Aggregate, ConceptTally, Summary, Theme } from './types.js'

const MAX_THEMES = 20
const MAX_KEYWORDS = 8
/** From this many items on, a topic that a single item mentions is no theme. */
const MANY_ITEMS = 12
const MIN_ITEMS = 2
const MIN_PART = 0.015

type Row = readonly [key: string, tally: ConceptTally]

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isWanted({ tally }: Candidate, itemCount: number): boolean {
  if (tally.dictated > 0) return true
  return itemCount < MANY_ITEMS || countOf(tally) >= Math.max(MIN_ITEMS, itemCount * MIN_PART)
}

function compareCandidates(first: Candidate, second: Candidate): number {
  const byDictate = Number(second.tally.dictated > 0) - Number(first.tally.dictated > 0)
  return byDictate || prominenceOf(second.tally) - prominenceOf(first.tally) || (first.label < second.label ? -1 : 1)
}

function compareThemes(first: Theme, second: Theme): number {
  return second.item_count - first.item_count || (first.label < second.label ? -1 : 1)
}

function toTheme({ key, label, tally }: Candidate, itemCount: number): Theme {
  const count = countOf(tally)
  return {
    theme_id: themeIdOf(key),
    label,
    item_count: count,
    share: shareOf(count, itemCount),
    sentiment: describeTally(tally),
    keywords: rankWords(tally).slice(0, MAX_KEYWORDS),
  }
}

function rowsOf(aggregate: Aggregate, fits: (key: string) => boolean): Row[] {
  return Object.entries(aggregate.concepts)
    .map(([name, tally]): Row => [name.slice(0, -1), tally])
    .filter(([key]) => fits(key))
    .sort(([first], [second]) => (first < second ? -1 : 1))
}

function toCandidates(rows: readonly Row[], labelOf: (row: Row) => string): Candidate[] {
  return rows.map((row) => ({ key: row[0], label: labelOf(row), tally: row[1] }))
}

/**
 * The distribution and the themes of everything added up; a function of the sum alone, so neither order nor batches show.
 * Themes that rules dictate are always among them; all together are at most 20 unless rules dictate more: those that matter most, the most frequent first.
 */
export function summarise(aggregate: Aggregate): Summary {
  const itemCount = countOf(aggregate.all)
  const leaves = rowsOf(aggregate, (key) => !/^[=!]/.test(key)).map(([key, tally]) => ({ key, tally }))
  const dictated = toCandidates(
    rowsOf(aggregate, (key) => key.startsWith('!')),
    ([key, tally]) => rankWords(tally)[0] ?? key,
  )
  const topics = [...dictated, ...groupTopics(leaves, itemCount)]
    .filter((candidate) => isWanted(candidate, itemCount))
    .sort(compareCandidates)
  const required = topics.filter(({ tally }) => tally.dictated > 0).length
  const kept = topics.slice(0, Math.max(MAX_THEMES, required))
  const phrases = toCandidates(
    rowsOf(aggregate, (key) => key.startsWith('=')),
    ([key]) => capitalise(key.slice(1)),
  )
  const all = [...kept, ...choosePhrases(phrases, kept, itemCount)].sort(compareCandidates)
  const themes = all.slice(0, Math.max(MAX_THEMES, required)).map((candidate) => toTheme(candidate, itemCount))
  return { item_count: itemCount, sentiment: describeTally(aggregate.all), themes: themes.sort(compareThemes) }
}
