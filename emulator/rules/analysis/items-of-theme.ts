import { type Corpus, GONE } from './corpus.js'
import { makePlacer } from './place-item.js'
import { themeIdOf } from './theme-id.js'
import type { ThemeModel } from './theme-model.js'

/** Which items of a theme are asked for: those after an item, so many at most. */
export interface ThemeQuery {
  themeId: string
  afterId: number
  limit: number
}

/** The identifiers of items that belong to a theme, ascending. `model` is what `learnThemes` says of the same corpus. */
export function itemsOfTheme(corpus: Corpus, model: ThemeModel, { themeId, afterId, limit }: ThemeQuery): number[] {
  const wanted = model.themes.findIndex(({ key }) => themeIdOf(key) === themeId)
  const placer = makePlacer(model)
  const found: number[] = []
  let start = 0
  const item = {
    nameAt: (place: number) => corpus.names[corpus.features[start + place]!] ?? '',
    termAt: (place: number) => model.terms.ofFeature[corpus.features[start + place]!]!,
    weightAt: (place: number) => corpus.weights[start + place]!,
  }
  for (let row = 0; row < corpus.rows && wanted >= 0 && found.length < limit; row++) {
    const id = corpus.itemIds[row]!
    if (id <= afterId || corpus.leanings[row] === GONE) continue
    start = corpus.starts[row]!
    placer.place(item, corpus.starts[row + 1]! - start)
    if (placer.themes.includes(wanted)) found.push(id)
  }
  return found
}
