import { type Corpus, GONE } from '../corpus.js'
import { ALL_DAYS, type Days } from '../summarise.js'
import { createThemeAssigner } from './assign-themes.js'
import { themeIdOf } from './theme-id.js'
import type { ThemeModel } from './theme-model.js'

/** Which items of a theme are asked for: those after an item, at most a number of them, of some days if given. */
export interface ThemeQuery {
  themeId: string
  afterId: number
  limit: number
  days?: Days | undefined
}

/** The identifiers of items that belong to a theme, ascending. `model` is what `learnThemes` says of the same corpus. */
export function itemsOfTheme(corpus: Corpus, model: ThemeModel, query: ThemeQuery): number[] {
  const { themeId, afterId, limit, days = ALL_DAYS } = query
  const wanted = model.themes.findIndex(({ key }) => themeIdOf(key) === themeId)
  const assigner = createThemeAssigner(corpus, model)
  const found: number[] = []
  for (let row = 0; row < corpus.rows && wanted >= 0 && found.length < limit; row++) {
    const id = corpus.itemIds[row]!
    const day = corpus.days[row]!
    if (id <= afterId || corpus.polarities[row] === GONE || day < days.fromDay || day >= days.untilDay) continue
    assigner.place(row)
    if (assigner.themes.includes(wanted)) found.push(id)
  }
  return found
}

/** The `theme_id`s of the themes of each item by its identifier, the main one first; empty where it belongs to none. */
export function themesOfItems(corpus: Corpus, model: ThemeModel): Map<number, string[]> {
  const assigner = createThemeAssigner(corpus, model)
  const found = new Map<number, string[]>()
  for (let row = 0; row < corpus.rows; row++) {
    if (corpus.polarities[row] === GONE) continue
    assigner.place(row)
    found.set(
      corpus.itemIds[row]!,
      assigner.themes.map((theme) => themeIdOf(model.themes[theme]!.key)),
    )
  }
  return found
}
