import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }

/** The unit `binary` of fast-check is the same, and puts a million characters into a map before its first text. */
const CODE_POINT = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count),
  (text) => {
    const number = (text as string).codePointAt(0)!
    if ([...(text as string)].length !== 1) throw new Error('not one character')
    return number < SURROGATES.first ? number : number - SURROGATES.count
  },
)

/** Texts of any code points but surrogates, and what is a name in every object. */
export function anyText(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: CODE_POINT })
}
