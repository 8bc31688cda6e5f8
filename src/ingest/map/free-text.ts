import { cellText, type RawRow } from '../read/table.js'
import { comparableHeader } from './headers.js'

/** Rows that are judged, evenly spread over the sample: more would say the same. */
const JUDGED_ROWS = 2_000
/** Below this many answers nothing can be said about how often they repeat. */
const ENOUGH = 20
/** A column whose distinct cells are at most a quarter of its cells holds choices. */
const REPEATED = 4
const FEW_WORDS = 2
const WORDY_SHARE = 0.2

/** Headers of what is not the customer's voice, or no text at all: never taken unasked. */
const NEVER = new Set(
  'agent internal intern interne staff private reply replies address adresse name url link email mail phone ip signature assignee id'.split(
    ' ',
  ),
)
/** Headers of short labels beside the text itself. */
const SELDOM = new Set(
  'subject title summary product category status type tag tags label labels note notes resolution template betreff titel sujet titre'.split(
    ' ',
  ),
)
/** Headers of what customers write, and words of open questions. */
const LIKELY =
  /\b(?:customer|client|user|buyer|guest)?\s*(?:comments?|feedback|message|description|verbatim|opinion|review)\b|\b(?:what|why|how|which|improve|suggestions?|warum|was|wie|pourquoi|comment|porque|qué)\b|\?\s*$/i
const LIKELY_FACTOR = 2
const SELDOM_FACTOR = 0.1

/** What the cells of a column say about it. */
export interface TextEvidence {
  index: number
  /** Letters in distinct cells, weighed by what the header says: the most likely text has most. */
  score: number
  /** Its cells repeat: answers to a choice question, categories. */
  repeats: boolean
  /** Distinct filled cells, and all of them. */
  distinct: number
  filled: number
  /** It can be taken for the text without anybody having named it. */
  free: boolean
}

/** What the cells of a column say, by its place; each column is judged once. */
export type Judge = (index: number) => TextEvidence

/** Judges columns by rows of a sample. */
export function createJudge(columns: readonly string[], sample: readonly RawRow[]): Judge {
  const step = Math.ceil(sample.length / JUDGED_ROWS)
  const rows = step <= 1 ? sample : sample.filter((_, index) => index % step === 0)
  const judged = new Map<number, TextEvidence>()
  return (index) => {
    const evidence = judged.get(index) ?? judgeText(index, columns[index] ?? '', rows)
    judged.set(index, evidence)
    return evidence
  }
}

/**
 * Judges how much a column looks like free text: many distinct cells of several words. A cell that lists choices ("fast, cheap")
 * counts by its parts, so that combinations of few choices are not taken for many answers.
 */
function judgeText(index: number, header: string, rows: readonly RawRow[]): TextEvidence {
  const cells = new Set<string>()
  const parts = new Set<string>()
  let filled = 0
  let letters = 0
  let wordy = 0
  for (const { cells: row } of rows) {
    const text = cellText(row[index]).trim()
    if (text === '') continue
    filled += 1
    if (cells.has(text)) continue
    cells.add(text)
    const words = wordsOf(text)
    if (words > FEW_WORDS) wordy += 1
    const weight = words > 1 ? 1 : 0.1
    for (const part of text.split(/[,;]\s*/)) {
      if (parts.has(part)) continue
      parts.add(part)
      letters += weight * part.replace(/\P{L}+/gu, '').length
    }
  }
  const distinct = Math.min(cells.size, parts.size)
  const repeats = filled >= ENOUGH && distinct * REPEATED <= filled
  const factor = headerFactor(header)
  const isWordy = filled < ENOUGH || wordy >= cells.size * WORDY_SHARE
  const score = letters * factor
  return { index, score, repeats, distinct, filled, free: score > 0 && !repeats && isWordy }
}

/** Words of a text; scripts without spaces count two characters as one. */
function wordsOf(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
  return text.split(/\s+/).length + Math.floor(dense / 2)
}

function headerFactor(header: string): number {
  const words = comparableHeader(header).split(' ')
  // A question may hold any word.
  const isLabel = words.length <= 4 && !header.includes('?')
  if (isLabel && words.some((word) => NEVER.has(word))) return 0
  if (isLabel && words.some((word) => SELDOM.has(word))) return SELDOM_FACTOR
  return LIKELY.test(header.replaceAll('_', ' ')) ? LIKELY_FACTOR : 1
}
