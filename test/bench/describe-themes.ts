import { clusterPlainly } from './baselines.js'
import { compareClusters, medianOf } from './cluster-measures.js'
import type { Analysed } from './run-engine.js'

const NO_THEME = '-'
/** Themes whose items are alike to this part (Jaccard) say the same twice. */
const TWIN = 0.8

/** The words of a text; `building's` has the word `building`. */
const wordsOf = (text: string) =>
  new Set(text.toLowerCase().match(/\p{L}(?:[\p{L}\p{M}]|['\u2019](?!s(?!\p{L})))*/gu) ?? [])

interface KeywordFigures {
  perTheme: number
  /** The least of what keywords are more frequent inside than outside. */
  leastRatio: number
  belowTwo: number
  mostThemes: number
}

/** Counts keywords in the texts themselves, by whole words as written. */
function describeKeywords(texts: readonly string[], { themes, themesOfTexts }: Analysed): KeywordFigures {
  const words = texts.map(wordsOf)
  const ratios = themes.flatMap(({ theme_id, keywords }) =>
    keywords.map((keyword) => {
      const parts = keyword.toLowerCase().split(' ')
      let inside = 0
      let insideHits = 0
      let outsideHits = 0
      words.forEach((own, index) => {
        const isInside = themesOfTexts[index]!.includes(theme_id)
        if (isInside) inside++
        if (!parts.every((part) => own.has(part))) return
        if (isInside) insideHits++
        else outsideHits++
      })
      const outside = texts.length - inside
      return outsideHits === 0 ? Number.POSITIVE_INFINITY : insideHits / inside / (outsideHits / outside)
    }),
  )
  const uses = new Map<string, number>()
  for (const { keywords } of themes) for (const word of keywords) uses.set(word, (uses.get(word) ?? 0) + 1)
  return {
    perTheme: ratios.length / Math.max(1, themes.length),
    leastRatio: Math.min(...ratios),
    belowTwo: ratios.filter((ratio) => ratio < 2).length,
    mostThemes: Math.max(0, ...uses.values()),
  }
}

function countTwins({ themes, themesOfTexts }: Analysed): number {
  const sets = themes.map(({ theme_id }) => {
    const items = themesOfTexts.flatMap((ids, index) => (ids.includes(theme_id) ? [index] : []))
    return new Set(items)
  })
  let twins = 0
  themes.forEach((theme, first) => {
    for (let second = 0; second < first; second++) {
      const shared = [...sets[first]!].filter((index) => sets[second]!.has(index)).length
      const alike = shared / (sets[first]!.size + sets[second]!.size - shared)
      if (alike >= TWIN || theme.label.toLowerCase() === themes[second]!.label.toLowerCase()) twins++
    }
  })
  return twins
}

const format = (value: number) => value.toFixed(3)

function compareAll(truth: readonly string[], runs: readonly (readonly number[])[]): string {
  const measured = runs.map((run) => compareClusters(truth, run.map(String)))
  return `${format(medianOf(measured.map(({ nmi }) => nmi)))}  ${format(medianOf(measured.map(({ purity }) => purity)))}`
}

/** NMI and purity of the main theme beside both baselines, in the same run. */
export function describeAgreement(
  texts: readonly string[],
  truth: readonly string[],
  analysed: Analysed,
  language: string,
): string[] {
  const main = analysed.themesOfTexts.map(([first]) => first ?? NO_THEME)
  const own = compareClusters(truth, main)
  const baselines = clusterPlainly(texts, language)
  return [
    'themes                        NMI    purity',
    `main theme                    ${format(own.nmi)}  ${format(own.purity)}`,
    `TF-IDF k-means (median of 5)  ${compareAll(truth, baselines.plain)}`,
    `the same after SVD            ${compareAll(truth, baselines.svd)}`,
  ]
}

/** Labels with their shares, and what must hold of every list of themes. */
export function describeThemes(texts: readonly string[], analysed: Analysed): string[] {
  const without = analysed.themesOfTexts.filter((ids) => ids.length === 0).length / texts.length
  const keywords = describeKeywords(texts, analysed)
  return [
    `${analysed.themes.length} themes; ${(without * 100).toFixed(1)} % of the texts without; ${countTwins(analysed)} twins`,
    `keywords: ${keywords.perTheme.toFixed(1)} a theme, at least ${keywords.leastRatio.toFixed(1)} x as frequent inside, ${keywords.belowTwo} below 2 x, one in ${keywords.mostThemes} themes at most`,
    ...analysed.themes.map(
      ({ label, item_count, keywords: words }) => `  ${String(item_count).padStart(6)}  ${label}: ${words.join(', ')}`,
    ),
  ]
}
