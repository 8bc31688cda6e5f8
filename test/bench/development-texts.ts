import { readFileSync } from 'node:fs'
import type { Sentiment } from '../../emulator/rules/analysis/index.js'
import type { JudgedText } from './judged-texts.js'

/** Invented texts of trades that the fixtures are not about; the lexicon's writer knew these. */
export const DEVELOPMENT_NAMES = [
  ...['hotel', 'mobile', 'courses', 'bakery', 'airline', 'bankapp', 'clothes', 'delivery', 'hospital', 'projecttool'],
  ...[
    'streaming',
    'transit',
    'coworking',
    'energy',
    'insurance',
    'vacuum',
    'carrental',
    'langapp',
    'museum',
    'photoprint',
  ],
]
/** Texts of further trades, written when lexicon and mechanism were done; nothing was changed after they were measured. */
export const HELD_OUT_NAMES = ['daycare', 'furniture', 'game']

const FOLDER = new URL('../rules/analysis/dev/', import.meta.url)

function readTexts(path: string): JudgedText[] {
  const lines = readFileSync(new URL(path, FOLDER), 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const [themes = '', sentiment = '', text = '', person] = line.split('\t')
    return { item: { text }, origin: { person }, themes: themes.split('|'), sentiment: sentiment as Sentiment }
  })
}

/** The texts of one trade with a person's judgement of each. */
export function readDevelopmentTexts(name: string): JudgedText[] {
  return readTexts(`${name}.tsv`)
}

/** The texts of a trade that was held out. */
export function readHeldOutTexts(name: string): JudgedText[] {
  return readTexts(`held-out/${name}.tsv`)
}
