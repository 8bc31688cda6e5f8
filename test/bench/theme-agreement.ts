import {
  addFinding,
  analyseText,
  emptyAggregate,
  summarise,
  themesOfFinding,
} from '../../emulator/rules/analysis/index.js'
import type { JudgedText } from './fixture-themes.js'

/** How far found themes agree with a person's, over the items the person gave a theme. */
export interface Agreement {
  items: number
  themes: { truth: string; found: string; items: number; landed: number }[]
  /** The part of the items that are in the found theme matched to a theme the person gave them; each found theme matches one. */
  oneToOne: number
  /** The same where several found themes may together stand for one of the person's: each for the one it shares most items with. */
  manyToOne: number
  /** The part of the items whose first found theme is matched so. */
  mainManyToOne: number
}

const NONE = 'other'

interface Placed {
  truths: string[]
  found: string[]
}

function placeAll(texts: readonly JudgedText[]): Placed[] {
  const aggregate = emptyAggregate()
  const findings = texts.map(({ item }) => analyseText(item, []))
  for (const finding of findings) addFinding(aggregate, finding, 1)
  const summary = summarise(aggregate)
  const labels = new Map(summary.themes.map(({ theme_id, label }) => [theme_id, label]))
  return findings.map((finding, index) => ({
    truths: texts[index]!.themes.filter((theme) => theme !== NONE),
    found: themesOfFinding(finding, summary).map((id) => labels.get(id) ?? id),
  }))
}

function count(placed: readonly Placed[], truth: string, found: string): number {
  return placed.filter((item) => item.truths.includes(truth) && item.found.includes(found)).length
}

function rankPairs(placed: readonly Placed[]): { truth: string; found: string; score: number }[] {
  const truths = [...new Set(placed.flatMap((item) => item.truths))]
  const founds = [...new Set(placed.flatMap((item) => item.found))]
  const pairs = truths.flatMap((truth) =>
    founds.map((found) => {
      const size =
        placed.filter((item) => item.truths.includes(truth)).length +
        placed.filter((item) => item.found.includes(found)).length
      return { truth, found, score: (2 * count(placed, truth, found)) / size }
    }),
  )
  return pairs
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.truth + a.found < b.truth + b.found ? -1 : 1))
}

/** The best pairs first, by F1 of their items, each truth and each found theme once. */
function matchOneToOne(placed: readonly Placed[]): Map<string, string> {
  const matched = new Map<string, string>()
  for (const { truth, found } of rankPairs(placed)) {
    if (!matched.has(found) && ![...matched.values()].includes(truth)) matched.set(found, truth)
  }
  return matched
}

function matchManyToOne(placed: readonly Placed[]): Map<string, string> {
  const matched = new Map<string, string>()
  const most = new Map<string, number>()
  for (const { truth, found } of rankPairs(placed)) {
    const shared = count(placed, truth, found)
    if (shared > (most.get(found) ?? 0)) {
      most.set(found, shared)
      matched.set(found, truth)
    }
  }
  return matched
}

function partOf(placed: readonly Placed[], matched: Map<string, string>, firstOnly = false): number {
  const landed = placed.filter(({ truths, found }) => {
    const seen = firstOnly ? found.slice(0, 1) : found
    return seen.some((theme) => truths.includes(matched.get(theme) ?? NONE))
  })
  return landed.length / placed.length
}

/** Analyses the texts as one source and compares the themes with the person's. */
export function measureAgreement(texts: readonly JudgedText[]): Agreement {
  const placed = placeAll(texts).filter(({ truths }) => truths.length > 0)
  const oneToOne = matchOneToOne(placed)
  const manyToOne = matchManyToOne(placed)
  const themes = [...oneToOne].map(([found, truth]) => ({
    truth,
    found,
    items: placed.filter((item) => item.truths.includes(truth)).length,
    landed: count(placed, truth, found),
  }))
  return {
    items: placed.length,
    themes,
    oneToOne: partOf(placed, oneToOne),
    manyToOne: partOf(placed, manyToOne),
    mainManyToOne: partOf(placed, manyToOne, true),
  }
}
