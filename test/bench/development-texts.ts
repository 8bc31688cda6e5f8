import { readFileSync } from 'node:fs'
import type { Sentiment } from '../../emulator/rules/analysis/index.js'
import type { JudgedText } from './judged-texts.js'

/** Invented texts of trades that the fixtures are not about; the analysis was developed on these. */
export const DEVELOPMENT_NAMES = ['hotel', 'mobile', 'courses', 'bakery'] as const
export type DevelopmentName = (typeof DEVELOPMENT_NAMES)[number]

const FOLDER = new URL('../rules/analysis/dev/', import.meta.url)

/** The texts of one trade with a person's judgement of each. */
export function readDevelopmentTexts(name: DevelopmentName): JudgedText[] {
  const lines = readFileSync(new URL(`${name}.tsv`, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  return lines.map((line) => {
    const [themes = '', sentiment = '', text = ''] = line.split('\t')
    return { item: { text }, themes: themes.split('|'), sentiment: sentiment as Sentiment }
  })
}
