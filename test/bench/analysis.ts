import { analyseText } from '../../emulator/rules/analysis/index.js'
import { scanText } from '../../emulator/rules/analysis/scan.js'
import { readModel, type SentimentModel, weighSentiment } from '../../emulator/rules/analysis/sentiment-model.js'
import {
  type Class,
  DATA_SETS,
  type LabelledText,
  macroF1,
  PARTS,
  readLabelledTexts,
  requireDataFolder,
} from './labelled-texts.js'
import { trainSentiment } from './train-sentiment.js'

type Guess = readonly [truth: Class, guess: Class]
const WARM_UP_ROUNDS = 2
const MEASURED_ROUNDS = 8

function classOf(model: SentimentModel, text: string): Class {
  const { words, shouted } = scanText(text)
  const { positive, negative } = weighSentiment(model, words, 0, words.length, shouted)
  const neutral = 1 - positive - negative
  if (positive > neutral && positive > negative) return 2
  return negative > neutral ? 0 : 1
}

function guessAll(train: readonly LabelledText[], held: readonly LabelledText[], into: Map<string, Guess[]>): void {
  const model = readModel(trainSentiment(train))
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

/** The best of several rounds, because other work on the machine only ever slows one down. */
function measureSpeed(rows: readonly LabelledText[], work: (text: string) => void): number {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const row of rows) work(row.text)
  const times = Array.from({ length: MEASURED_ROUNDS }, () => {
    const startedAt = performance.now()
    for (const row of rows) work(row.text)
    return performance.now() - startedAt
  })
  return (rows.length * 1_000) / Math.min(...times)
}

function format(guesses: Map<string, Guess[]>, set: string): string {
  return macroF1(guesses.get(set) ?? []).toFixed(3)
}

function report(rows: readonly LabelledText[]): string {
  const crossed = crossValidate(rows)
  const left = leaveSetsOut(rows)
  const lines = ['macro-F1 of three classes        rows  5-fold  set left out']
  for (const set of DATA_SETS) {
    const count = rows.filter((row) => row.set === set).length
    lines.push(`${set.padEnd(30)} ${String(count).padStart(6)}   ${format(crossed, set)}         ${format(left, set)}`)
  }
  const shipped = readModel(trainSentiment(rows))
  lines.push(`texts a second, sentiment alone: ${Math.round(measureSpeed(rows, (text) => classOf(shipped, text)))}`)
  lines.push(`texts a second, whole analysis:  ${Math.round(measureSpeed(rows, (text) => analyseText({ text }, [])))}`)
  return `${lines.join('\n')}\n`
}

try {
  process.stdout.write(report(readLabelledTexts(requireDataFolder())))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
