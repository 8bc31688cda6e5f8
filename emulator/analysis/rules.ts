import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import { findTopicKey } from './topics/topics.js'
import type { Sentiment } from './types.js'

/** What the rules dictate for a text. */
export interface Dictate {
  sentiment: Sentiment | null
  /** Labels by concept key, in the order of the rules; empty where no rule names a theme. */
  themes: Map<string, string>
}

/** The concept key of a theme that a rule names: that of the lexicon's topic of the same label, else its own. */
export function keyOfDictatedTheme(label: string): string {
  return findTopicKey(label) ?? `!${label.toLowerCase()}`
}

/**
 * Applies the rules whose pattern is part of the text, case aside: the first that names a sentiment decides it, all that
 * name a theme give theirs, and then no others are looked for. An empty pattern fits nothing.
 */
export function applyRules(text: string, rules: readonly AnalysisRule[]): Dictate {
  const themes = new Map<string, string>()
  let sentiment: Sentiment | null = null
  if (rules.length === 0) return { sentiment, themes }
  const lower = text.toLowerCase()
  for (const rule of rules) {
    if (rule.pattern === '' || !lower.includes(rule.pattern.toLowerCase())) continue
    sentiment ??= rule.sentiment ?? null
    const label = rule.theme?.trim() ?? ''
    const key = keyOfDictatedTheme(label)
    if (label !== '' && !themes.has(key)) themes.set(key, label)
  }
  return { sentiment, themes }
}
