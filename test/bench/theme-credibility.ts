import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  summariseCorpus,
  themesOfItems,
} from '../../emulator/analysis/index.js'
import { scanText } from '../../emulator/analysis/text/scan.js'
import type { JudgedText } from './judged-texts.js'

/** What a reader is shown of a theme, beside what a person said of its items. */
export interface ShownTheme {
  label: string
  keywords: readonly string[]
  /** The places of its texts. */
  items: number[]
  /** The theme that a person gave most of its items. */
  truth: string
  /** The part of its items that have that theme. */
  purity: number
  /** The part of its items that have a word of the label, in any form. */
  labelled: number
}

const NONE = 'other'

function mostGiven(texts: readonly JudgedText[], places: readonly number[]): { truth: string; part: number } {
  const counts = new Map<string, number>()
  for (const place of places)
    for (const theme of texts[place]!.themes) if (theme !== NONE) counts.set(theme, (counts.get(theme) ?? 0) + 1)
  const [truth, count] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [NONE, 0]
  return { truth, part: count / Math.max(1, places.length) }
}

/** Analyses the texts as one source; says which themes are shown, and how far their items belong together. */
export function judgeThemes(texts: readonly JudgedText[]): { themes: ShownTheme[]; covered: number } {
  const corpus = emptyCorpus()
  texts.forEach(({ item }, index) => {
    addFinding(corpus, index + 1, analyseText(item, []))
  })
  const model = learnThemes(corpus)
  const found = themesOfItems(corpus, model)
  const stems = texts.map(({ item }) => new Set(scanText(item.text).words.map(({ stem }) => stem)))
  const themes = summariseCorpus(corpus, model).themes.map(({ theme_id, label, keywords }): ShownTheme => {
    const items = [...found].flatMap(([id, themesOfItem]) => (themesOfItem.includes(theme_id) ? [id - 1] : []))
    const words = scanText(label).words.filter(({ isSilent }) => !isSilent)
    const withLabel = (place: number) => words.some(({ stem }) => stems[place]!.has(stem))
    const { truth, part: purity } = mostGiven(texts, items)
    const labelled = items.filter(withLabel).length / Math.max(1, items.length)
    return { label, keywords, items, truth, purity, labelled }
  })
  const covered = [...found.values()].filter((ids) => ids.length > 0).length / texts.length
  return { themes, covered }
}
