import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** 0 negative, 1 neutral, 2 positive. */
export type Class = 0 | 1 | 2

export interface LabelledText {
  set: string
  /** Five parts; sentences of one document are in the same part, so that nothing is measured on a document learned from. */
  part: number
  label: Class
  text: string
}

export const DATA_SETS = ['amazonReviewSnippets', 'tweets', 'movieReviewSnippets', 'nytEditorialSnippets'] as const
export const PARTS = 5
const HINT = `The labelled texts are not part of this package. Get the four files
  ${DATA_SETS.map((set) => `${set}.tsv`).join(', ')}
(tab-separated, no header: id, mean rating -4 to 4, text; from C.J. Hutto and E.E. Gilbert, "VADER: A Parsimonious Rule-based
Model for Sentiment Analysis of Social Media Text", ICWSM-14; published with the vaderSentiment repository), put them into one
folder, and name it as the argument or in the environment variable INPK_BENCH_DATA.`

function hash(text: string): number {
  let value = 2_166_136_261
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619)
  return value >>> 0
}

function readLine(set: string, line: string): LabelledText {
  const [id = '', rating = '', ...rest] = line.split('\t')
  const value = Number(rating)
  const document = id.split('_')[0]
  return {
    set,
    part: hash(`${set} ${document}`) % PARTS,
    label: value >= 0.5 ? 2 : value <= -0.5 ? 0 : 1,
    text: rest.join('\t'),
  }
}

/** The folder that the argument or INPK_BENCH_DATA names; throws with what to do where the files are not there. */
export function requireDataFolder(): string {
  const folder = process.argv[2] ?? process.env.INPK_BENCH_DATA
  if (folder === undefined || !DATA_SETS.every((set) => existsSync(join(folder, `${set}.tsv`)))) throw new Error(HINT)
  return folder
}

/** All rows of the four data sets. */
export function readLabelledTexts(folder: string): LabelledText[] {
  return DATA_SETS.flatMap((set) =>
    readFileSync(join(folder, `${set}.tsv`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => readLine(set, line)),
  )
}

/** The mean of the three classes' F1. */
export function macroF1(pairs: readonly (readonly [truth: Class, guess: Class])[]): number {
  const f1 = ([0, 1, 2] as const).map((label) => {
    const hits = pairs.filter(([truth, guess]) => truth === label && guess === label).length
    const misses = pairs.filter(([truth, guess]) => (truth === label) !== (guess === label)).length
    return hits === 0 ? 0 : (2 * hits) / (2 * hits + misses)
  })
  return f1.reduce((sum, value) => sum + value, 0) / f1.length
}
