import type { Mention } from './find-topics.js'
import { singularOf } from './stem.js'
import type { Word } from './words.js'

const MAX_PHRASES = 8
const MAX_RUN = 3
const MAX_WORD = 24

function isCandidate(word: Word): boolean {
  return word.kind === 'word' && !word.isVague && word.isLatin && word.text.length <= MAX_WORD
}

function addPhrase(mentions: Map<string, Mention>, text: string, place: number): void {
  const key = `=${text}`
  const known = mentions.get(key)
  if (known !== undefined) known.places.push(place)
  else if (mentions.size < MAX_PHRASES) mentions.set(key, { key, weight: 1, places: [place], terms: [text] })
}

/** The head of a run of names and its last two words: "wooden chair leg" gives "leg" and "chair leg". */
function addRun(mentions: Map<string, Mention>, words: readonly Word[], from: number, to: number): void {
  if (to - from > MAX_RUN) return
  const head = singularOf(words[to - 1]!.text)
  if (to - from > 1) addPhrase(mentions, `${singularOf(words[to - 2]!.text)} ${head}`, to - 2)
  addPhrase(mentions, head, to - 1)
}

/** Phrases that could name a theme the lexicon does not know: runs of words that are neither vague nor judging. */
export function findPhrases(words: readonly Word[]): Mention[] {
  const mentions = new Map<string, Mention>()
  let from = -1
  for (let at = 0; at <= words.length; at++) {
    const word = words[at]
    if (word !== undefined && isCandidate(word)) {
      if (from < 0) from = at
    } else if (from >= 0) {
      addRun(mentions, words, from, at)
      from = -1
    }
  }
  return [...mentions.values()]
}
