import { makePlacer } from './place-item.js'
import { findTerm } from './terms.js'
import { themeIdOf } from './theme-id.js'
import type { ThemeModel } from './theme-model.js'
import type { Finding } from './types.js'

/** The `theme_id`s of the themes that an item belongs to, the main one first; empty where it belongs to none. */
export function themesOfFinding({ features }: Finding, model: ThemeModel): string[] {
  const placer = makePlacer(model)
  const item = {
    nameAt: (place: number) => features[place]!.name,
    termAt: (place: number) => findTerm(model.terms, features[place]!.name),
    weightAt: (place: number) => features[place]!.weight,
  }
  placer.place(item, features.length)
  return placer.themes.map((theme) => themeIdOf(model.themes[theme]!.key))
}
