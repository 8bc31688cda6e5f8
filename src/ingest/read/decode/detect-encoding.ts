import { didYouMean } from '../../../base/nearest.js'
import { InputFileError, OptionError } from '../../errors.js'
import type { Encoding } from '../../options.js'
import { guessEncoding } from './guess-encoding.js'
import type { Sniffed } from './sniff.js'
import { isKnownEncoding } from './transcode.js'

export interface DetectedEncoding {
  encoding: Encoding
  /** Bytes of the byte order mark. */
  markBytes: number
  /** Taken from bytes that are not UTF-8 and carry no mark. */
  guessed: boolean
  /** Set where no guess is worth a bet: the encodings that come nearest, best first. */
  candidates?: readonly string[]
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What may be meant by a name that is none: iconv-lite knows hundreds, most of them other names of these. */
const USUAL_ENCODINGS = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'big5'],
  ...['koi8-r', 'koi8-u', 'macintosh', 'cp437', 'cp850', 'cp852', 'cp866'],
  ...Array.from({ length: 9 }, (_, index) => `windows-125${index}`),
  ...Array.from({ length: 16 }, (_, index) => `iso-8859-${index + 1}`),
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
  if (!legacy) return { encoding: 'utf-8', markBytes: 0, guessed: false }
  return { ...guessEncoding(sniffed.notUtf8), markBytes: 0, guessed: true }
}

/** An encoding by any of its names. Throws `OptionError`. */
function requireEncoding(asked: string): Encoding {
  const name = asked.trim().toLowerCase()
  if (/^utf-?8$/.test(name)) return 'utf-8'
  const codePage = /^(?:cp|win(?:dows)?[-_]?)(125\d)$/.exec(name)?.[1]
  if (codePage) return `windows-${codePage}`
  if (isKnownEncoding(name)) return name
  const hint = didYouMean(asked, USUAL_ENCODINGS) ?? 'use a name such as windows-1250'
  throw new OptionError('WRONG_USAGE', `--encoding "${asked}": unknown encoding`, hint)
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
