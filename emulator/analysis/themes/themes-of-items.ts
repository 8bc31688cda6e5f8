import { type Corpus, GONE } from '../corpus.js'
import { createRowAssigner } from './assign-row.js'
import { themeIdOf } from './theme-id.js'
import type { ThemeModel } from './theme-model.js'

/** The `theme_id`s of the themes of each item by its identifier, the main one first; empty where it belongs to none. `model` is what `learnThemes` says of the same corpus. */
export function themesOfItems(corpus: Corpus, model: ThemeModel): Map<number, string[]> {
  const assigner = createRowAssigner(corpus, model)
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
