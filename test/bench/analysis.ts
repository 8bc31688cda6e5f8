import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { FEEDBACK_TYPES, type FeedbackType } from '../../src/contract/question-types.js'
import { describeSentiment, readClass } from './describe-sentiment.js'
import { describeAgreement, describeThemes } from './describe-themes.js'
import { analyseSource } from './run-engine.js'

const USAGE = `npm run bench:analysis -- FILE.csv --text COLUMN [--theme COLUMN] [--sentiment COLUMN] [--language CODE] [--feedback-type TYPE]

  --theme      the theme a person gave each text; several divided by "|", the main one first
  --sentiment  negative, neutral or positive, or a mean rating from -4 to 4
  --language   of the texts; it is then declared, not detected
  --feedback-type  what the texts are, such as support_ticket, chat or review; survey unless you say
`
const SPEED_ROUNDS = 3

type FeedbackRow = Record<string, string>

function readRows(path: string): FeedbackRow[] {
  const delimiter = path.endsWith('.tsv') ? '\t' : ','
  const quote = path.endsWith('.tsv') ? null : '"'
  return parse(readFileSync(path, 'utf8'), { columns: true, bom: true, delimiter, quote }) as FeedbackRow[]
}

function requireColumn(rows: readonly FeedbackRow[], name: string): string[] {
  if (!(name in (rows[0] ?? {})))
    throw new Error(`no column "${name}"; there are ${Object.keys(rows[0] ?? {}).join(', ')}`)
  return rows.map((row) => row[name] ?? '')
}

function requireFeedbackType(name: string): FeedbackType {
  const found = FEEDBACK_TYPES.find((type) => type === name)
  if (found === undefined) throw new Error(`--feedback-type is one of ${FEEDBACK_TYPES.join(', ')}`)
  return found
}

function measureCpu(work: () => unknown): number {
  const times = Array.from({ length: SPEED_ROUNDS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

/** How long the whole analysis takes beside splitting the same texts into words and counting these. */
function describeSpeed(texts: readonly string[], analyse: () => unknown): string {
  const split = measureCpu(() => {
    const counts = new Map<string, number>()
    for (const text of texts) {
      for (const word of text.toLowerCase().split(/[^\p{L}\p{N}']+/u)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    return counts
  })
  const whole = measureCpu(analyse)
  const perSecond = Math.round((texts.length * 1_000_000) / whole)
  return `${perSecond} texts a second, ${(whole / split).toFixed(1)} x as long as splitting them into words`
}

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      text: { type: 'string' },
      theme: { type: 'string' },
      sentiment: { type: 'string' },
      language: { type: 'string' },
      'feedback-type': { type: 'string', default: 'survey' },
    },
  })
  const [path] = positionals
  if (path === undefined || values.text === undefined) throw new Error(USAGE)
  const rows = readRows(path)
  const texts = requireColumn(rows, values.text)
  const language = values.language ?? null
  const feedbackType = requireFeedbackType(values['feedback-type'])
  const items = texts.map((text) => ({ text, language, feedbackType }))
  const analysed = analyseSource(items)
  const lines = [`${path}: ${texts.length} texts`]
  if (values.theme !== undefined) {
    const truth = requireColumn(rows, values.theme).map((cell) => cell.split('|')[0]!)
    lines.push(...describeAgreement(texts, truth, analysed, language ?? 'en'))
  }
  lines.push(...describeThemes(texts, analysed))
  if (values.sentiment !== undefined) {
    const truth = requireColumn(rows, values.sentiment).map(readClass)
    lines.push(...describeSentiment(texts, truth, analysed.sentiments))
  }
  lines.push(describeSpeed(texts, () => analyseSource(items)))
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
