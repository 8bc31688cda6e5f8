import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  summariseCorpus,
  themesOfItems,
} from '../../emulator/analysis/index.js'
import type { JudgedText } from './judged-texts.js'

/**
 * How far found themes agree with a person's. An item lands where one of the themes found for it (three at most) stands
 * for one of those the person gave it; items to which the person gave none are left out. Every part is of these items.
 */
export interface Agreement {
  items: number
  /** Themes found for an item, on average. */
  themesPerItem: number
  themes: { truth: string; found: string; items: number; landed: number }[]
  /** A found theme stands for one of the person's at most, and each of the person's has one at most: the best pairs by F1 first. */
  oneToOne: number
  /** The same where only the first theme found for an item counts. */
  mainOneToOne: number
  /** A found theme stands for the person's theme it shares most items with; several may stand for the same. */
  manyToOne: number
  /** The same where only the first theme found for an item counts. */
  mainManyToOne: number
}

const NONE = 'other'

interface Placed {
  truths: string[]
  found: string[]
}

function placeAll(texts: readonly JudgedText[]): Placed[] {
  const corpus = emptyCorpus()
  const findings = texts.map(({ item }) => analyseText(item, []))
  findings.forEach((finding, index) => {
    addFinding(corpus, index + 1, finding)
  })
  const model = learnThemes(corpus)
  const labels = new Map(summariseCorpus(corpus, model).themes.map(({ theme_id, label }) => [theme_id, label]))
  const themes = themesOfItems(corpus, model)
  return texts.map((text, index) => ({
    truths: text.themes.filter((theme) => theme !== NONE),
    found: (themes.get(index + 1) ?? []).map((id) => labels.get(id) ?? id),
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

function describePlaced(all: readonly Placed[]): Agreement {
  const placed = all.filter(({ truths }) => truths.length > 0)
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
    themesPerItem: placed.reduce((sum, { found }) => sum + found.length, 0) / placed.length,
    themes,
    oneToOne: partOf(placed, oneToOne),
    mainOneToOne: partOf(placed, oneToOne, true),
    manyToOne: partOf(placed, manyToOne),
    mainManyToOne: partOf(placed, manyToOne, true),
  }
}

const STEP = 101
const OFFSET = 17

/**
 * Analyses the texts as one source and compares the themes with the person's. `chance` is the same comparison with the
 * person's judgements dealt out anew among the items: what agreement comes to where there is none.
 */
export function measureAgreement(texts: readonly JudgedText[]): { agreement: Agreement; chance: Agreement } {
  const placed = placeAll(texts)
  const judged = placed.filter(({ truths }) => truths.length > 0)
  const dealt = judged.map((item, index) => ({
    ...item,
    truths: judged[(index * STEP + OFFSET) % judged.length]!.truths,
  }))
  return { agreement: describePlaced(placed), chance: describePlaced(dealt) }
}
