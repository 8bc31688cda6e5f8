import type { LearnedTheme, ThemeModel } from './theme-model.js'
import { findWord } from './words.js'

const MAX_KEYWORDS = 8

function placeOfSeed(model: ThemeModel, { key }: LearnedTheme, place: number): number {
  if (place < model.seedCount) return place
  const topic = key.split('/')[0]
  return model.themes.findIndex((theme, seed) => seed < model.seedCount && theme.key === topic)
}

/** The words that speak most for a theme; its label where no word does. */
export function rankKeywords(model: ThemeModel, place: number): string[] {
  const theme = model.themes[place]!
  const seed = placeOfSeed(model, theme, place)
  if (seed < 0) return [theme.label]
  const strong = model.terms.list.flatMap((term, index) => {
    if (term.isTopic || term.count === 0 || findWord(term.form).isVague) return []
    const score = model.scores[index * model.seedCount + seed]! * Math.sqrt(term.count)
    return score > 0 ? [{ word: term.form, score }] : []
  })
  strong.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
  return strong.length === 0 ? [theme.label] : strong.slice(0, MAX_KEYWORDS).map(({ word }) => word)
}
