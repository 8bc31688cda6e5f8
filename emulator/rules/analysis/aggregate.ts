import { countOf, emptyTally } from './tallies.js'
import type { Aggregate, Finding, FoundConcept, Sentiment, Tally } from './types.js'

const PHRASE_KEY = /^=/

/** The sum of no findings. */
export function emptyAggregate(): Aggregate {
  return { all: { positive: 0, neutral: 0, negative: 0, milliScore: 0 }, concepts: {} }
}

function addToTally(tally: Tally, sentiment: Sentiment, milliScore: number, sign: 1 | -1): void {
  tally[sentiment] += sign
  tally.milliScore += sign * milliScore
}

function addWords(counts: Record<string, number>, words: readonly string[], sign: 1 | -1): void {
  for (const word of words) {
    // Words come from outside: "__proto__" must stay a word.
    const name = `${word} `
    const count = (counts[name] ?? 0) + sign
    if (count === 0) delete counts[name]
    else counts[name] = count
  }
}

function addConcept(aggregate: Aggregate, concept: FoundConcept, isMain: boolean, sign: 1 | -1): void {
  const name = `${concept.key} `
  const tally = aggregate.concepts[name] ?? emptyTally()
  addToTally(tally, concept.sentiment, concept.milliScore, sign)
  if (isMain) tally.main += sign
  if (concept.isDictated === true) tally.dictated += sign
  addWords(tally.words, concept.words, sign)
  if (countOf(tally) === 0) delete aggregate.concepts[name]
  else aggregate.concepts[name] = tally
}

/**
 * Adds a finding (`sign` 1) or takes one out again that was added before (-1), in place. Only whole numbers are summed,
 * so any order, any batching and any detour gives the same aggregate.
 */
export function addFinding(aggregate: Aggregate, finding: Finding, sign: 1 | -1): void {
  const main = finding.concepts.find(({ key }) => !PHRASE_KEY.test(key))
  addToTally(aggregate.all, finding.sentiment, Math.round(finding.score * 1_000), sign)
  for (const concept of finding.concepts) addConcept(aggregate, concept, main === undefined || concept === main, sign)
}
