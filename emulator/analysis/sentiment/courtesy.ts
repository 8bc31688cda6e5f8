import { findWord, type Word } from '../text/words.js'

const HEADS = new Set('morning afternoon evening hello hi hey dear regards hope sincerely greetings advance'.split(' '))
const COURTESY = new Set([
  ...HEADS,
  ...'thanks thank thx good day there all team support sir madam everyone folks many so much very a lot in advance and kind best warm'.split(
    ' ',
  ),
  ...'yours i we you your are is this finds well doing for help time reply answer support again to with any'.split(' '),
])
const THANKS = new Set(['thanks', 'thank', 'thx'])
const STILL = new Set('still remains remain remained currently yet'.split(' '))
/** Praise in a review, a complaint in a message: what is owed. */
const OWED = 'outstanding'
const OWED_PLAINLY = 'overdue'

function isCourtesy(words: readonly Word[], heads: ReadonlySet<string>): boolean {
  const spoken = words.filter(({ kind }) => kind === 'word')
  return spoken.some(({ text }) => heads.has(text)) && spoken.every(({ text }) => COURTESY.has(text))
}

/** Cuts after each comma and each end of a sentence. */
function cutClauses(words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]]
  for (const word of words) {
    clauses.at(-1)!.push(word)
    if (word.kind === 'comma' || word.kind === 'end') clauses.push([])
  }
  return clauses
}

/** A message to a service without greetings, wishes and thanks in advance. Where nothing else is said they stay. */
export function withoutCourtesy(words: readonly Word[]): readonly Word[] {
  return without(words, HEADS)
}

/** The same without thanks that stand alone. */
export function withoutThanks(words: readonly Word[]): readonly Word[] {
  return without(words, THANKS)
}

function without(words: readonly Word[], heads: ReadonlySet<string>): readonly Word[] {
  if (!words.some(({ text }) => heads.has(text) || text === OWED)) return words
  const plain = words.map((word, at) =>
    word.text === OWED && STILL.has(words[at - 1]?.text ?? '') ? findWord(OWED_PLAINLY) : word,
  )
  const kept = cutClauses(plain).filter((clause) => !isCourtesy(clause, heads))
  return kept.some((clause) => clause.some(({ kind }) => kind === 'word')) ? kept.flat() : words
}
