import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Sentiment, TextToAnalyse } from '../../emulator/rules/analysis/index.js'
import type { JudgedText } from './judged-texts.js'

const FOLDER = new URL('../../fixtures/', import.meta.url)

type Row = Record<string, string>

function readText(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8')
}

function readCsv(name: string): Row[] {
  return parse(readText(name), { columns: true, bom: true }) as Row[]
}

function toRating(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

function readTickets(): Map<string, TextToAnalyse> {
  return new Map(
    readCsv('support-tickets.csv').map((row) => [
      row.Id ?? '',
      { text: `${row.Subject}\n${row.Description}`, language: row.Language || null },
    ]),
  )
}

function readReviews(): Map<string, TextToAnalyse> {
  return new Map(
    readCsv('app-reviews.csv').map((row) => [
      row['Review Id'] ?? '',
      {
        text: [row.Title, row.Review].filter((part) => part).join('\n'),
        rating: toRating(row['Star Rating']),
        language: row.Language || null,
      },
    ]),
  )
}

function readChats(): Map<string, TextToAnalyse> {
  const lines = readText('chat-log.ndjson')
    .split('\n')
    .filter((line) => line !== '')
  return new Map(
    lines
      .map((line) => JSON.parse(line) as Row)
      .map((row) => [row.external_id ?? '', { text: row.text ?? '', language: row.language ?? null }]),
  )
}

function readSurvey(): Map<string, TextToAnalyse> {
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
    return texts.map((text, index): [string, TextToAnalyse] => [`${id}#Q${index + 1}`, { text: text ?? '', rating }])
  })
  return new Map(answers)
}

const READERS = {
  'support-tickets': readTickets,
  'app-reviews': readReviews,
  'customer-survey': readSurvey,
  'chat-log': readChats,
} satisfies Record<string, () => Map<string, TextToAnalyse>>

export type FixtureName = keyof typeof READERS
export const FIXTURE_NAMES = Object.keys(READERS) as FixtureName[]

/** The texts of one fixture with a person's judgement of each. */
export function readJudgedTexts(name: FixtureName): JudgedText[] {
  const items = READERS[name]()
  const rows = readText(`themes/${name}.tsv`).trim().split('\n').slice(1)
  return rows.map((line) => {
    const [id = '', themes = '', sentiment = ''] = line.split('\t')
    const item = items.get(id)
    if (item === undefined) throw new Error(`${name}: no text with the id ${id}`)
    return { item, themes: themes.split('|').map((theme) => theme.trim()), sentiment: sentiment.trim() as Sentiment }
  })
}
