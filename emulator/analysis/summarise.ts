import { type Corpus, GONE } from './corpus.js'
import { addPolarity, isUnjudged } from './sentiment/polarity.js'
import { countOf, describeTally, emptyTally, shareOf } from './tallies.js'
import { Assigner } from './themes/assign.js'
import { WordCounts } from './themes/keywords.js'
import { learnThemes, type ThemeModel } from './themes/model.js'
import { themeIdOf } from './themes/theme-id.js'
import { ALL_DAYS, type CorpusSummary, type Days, type Tally, type Theme } from './types.js'

function compareThemes(first: Theme, second: Theme): number {
  return second.item_count - first.item_count || (first.label < second.label ? -1 : 1)
}

interface Count {
  all: Tally
  unjudged: number
  themes: Tally[]
}

/**
 * Goes over all items once and counts those of some days in their themes. The keywords of a model are of all items whatever days are
 * asked for, and found the first time.
 */
function countItems(corpus: Corpus, model: ThemeModel, { fromDay, untilDay }: Days): Count {
  const count: Count = { all: emptyTally(), unjudged: 0, themes: model.themes.map(emptyTally) }
  const words = model.keywords ? undefined : new WordCounts(corpus, model)
  const assigner = new Assigner(corpus, model)
  for (let row = 0; row < corpus.rows; row++) {
    const polarity = corpus.polarities[row]!
    const day = corpus.days[row]!
    const isAsked = day >= fromDay && day < untilDay
    if (polarity === GONE || (!isAsked && !words)) continue
    assigner.place(row)
    words?.add(row, assigner.themes)
    if (!isAsked) continue
    addPolarity(count.all, polarity)
    if (isUnjudged(polarity)) count.unjudged++
    for (const theme of assigner.themes) {
      const evidence = assigner.evidence(row, theme)
      addPolarity(count.themes[theme]!, evidence < 0 ? polarity : corpus.featurePolarities[evidence]!)
    }
  }
  if (words) model.keywords = words.rank()
  return count
}

function toTheme(model: ThemeModel, place: number, tally: Tally, itemCount: number, keywords: string[]): Theme {
  const { key, label } = model.themes[place]!
  const count = countOf(tally)
  return {
    theme_id: themeIdOf(key),
    label,
    item_count: count,
    share: shareOf(count, itemCount),
    sentiment: describeTally(tally),
    keywords,
  }
}

/**
 * The distribution and the themes of a corpus, the theme with most items first. `model` is what `learnThemes` says of the
 * same corpus. Of `days` only their items are counted; the themes stay those of the whole, so that periods can be compared.
 */
export function summariseCorpus(
  corpus: Corpus,
  model: ThemeModel = learnThemes(corpus),
  days: Days = ALL_DAYS,
): CorpusSummary {
  const { all, unjudged, themes } = countItems(corpus, model, days)
  const size = countOf(all)
  const found = themes
    .map((tally, place) => toTheme(model, place, tally, size, model.keywords![place]!))
    .filter(({ item_count }) => item_count > 0)
  return {
    item_count: size,
    unjudged_count: unjudged,
    sentiment: describeTally(all),
    themes: found.sort(compareThemes),
  }
}
