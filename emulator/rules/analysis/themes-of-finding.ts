import { placeItem } from './place-item.js'
import { stemOf } from './stem.js'
import { themeIdOf } from './theme-id.js'
import type { ThemeModel } from './theme-model.js'
import type { Finding } from './types.js'

/** The `theme_id`s of the themes that an item belongs to, the main one first; empty where it belongs to none. */
export function themesOfFinding(finding: Finding, model: ThemeModel): string[] {
  const { features } = finding
  const placements = placeItem(model, {
    count: features.length,
    nameAt: (place) => features[place]!.name,
    termAt: (place) => {
      const { name } = features[place]!
      return name.startsWith('!') || name.includes(' ')
        ? -1
        : (model.terms.indexOf.get(name.startsWith('#') ? name : stemOf(name)) ?? -1)
    },
    weightAt: (place) => features[place]!.weight,
  })
  return placements.map(({ theme }) => themeIdOf(model.themes[theme]!.key))
}
