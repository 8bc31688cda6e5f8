import { InputFileError, OptionError } from '../../errors.js'
import type { Encoding } from '../../options.js'
import type { Sniffed } from './sniff.js'
import { decodeBytes, isKnownEncoding } from './transcode.js'

export interface DetectedEncoding {
  encoding: Encoding
  /** Bytes of the byte order mark. */
  markBytes: number
  /** Taken from bytes that are not UTF-8 and carry no mark. */
  guessed: boolean
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The encoding of a file: its mark, else UTF-16 by its zero bytes, else UTF-8, else an 8-bit one by the words
 * it makes of the bytes (threats B1 to B4).
 * A file that is UTF-8 but for some damage stays UTF-8, so that the damage is named, not turned into wrong letters.
 */
export function detectEncoding(sniffed: Sniffed, asked?: string): DetectedEncoding {
  if (isUtf32(sniffed.head)) throw new InputFileError('the file is UTF-32', 'save it as UTF-8')
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, index) => sniffed.head[index] === byte))
  if (asked !== undefined) {
    const encoding = requireEncoding(asked)
    return { encoding, markBytes: mark?.[0] === encoding ? mark[1].length : 0, guessed: false }
  }
  if (mark) return { encoding: mark[0], markBytes: mark[1].length, guessed: false }
  const wide = findUnmarkedUtf16(sniffed.head)
  if (wide) return { encoding: wide, markBytes: 0, guessed: true }
  const legacy = sniffed.badSequences > sniffed.goodSequences * 4
  return { encoding: legacy ? guessEncoding(sniffed.notUtf8) : 'utf-8', markBytes: 0, guessed: legacy }
}

/** An encoding by any of its names. Throws `OptionError`. */
function requireEncoding(asked: string): Encoding {
  const name = asked.trim().toLowerCase()
  if (/^utf-?8$/.test(name)) return 'utf-8'
  const codePage = /^(?:cp|win(?:dows)?[-_]?)(125\d)$/.exec(name)?.[1]
  if (codePage) return `windows-${codePage}`
  if (isKnownEncoding(name)) return name
  throw new OptionError('WRONG_USAGE', `--encoding ${asked} is not a known encoding`, 'name one as in windows-1250')
}

function isUtf32(head: Buffer): boolean {
  const mark = head.toString('hex', 0, 4)
  return mark === 'fffe0000' || mark === '0000feff'
}

/** Western text in UTF-16 has a zero in nearly every second byte. */
function findUnmarkedUtf16(head: Buffer): Encoding | undefined {
  const sample = head.subarray(0, 4_096)
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  const many = sample.length * 0.2
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return undefined
}

/** A reading of bytes that are not UTF-8: an encoding, and the letters beyond ASCII that a language in it has. */
interface EncodingCandidate {
  encoding: string
  letters: string
  /** Words are all in a script of their own, without ASCII letters. */
  apart?: true
}

/** Of readings that fit equally well the first counts, so the western ones come first. */
const CANDIDATES: readonly EncodingCandidate[] = [
  ...[
    'äöüß',
    'éèêëàâçîïôùûüœæ',
    'áéíóúüñçàèòïºª',
    'ãõáàâéêíóôúüç',
    'àèéìíîòóùú',
    'åäöøæé',
    'áéíóúýðþæö',
    'ëïéèüóáö',
  ].map((letters) => ({ encoding: 'windows-1252', letters })),
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýžľĺŕäô', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'].map((letters) => ({
    encoding: 'windows-1250',
    letters,
  })),
  { encoding: 'windows-1254', letters: 'çğıiİöşüâî' },
  { encoding: 'windows-1251', letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ', apart: true },
]

/** Fewer letters tell nothing about the language. */
const FEWEST_LETTERS = 4
/** Another reading than the usual one has to fit better by this much of its letters. */
const CLEARLY = 0.1
const USUAL = 'windows-1252'
const WORD = /[\p{L}\p{M}\p{No}\p{S}¡¿ª«»¸·]*[^\0-\x7f][\p{L}\p{M}\p{No}\p{S}¡¿ª¸·]*/gu

/**
 * The 8-bit encoding in which some bytes read most like words of a language: Windows-1252, -1250, -1251 or -1254. Western where the
 * bytes say too little.
 */
function guessEncoding(sample: Buffer): string {
  const texts = new Map<string, string>()
  let best = {
    encoding: USUAL,
    fit: fitOf(
      CANDIDATES.filter(({ encoding }) => encoding === USUAL),
      sample,
      texts,
    ),
  }
  for (const reading of CANDIDATES) {
    if (reading.encoding === USUAL) continue
    const fit = fitOf([reading], sample, texts)
    if (fit > best.fit + CLEARLY) best = { encoding: reading.encoding, fit }
  }
  return best.encoding
}

/** Share of the characters beyond ASCII that the best of these readings explains; 0 where they are too few. */
function fitOf(readings: readonly EncodingCandidate[], sample: Buffer, texts: Map<string, string>): number {
  return Math.max(
    ...readings.map(({ encoding, letters, apart = false }) => {
      const text = texts.get(encoding) ?? decodeBytes(sample, encoding)
      texts.set(encoding, text)
      const known = new Set([...letters, ...letters.toUpperCase(), ...letters.toLocaleUpperCase('tr')])
      let fitting = 0
      let all = 0
      for (const [word] of text.matchAll(WORD)) {
        if (!/\p{L}/u.test(word)) continue
        const ascii = /[a-z]/i.test(word)
        for (const character of word) {
          if (character <= '\x7f') continue
          all += 1
          const placed = apart ? !ascii : ascii || [...word].length === 1
          if (placed && known.has(character)) fitting += 1
        }
      }
      return all < FEWEST_LETTERS ? 0 : fitting / all
    }),
  )
}
