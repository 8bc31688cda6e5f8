import functionWords from './lexicon/function-words.json' with { type: 'json' }
import type { Word } from './words.js'

const ENGLISH = 'en'
const LANGUAGES = Object.keys(functionWords)

function buildTable(): Map<string, readonly string[]> {
  const table = new Map<string, string[]>()
  for (const [language, words] of Object.entries(functionWords)) {
    for (const word of new Set(words.split(' '))) table.set(word, [...(table.get(word) ?? []), language])
  }
  return table
}

const LANGUAGES_OF = buildTable()
const LATIN = /^[\p{Script=Latin}\p{M}'\d]+$/u

/** Whether a word is a function word of one of the languages known, English included. */
export function isFunctionWord(text: string): boolean {
  return LANGUAGES_OF.has(text)
}

function countHits(words: readonly Word[]): { hits: Map<string, number>; read: number; foreignScript: number } {
  const hits = new Map<string, number>()
  let read = 0
  let foreignScript = 0
  for (const word of words) {
    if (word.kind !== 'word') continue
    read++
    if (!word.isLatin) foreignScript++
    for (const language of word.languages) hits.set(language, (hits.get(language) ?? 0) + 1)
  }
  return { hits, read, foreignScript }
}

/** Which languages a word in lower case is a function word of, and whether it is in Latin script. */
export function describeLanguages(text: string): { languages: readonly string[]; isLatin: boolean } {
  return { languages: LANGUAGES_OF.get(text) ?? [], isLatin: LATIN.test(text) }
}

/**
 * The language of a text as its first two letters: `declared` where there is one, else by the function words that only
 * some languages have, `und` for other scripts. Short texts without any count as English.
 */
export function detectLanguage(words: readonly Word[], declared: string | null | undefined): string {
  if (declared) return declared.slice(0, 2).toLowerCase()
  const { hits, read, foreignScript } = countHits(words)
  if (foreignScript * 2 > read) return 'und'
  let best = ENGLISH
  let most = hits.get(ENGLISH) ?? 0
  for (const language of LANGUAGES) {
    const count = hits.get(language) ?? 0
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}
