import { lazy } from '../../../src/base/lazy.js'
import stored from '../lexicon/concepts.json' with { type: 'json' }

/** How much a word has to do with a concept: what "courier", "parcel" and "delivery" share. */
export interface ConceptHint {
  concept: number
  weight: number
}

/** Concepts have numbers below this; they have no names, so none can name a theme. */
export const CONCEPT_COUNT = stored.count

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Weights are kept in fifths, fewer than this. */
const LEVELS = 20
const STEPS = 5
const NONE: readonly ConceptHint[] = []

function readCodes(codes: string): ConceptHint[] {
  const hints: ConceptHint[] = []
  for (let at = 0; at < codes.length; at += 2) {
    const code = DIGITS.indexOf(codes.charAt(at)) * DIGITS.length + DIGITS.indexOf(codes.charAt(at + 1))
    hints.push({ concept: Math.floor(code / LEVELS), weight: (code % LEVELS) / STEPS })
  }
  return hints
}

/** Of each stem its hints as stored; a stem is stored as how many letters it shares with the one before, and the rest. */
const indexCodes = lazy(() => {
  const index = new Map<string, string>()
  let stem = ''
  for (const entry of stored.words.split(' ')) {
    const end = entry.indexOf(':')
    stem = stem.slice(0, Number(entry.charAt(0))) + entry.slice(1, end)
    index.set(stem, entry.slice(end + 1))
  }
  return index
})

/** The concepts of an English word by its stem, the nearest first; none for words not known. */
export function findConcepts(stem: string): readonly ConceptHint[] {
  const codes = indexCodes().get(stem)
  return codes === undefined ? NONE : readCodes(codes)
}
