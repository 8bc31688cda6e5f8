import { sideOfWord } from './sides.js'

// What a word of a list says by itself, where no description and no answer shows how a service spells it.

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  sent: ['sent'],
  delivered: ['delivered'],
  bounced: ['bounced', 'bounce', 'bounces'],
  complained: ['complained', 'complaint', 'complaints'],
}

/** What mails are counted by, of which a word may say each. */
export const OUTCOME_WORDS = Object.keys(OUTCOMES)

/** Which side of a sentiment, or which outcome of mails, a word says by itself: `POS`, `Delivered`; undefined for any other word. */
export function likeWord(word: unknown): string | undefined {
  const plain = typeof word === 'string' ? word.trim().toLowerCase() : ''
  return sideOfWord(word) ?? OUTCOME_WORDS.find((each) => OUTCOMES[each]!.includes(plain))
}

/**
 * The entry of which a word says this, by the words of all entries; -1 if that is not clear. Sides make a whole, so that each entry must be
 * another side; mails may have outcomes that we don't count.
 */
export function indexOfLike(words: readonly unknown[], wanted: string): number {
  const meant = words.map(likeWord)
  const isSide = sideOfWord(wanted) !== undefined
  const isOne = (word: string | undefined, index: number) => word === undefined || meant.indexOf(word) === index
  const isClear = meant.every((word, index) => isOne(word, index) && (!isSide || word !== undefined))
  return isClear ? meant.indexOf(wanted) : -1
}
