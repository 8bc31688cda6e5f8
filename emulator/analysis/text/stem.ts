const VOWEL = /[aeiouy]/

function isConsonant(letter: string | undefined): boolean {
  return letter !== undefined && !'aeiou'.includes(letter)
}

/** The singular of an English word in lower case, by its ending alone: "parcels" to "parcel", "deliveries" to "delivery". */
export function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is|ous|news|'s)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutInflection(word: string): string {
  for (const ending of ['ing', 'ed']) {
    if (!word.endsWith(ending) || word.length < ending.length + 3) continue
    const rest = word.slice(0, -ending.length)
    if (!VOWEL.test(rest)) continue
    const last = rest.at(-1)
    if (last === rest.at(-2) && isConsonant(last) && !'lsz'.includes(last ?? '')) return rest.slice(0, -1)
    return /^[^aeiouy]?[aeiouy][^aeiouwxy]$/.test(rest) ? `${rest}e` : rest
  }
  return word
}

/**
 * The stem that the forms of an English word share: "charged", "charges", "charging" and "charge" all give "charg".
 * Takes a word in lower case; stems are for comparing, never for showing.
 */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  const plain = withoutInflection(singularOf(word))
  if (plain.endsWith('ie') && plain.length > 4) return `${plain.slice(0, -2)}y`
  if (plain.endsWith('i') && plain.length > 3) return `${plain.slice(0, -1)}y`
  return plain.endsWith('e') && plain.length > 4 ? plain.slice(0, -1) : plain
}
