import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Class, macroF1 } from './labelled-texts.js'

const NAMES = ['negative', 'neutral', 'positive'] as const
const NEGATIVE_BELOW = -0.5
const POSITIVE_FROM = 0.5

/** A class from a word such as `negative`, or from a mean rating of -4 to 4; undefined for anything else. */
export function readClass(cell: string): Class | undefined {
  const named = NAMES.indexOf(cell.trim().toLowerCase() as 'neutral')
  if (named >= 0) return named as Class
  const value = cell.trim() === '' ? Number.NaN : Number(cell)
  if (!(Math.abs(value) <= 4)) return undefined
  if (value <= NEGATIVE_BELOW) return 0
  return value >= POSITIVE_FROM ? 2 : 1
}

interface Library {
  name: string
  classOf(text: string): Class
}

const PACKAGES = { 'vader-sentiment': '1.1.3', sentiment: '5.0.2' }
const byCut = (score: number, cut: number): Class => (score >= cut ? 2 : score <= -cut ? 0 : 1)

interface Vader {
  SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } }
}
type Afinn = new () => { analyze(text: string): { score: number } }

/** The libraries to compare with, installed into a folder of their own: they are no dependencies of ours. Empty where they can't be had. */
export function installLibraries(): Library[] {
  const folder = mkdtempSync(join(tmpdir(), 'inpk-bench-peers-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
    const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = spawnSync('npm', options, { cwd: folder, stdio: 'ignore', timeout: 120_000 })
    if (status !== 0) return []
    const load = createRequire(join(folder, 'package.json'))
    const vader = load('vader-sentiment') as Vader
    const afinn = new (load('sentiment') as Afinn)()
    return [
      {
        name: 'vader-sentiment',
        classOf: (text) => byCut(vader.SentimentIntensityAnalyzer.polarity_scores(text).compound, 0.05),
      },
      { name: 'sentiment (AFINN)', classOf: (text) => byCut(afinn.analyze(text).score, 1) },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Macro-F1 and the share of neutral beside the libraries', and the confusion matrix of our own. */
export function describeSentiment(
  texts: readonly string[],
  truth: readonly (Class | undefined)[],
  found: readonly string[],
): string[] {
  const judged = truth.flatMap((label, index) => (label === undefined ? [] : [{ label, index }]))
  const own = judged.map(({ label, index }) => [label, NAMES.indexOf(found[index] as 'neutral') as Class] as const)
  const share = (guess: readonly Class[]) =>
    `${((100 * guess.filter((label) => label === 1).length) / judged.length).toFixed(1)} %`.padStart(7)
  const line = (name: string, pairs: readonly (readonly [Class, Class])[]) =>
    `${name.padEnd(28)}  ${macroF1(pairs).toFixed(3)}    ${share(pairs.map(([, guess]) => guess))}`
  const libraries = installLibraries().map(({ name, classOf }) =>
    line(
      name,
      judged.map(({ label, index }) => [label, classOf(texts[index]!)] as const),
    ),
  )
  const count = (label: number, guess: number) => own.filter((pair) => pair[0] === label && pair[1] === guess).length
  return [
    `sentiment of ${judged.length} texts        macro-F1  neutral (people: ${share(judged.map(({ label }) => label)).trim()})`,
    line('inpk', own),
    ...libraries,
    `${'people \\ inpk'.padEnd(16)}${NAMES.map((name) => name.padStart(10)).join('')}`,
    ...NAMES.map(
      (name, label) =>
        `${name.padEnd(16)}${NAMES.map((_, guess) => String(count(label, guess)).padStart(10)).join('')}`,
    ),
  ]
}
