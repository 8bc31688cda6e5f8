import type { Corpus } from '../corpus.js'
import { Assigner } from './assign.js'
import { type ChosenTheme, leastItems } from './choose-themes.js'
import type { ThemeModel } from './model.js'
import type { Sample } from './sample.js'

/** This part of the items of a theme have one of its own words; others only speak like them. */
const OWN_PART = 0.5
/** Themes that share this part of their items are one. */
const SAME_PART = 0.7
/** So is one that has this part of its items in another. */
const INSIDE_PART = 0.9

/** What the items of some themes are, once these are all of them. */
interface Counts {
  sizes: number[]
  /** Items with the word of the theme itself. */
  owned: number[]
  /** Items that have both themes. */
  shared: number[][]
}

function count(corpus: Corpus, sample: Sample, model: ThemeModel, themes: readonly ChosenTheme[]): Counts {
  const zeros = () => themes.map(() => 0)
  const counts: Counts = { sizes: zeros(), owned: zeros(), shared: themes.map(zeros) }
  const assigner = new Assigner(corpus, model)
  sample.rows.forEach((row, index) => {
    const copies = sample.copies[index]!
    assigner.place(row)
    for (const theme of assigner.themes) {
      const { terms } = themes[theme]!
      const own = sample.termsOf[index]!
      counts.sizes[theme]! += copies
      if (own.some((term) => terms.includes(term))) counts.owned[theme]! += copies
      for (const other of assigner.themes) counts.shared[theme]![other]! += copies
    }
  })
  return counts
}

/** Those of the themes of a model that have enough items, which belong together, and that repeat no larger one; in their order. */
export function findCoherent(
  corpus: Corpus,
  sample: Sample,
  model: ThemeModel,
  themes: readonly ChosenTheme[],
): ChosenTheme[] {
  const { sizes, owned, shared } = count(corpus, sample, model, themes)
  const kept: number[] = []
  const isTwin = (theme: number, other: number) => {
    const [both, own] = [shared[theme]![other]!, sizes[theme]!]
    return both >= SAME_PART * (own + sizes[other]! - both) || both >= INSIDE_PART * own
  }
  for (const theme of [...themes.keys()].sort((a, b) => sizes[b]! - sizes[a]! || a - b)) {
    const isLarge = sizes[theme]! > 0 && sizes[theme]! >= leastItems(sample.items)
    const isOwn = themes[theme]!.concept !== undefined || owned[theme]! >= OWN_PART * sizes[theme]!
    if (isLarge && isOwn && !kept.some((other) => isTwin(theme, other))) kept.push(theme)
  }
  return themes.filter((_, theme) => kept.includes(theme))
}
