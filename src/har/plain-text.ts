/** A range of a text, its end excluded. */
export type Range = readonly [from: number, to: number]

/** A text out of the escapes of JSON and of addresses, however deep, and where each of its characters stood. */
export interface PlainText {
  text: string
  /** The range of the original that these characters was in. */
  rangeOf(from: number, to: number): Range
}

/** `\u0041` and `\"` in JSON, in JSON that is a string in JSON, and `%41` in an address; several backslashes are one. */
const ESCAPE = /\\{1,15}u([0-9a-f]{4})|\\{1,15}(["/])|\\{2,16}|%(?:25){0,4}([2-7][0-9a-f])/gi
/** An address may be in JSON, and JSON in an address. */
const LAYERS = 3
/** An address in an address is encoded twice, and so on. */
const IN_ADDRESS = /%(?:25){0,4}([2-7][0-9a-f])/gi
/** Between the characters of ASCII in UTF-16 and UTF-32. */
const NULS = /\0+/g

/** Takes escapes out of a text; time and memory grow with its length alone. */
export function plainText(original: string): PlainText {
  let plain: PlainText = { text: original, rangeOf: (from, to) => [from, to] }
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const next = unescapeOnce(plain.text)
    if (!next) return plain
    plain = within(plain, next)
  }
  return plain
}

/** What a text can be read as: as it stands, without the NULs of UTF-16, and either out of the escapes of addresses. */
export function readingsOf(original: string): PlainText[] {
  const whole: PlainText = { text: original, rangeOf: (from, to) => [from, to] }
  const nulless = original.includes('\0') ? replaceEach(original, NULS, () => '') : undefined
  return [whole, ...(nulless ? [nulless] : [])].flatMap((reading) => {
    const next = replaceEach(reading.text, IN_ADDRESS, ([, byte]) => charOf(byte))
    return next ? [reading, within(reading, next)] : [reading]
  })
}

/** A plain text of a plain text, with the places of the first original. */
export function within({ rangeOf }: PlainText, inner: PlainText): PlainText {
  return { text: inner.text, rangeOf: (from, to) => rangeOf(...inner.rangeOf(from, to)) }
}

function charOf(hex = ''): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

function unescapeOnce(text: string): PlainText | undefined {
  // Most bodies have none, and to look for one character is quick.
  if (!text.includes('\\') && !text.includes('%')) return undefined
  return replaceEach(text, ESCAPE, ([, unit, mark, byte]) => (unit || byte ? charOf(unit ?? byte) : (mark ?? '\\')))
}

/** Undefined if there is nothing to replace. */
function replaceEach(text: string, what: RegExp, plainOf: (found: RegExpMatchArray) => string): PlainText | undefined {
  /** Where an escape starts in the plain text, and what stands for it ends; and where it ends in the original. */
  const [starts, stops, ends]: [number[], number[], number[]] = [[], [], []]
  const parts: string[] = []
  let [done, length] = [0, 0]
  for (const found of text.matchAll(what)) {
    const char = plainOf(found)
    parts.push(text.slice(done, found.index), char)
    length += found.index - done
    starts.push(length)
    length += char.length
    stops.push(length)
    done = found.index + found[0].length
    ends.push(done)
  }
  if (starts.length === 0) return undefined
  parts.push(text.slice(done))
  const originalOf = (place: number, count: number) =>
    count === 0 ? place : ends[count - 1]! + place - stops[count - 1]!
  return {
    text: parts.join(''),
    // What stands for nothing belongs to neither side.
    rangeOf: (from, to) => [originalOf(from, countUntil(stops, from + 1)), originalOf(to, countUntil(starts, to))],
  }
}

/** How many of these ascending places are before this one. */
function countUntil(places: readonly number[], end: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < end) low = middle + 1
    else high = middle
  }
  return low
}
