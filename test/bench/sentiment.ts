import { analyseText } from '../../emulator/analysis/index.js'
import valences from '../../emulator/analysis/lexicon/valences.json' with { type: 'json' }
import { readText, weighEnglish } from '../../emulator/analysis/sentiment/english.js'
import { readModel, type SentimentModel, weigh } from '../../emulator/analysis/sentiment/model.js'
import { scanText } from '../../emulator/analysis/text/scan.js'
import { reportFeedback } from './feedback-sentiment.js'
import {
  type Class,
  DATA_SETS,
  type LabelledText,
  macroF1,
  PARTS,
  readLabelledTexts,
  requireDataFolder,
} from './labelled-texts.js'
import { trainGeneral } from './train-sentiment.js'

type Guess = readonly [truth: Class, guess: Class]
const WARM_UP_ROUNDS = 2
const MEASURED_ROUNDS = 6

function classOf(model: SentimentModel, text: string): Class {
  const { words, shouted } = scanText(text)
  const { positive, negative } = weigh(model, readText(words, 'nothing', model.take).whole, shouted)
  const neutral = 1 - positive - negative
  if (positive > neutral && positive > negative) return 2
  return negative > neutral ? 0 : 1
}

function guessAll(train: readonly LabelledText[], held: readonly LabelledText[], into: Map<string, Guess[]>): void {
  const model = readModel(trainGeneral(train))
  for (const row of held) {
    const list = into.get(row.set) ?? []
    list.push([row.label, classOf(model, row.text)])
    into.set(row.set, list)
  }
}

function crossValidate(rows: readonly LabelledText[]): Map<string, Guess[]> {
  const guesses = new Map<string, Guess[]>()
  for (let part = 0; part < PARTS; part++) {
    guessAll(
      rows.filter((row) => row.part !== part),
      rows.filter((row) => row.part === part),
      guesses,
    )
  }
  return guesses
}

function leaveSetsOut(rows: readonly LabelledText[]): Map<string, Guess[]> {
  const guesses = new Map<string, Guess[]>()
  for (const set of DATA_SETS) {
    guessAll(
      rows.filter((row) => row.set !== set),
      rows.filter((row) => row.set === set),
      guesses,
    )
  }
  return guesses
}

const JUDGED_WORDS = new Map(
  Object.entries(valences).flatMap(([valence, words]) =>
    words.split(' ').map((word): [string, number] => [word, Number(valence)]),
  ),
)

/** The least an analysis can do, as AFINN-based libraries do: cut into words and sum their values. */
function countJudgedWords(text: string): number {
  let sum = 0
  for (const word of text
    .toLowerCase()
    .replace(/[^a-z' ]+/g, ' ')
    .split(' '))
    sum += JUDGED_WORDS.get(word) ?? 0
  return sum
}

type Work = (text: string) => unknown

/** Texts a second of CPU time, the best of several rounds that take turns, because other work on the machine only ever slows one down. */
function measureSpeeds(rows: readonly LabelledText[], works: readonly Work[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < WARM_UP_ROUNDS + MEASURED_ROUNDS; round++) {
    works.forEach((work, index) => {
      const before = process.cpuUsage()
      for (const row of rows) work(row.text)
      const { user, system } = process.cpuUsage(before)
      if (round >= WARM_UP_ROUNDS) best[index] = Math.min(best[index]!, user + system)
    })
  }
  return best.map((microseconds) => (rows.length * 1_000_000) / microseconds)
}

function format(guesses: Map<string, Guess[]>, set: string): string {
  return macroF1(guesses.get(set) ?? []).toFixed(3)
}

function sentimentAlone(text: string): unknown {
  return weighEnglish(scanText(text), undefined)
}

function reportSpeed(rows: readonly LabelledText[]): string[] {
  const [plain = 0, sentiment = 0, whole = 0] = measureSpeeds(rows, [
    countJudgedWords,
    sentimentAlone,
    (text) => analyseText({ text }, []),
  ])
  const times = (speed: number) => `${(plain / speed).toFixed(1)} x the time of the count`
  return [
    `texts a second, a plain count of judged words: ${Math.round(plain)}`,
    `texts a second, sentiment alone:  ${Math.round(sentiment)}, ${times(sentiment)}`,
    `texts a second, whole analysis:   ${Math.round(whole)}, ${times(whole)}`,
  ]
}

function reportQuality(rows: readonly LabelledText[]): string[] {
  const crossed = crossValidate(rows)
  const left = leaveSetsOut(rows)
  const lines = DATA_SETS.map((set) => {
    const count = rows.filter((row) => row.set === set).length
    return `${set.padEnd(30)} ${String(count).padStart(6)}   ${format(crossed, set)}         ${format(left, set)}`
  })
  return ['macro-F1 of three classes        rows  5-fold  set left out', ...lines]
}

/** Speed first: learning ten models leaves a heap behind that slows down what comes after. */
function report(rows: readonly LabelledText[]): string {
  const speed = reportSpeed(rows)
  return `${[...reportQuality(rows), ...reportFeedback(trainGeneral(rows)), ...speed].join('\n')}\n`
}

try {
  process.stdout.write(report(readLabelledTexts(requireDataFolder())))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
