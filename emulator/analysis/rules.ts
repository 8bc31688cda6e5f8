import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import type { Corpus } from './corpus.js'
import type { LearnedTheme } from './themes/model.js'
import { keyOfTheme } from './themes/theme-id.js'
import type { Sentiment } from './types.js'

/** What the rules dictate for a text. */
export interface Dictate {
  sentiment: Sentiment | null
  /** Labels by theme key, in the order of the rules; empty where no rule names a theme. */
  themes: Map<string, string>
}

const NOTHING: Dictate = { sentiment: null, themes: new Map() }

/**
 * Applies the rules whose pattern is part of the text, case aside: the first that names a sentiment decides it, all that
 * name a theme give theirs, and then no others are looked for. An empty pattern fits nothing.
 */
export function applyRules(text: string, rules: readonly AnalysisRule[]): Dictate {
  if (rules.length === 0) return NOTHING
  const themes = new Map<string, string>()
  let sentiment: Sentiment | null = null
  const lower = text.toLowerCase()
  for (const rule of rules) {
    if (rule.pattern === '' || !lower.includes(rule.pattern.toLowerCase())) continue
    sentiment ??= rule.sentiment ?? null
    const label = rule.theme?.trim() ?? ''
    const key = keyOfTheme(label)
    if (label !== '' && !themes.has(key)) themes.set(key, label)
  }
  return { sentiment, themes }
}

function labelsOfRules({
  vocabulary: { words },
}: Corpus): Map<string, { name: string; label: string; count: number }[]> {
  const byKey = new Map<string, { name: string; label: string; count: number }[]>()
  words.names.forEach((name, id) => {
    if (!name?.startsWith('!')) return
    const label = name.slice(1)
    const key = keyOfTheme(label)
    byKey.set(key, [...(byKey.get(key) ?? []), { name, label, count: words.counts[id]! }])
  })
  return byKey
}

/** Adds the themes that rules name, in place, beside the others or as the one that has their label; gives their places by feature. */
export function addDictatedThemes(themes: LearnedTheme[], corpus: Corpus): Map<string, number> {
  const dictated = new Map<string, number>()
  const sorted = [...labelsOfRules(corpus)].sort(([first], [second]) => (first < second ? -1 : 1))
  for (const [key, labels] of sorted) {
    labels.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    const known = themes.findIndex(({ label }) => keyOfTheme(label) === key)
    const place = known >= 0 ? known : themes.push({ key, label: labels[0]!.label }) - 1
    for (const { name } of labels) dictated.set(name, place)
  }
  return dictated
}
