import type { Encoding } from '../../options.js'
import { decodeBytes } from './transcode.js'

/** The encoding of bytes that are not UTF-8. */
export interface GuessedEncoding {
  encoding: Encoding
  /** Set where no guess is worth a bet: the encodings that come nearest, best first. */
  candidates?: readonly string[]
}

/** A reading of the bytes: an encoding, and the letters beyond ASCII that a language in it has. */
interface Reading {
  encoding: Encoding
  known: string
  /** Words are all in a script of their own, without ASCII letters; these letters make up half of any text in it. */
  common?: string
}

const WESTERN = [
  'äöüß',
  'éèêëàâçîïôùûüœæ',
  'áéíóúüñçàèòïºª',
  'ãõáàâéêíóôúüç',
  'àèéìíîòóùú',
  'åäöøæé',
  'áéíóúýðþæö',
  'ëïéèüóáö',
]
const POLISH = 'ąćęłńóśźż'
const CZECH = 'áčďéěíňóřšťúůýžľĺŕäô'
const CENTRAL = [POLISH, CZECH, 'áéíóöőúüű', 'ăâîşţ', 'čćđšž']
const CYRILLIC = { known: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ', common: 'оеаинтсрвлі' }
const GREEK = { known: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ', common: 'αοιετσνηυρπςόά' }
const HEBREW = { known: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', common: 'יוהלארמתב' }
const ARABIC = { known: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ', common: 'اليمونترب' }

/** Encodings that are taken; of readings that fit equally well the first counts, so the western ones come first. */
const TAKEN: readonly Reading[] = [
  ...WESTERN.map((known) => ({ encoding: 'windows-1252', known })),
  ...CENTRAL.map((known) => ({ encoding: 'windows-1250', known })),
  { encoding: 'windows-1254', known: 'çğıiİöşüâî' },
  { encoding: 'windows-1251', ...CYRILLIC },
]

/** Encodings that are only proposed. */
const PROPOSED: readonly Reading[] = [
  { encoding: 'windows-1253', ...GREEK },
  { encoding: 'windows-1255', ...HEBREW },
  { encoding: 'windows-1256', ...ARABIC },
  { encoding: 'windows-1257', known: 'ąčęėįšųūž' },
  { encoding: 'windows-1257', known: 'āčēģīķļņšūž' },
  { encoding: 'koi8-r', ...CYRILLIC },
  { encoding: 'koi8-u', ...CYRILLIC },
  { encoding: 'iso-8859-5', ...CYRILLIC },
  { encoding: 'cp866', ...CYRILLIC },
  { encoding: 'maccyrillic', ...CYRILLIC },
  { encoding: 'iso-8859-2', known: POLISH },
  { encoding: 'iso-8859-2', known: CZECH },
  ...WESTERN.flatMap((known) => ['cp850', 'cp437', 'macintosh'].map((encoding) => ({ encoding, known }))),
  ...CENTRAL.map((known) => ({ encoding: 'cp852', known })),
  { encoding: 'cp857', known: 'çğıiİöşüâî' },
]

const USUAL = 'windows-1252'
/** Fewer letters tell nothing about the language. */
const FEWEST_LETTERS = 4
/** Another reading than the usual one has to fit better by this much of its letters. */
const CLEARLY = 0.1
/** What explains less of the letters is no language of that encoding. */
const LEAST_SHARE = 0.7
/** A text has far more of the common letters of its script than this. */
const COMMON_SHARE = 0.5
const MOST_CANDIDATES = 3

/**
 * The 8-bit encoding in which some bytes read most like words of a language: Windows-1252, -1250, -1251 or -1254. Western where
 * the bytes say too little; with candidates where they say that it is not one of these.
 */
export function guessEncoding(sample: Buffer): GuessedEncoding {
  const texts = new Map<Encoding, string>()
  const textIn = (encoding: Encoding) => {
    if (!texts.has(encoding)) texts.set(encoding, decodeBytes(sample, encoding))
    return texts.get(encoding)!
  }
  const judged = (reading: Reading) => ({ ...reading, ...judge(textIn(reading.encoding), reading) })
  const taken = TAKEN.map(judged)
  const best = bestOf(taken)
  if (taken[0]!.letters < FEWEST_LETTERS) return { encoding: USUAL }
  const proposed = PROPOSED.map(judged).sort((a, b) => b.share - a.share)
  const most = proposed[0]!.share
  if (best.share >= LEAST_SHARE && most <= best.share + CLEARLY) return { encoding: best.encoding }
  const near = [...proposed, best].sort((a, b) => b.share - a.share).filter(({ share }) => share > most - CLEARLY)
  const candidates = [...new Set(near.map(({ encoding }) => encoding))].slice(0, MOST_CANDIDATES)
  return { encoding: best.encoding, candidates }
}

type Judged = Reading & Fit

/** The usual encoding by its best reading, or another that fits clearly better. */
function bestOf(readings: readonly Judged[]): Judged {
  const usual = readings.filter(({ encoding }) => encoding === USUAL)
  let best = usual.reduce((a, b) => (b.fit > a.fit ? b : a))
  for (const reading of readings) if (reading.encoding !== USUAL && reading.fit > best.fit + CLEARLY) best = reading
  return best
}

interface Fit {
  /** Share of the characters beyond ASCII in words that the reading explains; 0 if they are too few to tell. */
  fit: number
  /** Letters beyond ASCII, and marks where a letter should be. */
  letters: number
  /** Share of these that the reading explains. */
  share: number
}

const WORD = /[\p{L}\p{M}\p{No}\p{S}¡¿ª«»¸·]*[^\0-\x7f][\p{L}\p{M}\p{No}\p{S}¡¿ª¸·]*/gu
/** Capitals that continue from small letters, as no word has them; brands do, in ASCII. */
const CAPITALS_INSIDE = /\p{Ll}(?![A-Z])\p{Lu}/u
/** A mark between letters; dashes, dots and apostrophes do occur there. */
const MARK_INSIDE = /(?<=\p{L})[^\p{L}\p{M}\0-\x7f\u00a0\u00adª·‘’–—…](?=\p{L})/gu

function judge(text: string, { known, common }: Reading): Fit {
  const explained = new Set([...known, ...known.toUpperCase(), ...known.toLocaleUpperCase('tr')])
  const counts = { all: 0, letters: text.match(MARK_INSIDE)?.length ?? 0, fitting: 0, ordinary: 0 }
  for (const [word] of text.matchAll(WORD)) {
    if (!/\p{L}/u.test(word)) continue
    const hasAscii = /[a-z]/i.test(word)
    const isPlaced = common ? !hasAscii : hasAscii || [...word].length === 1
    const isWord = isPlaced && !CAPITALS_INSIDE.test(word)
    for (const character of word) {
      if (character <= '\x7f') continue
      counts.all += 1
      if (/\p{L}/u.test(character)) counts.letters += 1
      if (!isWord || !explained.has(character)) continue
      counts.fitting += 1
      if (common?.includes(character.toLowerCase())) counts.ordinary += 1
    }
  }
  const { all, letters, fitting, ordinary } = counts
  const usage = common ? Math.min(1, ordinary / fitting / COMMON_SHARE || 0) : 1
  return {
    fit: all < FEWEST_LETTERS ? 0 : (fitting / all) * usage,
    letters,
    share: letters === 0 ? 0 : Math.min(1, fitting / letters) * usage,
  }
}
