/** No name is longer: what is typed beyond it is no nearer to any. */
const LONGEST = 200

/** The names nearest to what was typed, best first, at most three; none if nothing is near. `limit`: edits that count as near. */
export function nearest(typed: string, names: readonly string[], limit = nearFor(typed)): string[] {
  const word = typed.slice(0, LONGEST).toLowerCase()
  const isBeginning = (name: string) => (typed.length > 2 && name.startsWith(typed)) || leads(name, typed)
  return (
    [...new Set(names)]
      .map((name) => ({ name, lower: name.toLowerCase() }))
      // It takes an edit for each letter more.
      .filter(({ name, lower }) => Math.abs(lower.length - word.length) <= limit || isBeginning(name))
      .map(({ name, lower }) => ({ name, lower, distance: distanceInAnyOrder(word, lower) }))
      .filter(
        ({ name, lower, distance }) => isBeginning(name) || (distance <= limit && distance <= shared(word, lower)),
      )
      .sort((a, b) => a.distance - b.distance)
      .filter(({ name, distance }, _, [best]) => distance === best!.distance || name.startsWith(typed))
      .slice(0, 3)
      .map(({ name }) => name)
  )
}

/** The edits between two names, or between the same with their words in order: `text_depth` is near `depth_text`. */
function distanceInAnyOrder(a: string, b: string): number {
  const inOrder = (name: string) =>
    name
      .split(/[-_. ]/)
      .sort()
      .join('-')
  return Math.min(distance(a, b), distance(inOrder(a), inOrder(b)))
}

/** Whether a name is the first word of what was typed: `rating` of `rating_scale`. */
function leads(name: string, typed: string): boolean {
  return name.length > 3 && typed.startsWith(name) && /^[-_. ]/.test(typed.slice(name.length))
}

function nearFor({ length }: string): number {
  return Math.max(1, Math.floor(length / 3) + 1)
}

/**
 * The names whose first word is one edit away from what was typed: `google-play` from `gogle`. In so short a word, two edits make another
 * word.
 */
function nearestByFirstWord(typed: string, names: readonly string[]): string[] {
  const firstWord = (name: string) => /^[^-_. ]+/.exec(name)?.[0] ?? name
  const isNear = (name: string) =>
    typed.length > 3 && firstWord(name) !== name && distance(typed.toLowerCase(), firstWord(name).toLowerCase()) <= 1
  return names.filter(isNear).slice(0, 3)
}

/** `Did you mean …?`, or nothing. */
export function didYouMean(typed: string, names: readonly string[]): string | undefined {
  const near = nearest(typed, names)
  const found = near.length > 0 ? near : nearestByFirstWord(typed.slice(0, LONGEST), names)
  return found.length === 0 ? undefined : `Did you mean ${eitherOf(found.map((name) => `\`${name}\``))}?`
}

/** `a`, `a or b`, `a, b or c`. */
export function eitherOf(names: readonly string[]): string {
  const [last, ...others] = [...names].reverse()
  return others.length === 0 ? last! : `${others.reverse().join(', ')} or ${last}`
}

/** `Did you mean …?`, or where nothing is near the whole list, after what it is called: `Events: a, b.` */
export function meantOrKnown(typed: string, names: readonly string[], list: string): string {
  return didYouMean(typed, names) ?? `${list}: ${names.join(', ')}.`
}

/** `; did you mean …?` for the end of a message that ends nowhere else, or nothing. */
export function orNearest(typed: unknown, names: readonly string[]): string {
  const near = typeof typed === 'string' ? nearest(typed, names)[0] : undefined
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/** The same without quotation marks, for names that no text is mistaken for. */
export function orNearestName(typed: string, names: readonly string[]): string {
  const [near] = nearest(typed, names)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Says that a value must be a word of a list, and which one may be meant. */
export function mustBeOneOf(words: readonly unknown[], typed: unknown): string {
  return `must be one of ${words.join(', ')}${orNearest(typed, words.map(String))}`
}

/** Edits between two words; a swap of neighbours counts as one. */
export function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) => Array<number>(b.length + 1).fill(row))
  for (let column = 0; column <= b.length; column += 1) rows[0]![column] = column
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) rows[row]![column] = cheapestEdit(rows, a, b, row, column)
  }
  return rows[a.length]![b.length]!
}

/** The letters that two words share in the same order. A word with more edits than that is another one: `log` is not near `foo`. */
function shared(a: string, b: string): number {
  let row = Array<number>(b.length + 1).fill(0)
  for (const letter of a) {
    const next = [0]
    for (let at = 1; at <= b.length; at += 1)
      next.push(letter === b[at - 1] ? row[at - 1]! + 1 : Math.max(row[at]!, next[at - 1]!))
    row = next
  }
  return row[b.length]!
}

function cheapestEdit(rows: number[][], a: string, b: string, row: number, column: number): number {
  const changed = a[row - 1] === b[column - 1] ? 0 : 1
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
  return Math.min(
    rows[row - 1]![column]! + 1,
    rows[row]![column - 1]! + 1,
    rows[row - 1]![column - 1]! + changed,
    swapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
  )
}
