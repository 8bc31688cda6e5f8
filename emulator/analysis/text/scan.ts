import { lazy } from '../../../src/base/lazy.js'
import { APOSTROPHE, classOfUnit, DIGIT, HIGH_SURROGATE, LETTER, PICTURE, UNSPACED } from './characters.js'
import { ASK, BANG, COMMA, END, findWord, findWordAt, hashOn, type Word } from './words.js'

/** An emoticon such as `:-)` or `<3` in lower case. */
const EMOTICON = /<3|[:;=][-'^]?(?:[)(\][\\|*]|\/(?!\/)|[dpo](?!\w))/y

const STARTS = ':;=<'

/** A text as words and marks, in order. */
export interface Scan {
  words: Word[]
  /** Words in capitals. */
  shouted: number
}

const MARKS = new Map<string, Word>([
  ...[...'.\n;\u3002'].map((end) => [end, END] as const),
  ...[...'!\uff01'].map((bang) => [bang, BANG] as const),
  ...[...'?\uff1f'].map((ask) => [ask, ASK] as const),
  ...[...',:()\u2014\u2013'].map((comma) => [comma, COMMA] as const),
])

function classAt(text: string, at: number): number {
  return classOfUnit(text.charCodeAt(at))
}

function findWhite(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) > 0x20) at++
  return at
}

function isAddress(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < 3 || length > 5) return false
  return text.startsWith('://', end) || (length === 3 && text.startsWith('www.', start))
}

function isShouted(original: string, lower: string, start: number, end: number): boolean {
  if (end - start < 3) return false
  return (
    original.charCodeAt(start) !== lower.charCodeAt(start) && original.charCodeAt(end - 1) !== lower.charCodeAt(end - 1)
  )
}

/** Takes the mark or sign at `at` into `words` and gives the position after it. */
function takeSign(text: string, at: number, kind: number, words: Word[]): number {
  if (kind === HIGH_SURROGATE || kind === PICTURE) {
    const end = at + (kind === HIGH_SURROGATE ? 2 : 1)
    words.push(findWord(text.slice(at, end)))
    return end
  }
  const character = text.charAt(at)
  if (STARTS.includes(character)) {
    EMOTICON.lastIndex = at
    const emoticon = EMOTICON.exec(text)?.[0]
    if (emoticon !== undefined) {
      words.push(findWord(emoticon))
      return at + emoticon.length
    }
  }
  if (character === '@' && classAt(text, at + 1) === LETTER) return findWhite(text, at)
  const mark = MARKS.get(character)
  if (mark !== undefined) words.push(mark)
  return at + 1
}

/** Marks inside words that nobody sees: where they may be broken, and which way they are written. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/
const INVISIBLES = new RegExp(INVISIBLE, 'g')

/** What joins words there: Japanese particles and endings, and most single characters. */
const JOINING = /^(?:.|\p{Script=Hiragana}+)$/u
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }))

/** So many letters are cut at a time, as each piece keeps all that it was cut from. */
const AT_A_TIME = 200

/** Takes the words of letters without spaces at `at` into `words` and gives the position after them. */
function takeUnspaced(text: string, at: number, words: Word[]): number {
  let end = at
  while (end < at + AT_A_TIME && classAt(text, end) === UNSPACED) end++
  for (const { segment } of segmenter().segment(text.slice(at, end)))
    if (!JOINING.test(segment)) words.push(findWord(segment))
  return end
}

/** What web pages write for marks, which texts copied from them are full of. */
const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ lsquo: '\u2018', rsquo: '\u2019', ldquo: '"', rdquo: '"', ndash: '\u2013', mdash: '\u2014', hellip: '.' },
}
const ENTITY = new RegExp(String.raw`&(?:#(\d{1,6})|#x([\da-f]{1,5})|(${Object.keys(ENTITIES).join('|')}));`, 'gi')

/** A text as it is meant to be seen. */
function asSeen(written: string): string {
  const text = written.includes('&')
    ? written.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) =>
        name
          ? ENTITIES[name.toLowerCase()]!
          : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16)),
      )
    : written
  return INVISIBLE.test(text) ? text.replace(INVISIBLES, '') : text
}

/** Cuts a text into words (letters, digits, and apostrophes between letters) and marks in one pass; linear in its length whatever it holds. */
export function scanText(written: string): Scan {
  const text = asSeen(written)
  const lower = text.toLowerCase()
  const sameLength = lower.length === text.length
  const words: Word[] = []
  let shouted = 0
  let at = 0
  while (at < lower.length) {
    const code = lower.charCodeAt(at)
    const kind = code === 0x20 ? SPACE : classOfUnit(code)
    if (kind === SPACE) {
      at++
    } else if (kind === LETTER || kind === DIGIT) {
      const start = at
      let hash = 0
      for (; at < lower.length; at++) {
        const next = lower.charCodeAt(at)
        const nextKind = classOfUnit(next)
        if (
          nextKind !== LETTER &&
          nextKind !== DIGIT &&
          !(nextKind === APOSTROPHE && classAt(lower, at + 1) === LETTER)
        )
          break
        hash = hashOn(hash, next)
      }
      if (isAddress(lower, start, at)) {
        at = findWhite(lower, start)
        continue
      }
      if (sameLength && isShouted(text, lower, start, at)) shouted++
      words.push(findWordAt(lower, start, at, hash))
    } else if (kind === UNSPACED) {
      at = takeUnspaced(lower, at, words)
    } else {
      at = takeSign(lower, at, kind, words)
    }
  }
  return { words, shouted }
}

const SPACE = -1
