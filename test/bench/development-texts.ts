import { readFileSync } from 'node:fs'
import type { Sentiment } from '../../emulator/analysis/index.js'
import type { FeedbackType } from '../../src/contract/question-types.js'
import type { JudgedText } from './judged-texts.js'

/** Invented texts of trades that the fixtures are not about, 80 to 200 a trade; written by those who wrote the lexicon. */
export const SMALL_NAMES = [
  ...['hotel', 'mobile', 'courses', 'bakery', 'airline', 'bankapp', 'clothes', 'delivery', 'hospital', 'projecttool'],
  ...['streaming', 'transit', 'coworking', 'energy', 'insurance', 'vacuum', 'carrental', 'langapp', 'museum'],
  'photoprint',
]
/** Two sources of each kind, 320 to 480 texts, whose writers knew neither lexicon nor fixtures. */
export const LARGE_NAMES = [
  ...['broadband', 'mattress', 'parking', 'recipes', 'library', 'cinema', 'payroll', 'shopbuilder'],
]
/** What the settings of the analysis were chosen by. */
export const DEVELOPMENT_NAMES = [...SMALL_NAMES, ...LARGE_NAMES]
/** Texts of further trades: what was done to lexicon and mechanism was done without them. */
export const HELD_OUT_NAMES = ['daycare', 'furniture', 'game', 'lenses', 'podcasts', 'pool', 'propertysoftware']

const CHATS = new Set(['delivery', 'energy', 'payroll', 'photoprint', 'projecttool', 'propertysoftware', 'shopbuilder'])
const APP_REVIEWS = new Set(['parking', 'podcasts', 'recipes'])
const TICKETS = new Set(['broadband', 'lenses', 'mattress'])

function feedbackTypeOf(name: string): FeedbackType {
  if (CHATS.has(name)) return 'chat'
  if (APP_REVIEWS.has(name)) return 'app_review'
  return TICKETS.has(name) ? 'support_ticket' : 'survey'
}

const FOLDER = new URL('../rules/analysis/dev/', import.meta.url)
/** Between the subject of a ticket and its text. */
const SUBJECT_END = ' // '

function readTexts(path: string, feedbackType: FeedbackType): JudgedText[] {
  const [head = '', ...lines] = readFileSync(new URL(path, FOLDER), 'utf8').trim().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const cellOf = (name: string) => cells[columns.indexOf(name)] ?? ''
    const rating = cellOf('rating')
    return {
      item: {
        text: cellOf('text').replace(SUBJECT_END, '\n'),
        rating: rating === '' ? null : Number(rating),
        feedbackType,
      },
      themes: cellOf('theme').split('|'),
      sentiment: cellOf('sentiment') as Sentiment,
    }
  })
}

/** The texts of one trade with a person's judgement of each. */
export function readDevelopmentTexts(name: string): JudgedText[] {
  return readTexts(`${name}.tsv`, feedbackTypeOf(name))
}

/** The texts of a trade that was held out. */
export function readHeldOutTexts(name: string): JudgedText[] {
  return readTexts(`held-out/${name}.tsv`, feedbackTypeOf(name))
}

const CLASSES = { negative: 0, neutral: 1, positive: 2 } as const

/** The texts of one development trade as sentiment is learned from them. */
export function readClassedTexts(name: string) {
  return readDevelopmentTexts(name).map(({ item, sentiment }) => ({ ...item, label: CLASSES[sentiment] }))
}
