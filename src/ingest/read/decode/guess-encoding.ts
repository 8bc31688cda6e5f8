import { decodeBytes } from './transcode.js'

/** A reading of bytes that are not UTF-8: an encoding, and the letters beyond ASCII that a language in it has. */
interface Reading {
  encoding: string
  letters: string
  /** Words are all in a script of their own, without ASCII letters. */
  apart?: true
}

/** Of readings that fit equally well the first counts, so the western ones come first. */
const READINGS: readonly Reading[] = [
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
export function guessEncoding(sample: Buffer): string {
  const texts = new Map<string, string>()
  let best = {
    encoding: USUAL,
    fit: fitOf(
      READINGS.filter(({ encoding }) => encoding === USUAL),
      sample,
      texts,
    ),
  }
  for (const reading of READINGS) {
    if (reading.encoding === USUAL) continue
    const fit = fitOf([reading], sample, texts)
    if (fit > best.fit + CLEARLY) best = { encoding: reading.encoding, fit }
  }
  return best.encoding
}

/** Share of the characters beyond ASCII that the best of these readings explains; 0 where they are too few. */
function fitOf(readings: readonly Reading[], sample: Buffer, texts: Map<string, string>): number {
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
