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

/** Takes escapes out of a text; time and memory grow with its length alone. */
export function plainText(original: string): PlainText {
  let plain: PlainText = { text: original, rangeOf: (from, to) => [from, to] }
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const next = unescapeOnce(plain.text)
    if (!next) return plain
    const { rangeOf } = plain
    plain = { text: next.text, rangeOf: (from, to) => rangeOf(...next.rangeOf(from, to)) }
  }
  return plain
}

function unescapeOnce(text: string): PlainText | undefined {
  /** Where an escape starts in the plain text; and where it ends in the original. */
  const [starts, ends]: [number[], number[]] = [[], []]
  const parts: string[] = []
  let [done, length] = [0, 0]
  for (const { 0: escaped, 1: unit, 2: mark, 3: byte, index } of text.matchAll(ESCAPE)) {
    const char = unit || byte ? String.fromCharCode(Number.parseInt((unit ?? byte)!, 16)) : (mark ?? '\\')
    parts.push(text.slice(done, index), char)
    length += index - done
    starts.push(length)
    length += 1
    done = index + escaped.length
    ends.push(done)
  }
  if (starts.length === 0) return undefined
  parts.push(text.slice(done))
  /** The escapes that start before this place. */
  const before = (place: number) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! < place) low = middle + 1
      else high = middle
    }
    return low
  }
  const originalOf = (place: number) => {
    const count = before(place)
    return count === 0 ? place : ends[count - 1]! + place - starts[count - 1]! - 1
  }
  return { text: parts.join(''), rangeOf: (from, to) => [originalOf(from), originalOf(to)] }
}
