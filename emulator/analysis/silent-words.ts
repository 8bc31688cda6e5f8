import notThemes from './lexicon/not-themes.json' with { type: 'json' }
import { stemOf } from './stem.js'

const SILENT = new Set([...notThemes.function.split(' '), ...notThemes.silent.split(' ')])
const SILENT_STEMS = new Set([...SILENT].map(stemOf))

/** Whether a stem says nothing of what a text is about: function words, times, numbers, words as general as "thing". */
export function isSilent(stem: string): boolean {
  return SILENT_STEMS.has(stem)
}
