import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Sentiment } from '../../emulator/analysis/index.js'
import type { JudgedText } from './judged-texts.js'

const FOLDER = new URL('../../fixtures/', import.meta.url)

type FeedbackRow = Record<string, string>
type Said = Pick<JudgedText, 'item'>

function readText(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8')
}

function readCsv(name: string): FeedbackRow[] {
  return parse(readText(name), { columns: true, bom: true }) as FeedbackRow[]
}

function toRating(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

function readTickets(): Map<string, Said> {
  return new Map(
    readCsv('support-tickets.csv').map((row) => [
      row.Id ?? '',
      {
        item: { text: `${row.Subject}\n${row.Description}`, language: row.Language || null },
      },
    ]),
  )
}

function readReviews(): Map<string, Said> {
  return new Map(
    readCsv('app-reviews.csv').map((row) => [
      row['Review Id'] ?? '',
      {
        item: {
          text: [row.Title, row.Review].filter((part) => part).join('\n'),
          rating: toRating(row['Star Rating']),
          language: row.Language || null,
        },
      },
    ]),
  )
}

function readChats(): Map<string, Said> {
  const lines = readText('chat-log.ndjson')
    .split('\n')
    .filter((line) => line !== '')
  return new Map(
    lines
      .map((line) => JSON.parse(line) as FeedbackRow)
      .map((row) => [
        row.external_id ?? '',
        {
          item: { text: row.text ?? '', language: row.language ?? null },
        },
      ]),
  )
}

function readSurvey(): Map<string, Said> {
  const lines = readText('scripts/customer-survey.ndjson')
    .split('\n')
    .filter((line) => line !== '')
  const answers = lines.flatMap((line) => {
    const [id, , , rating, , ...texts] = JSON.parse(line) as [
      string,
      string,
      string,
      number | null,
      number | null,
      ...(string | null)[],
    ]
    return texts.map((text, index): [string, Said] => [`${id}#Q${index + 1}`, { item: { text: text ?? '', rating } }])
  })
  return new Map(answers)
}

const READERS = {
  'support-tickets': readTickets,
  'app-reviews': readReviews,
  'customer-survey': readSurvey,
  'chat-log': readChats,
} satisfies Record<string, () => Map<string, Said>>

const FEEDBACK_TYPES = {
  'support-tickets': 'support_ticket',
  'app-reviews': 'app_review',
  'customer-survey': 'survey',
  'chat-log': 'chat',
} as const

export type FixtureName = keyof typeof READERS
export const FIXTURE_NAMES = Object.keys(READERS) as FixtureName[]

/** The texts of one fixture with a person's judgement of each. */
export function readJudgedTexts(name: FixtureName): JudgedText[] {
  const items = READERS[name]()
  const rows = readText(`themes/${name}.tsv`).trim().split('\n').slice(1)
  return rows.map((line) => {
    const [id = '', themes = '', sentiment = ''] = line.split('\t')
    const said = items.get(id)
    if (said === undefined) throw new Error(`${name}: no text with the id ${id}`)
    const item = { ...said.item, feedbackType: FEEDBACK_TYPES[name] }
    return {
      ...said,
      item,
      themes: themes.split('|').map((theme) => theme.trim()),
      sentiment: sentiment.trim() as Sentiment,
    }
  })
}
