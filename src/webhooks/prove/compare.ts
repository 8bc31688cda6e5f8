import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'

/** A place where two states differ. */
export interface Difference {
  /** A path such as `surveys[0].items`, or `line 3`. */
  at: string
  /** Null if it is not there. */
  expected: string | null
  found: string | null
}

/** A state in the form it is compared in: JSON without regard to blanks and the order of members, else text without the last line break. */
export function comparable(text: string): string {
  const value = parseJson(text)
  if (value !== undefined) return JSON.stringify(sorted(value))
  return text.replaceAll('\r\n', '\n').trimEnd()
}

/** What differs between two states in comparable form. */
export function differences(expected: string, found: string): Difference[] {
  const [one, other] = [parseJson(expected), parseJson(found)]
  if (one !== undefined && other !== undefined) return [...valueDifferences(one, other, '')]
  return lineDifferences(expected.split('\n'), found.split('\n'))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}

function* valueDifferences(expected: unknown, found: unknown, at: string): Generator<Difference> {
  if (JSON.stringify(expected) === JSON.stringify(found)) return
  const areLists = Array.isArray(expected) && Array.isArray(found)
  if (!areLists && !(isObject(expected) && isObject(found))) {
    yield { at: at || 'state', expected: shown(expected), found: shown(found) }
    return
  }
  const [one, other] = [expected, found] as Record<string, unknown>[]
  for (const name of new Set([...Object.keys(one!), ...Object.keys(other!)])) {
    const path = areLists ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
    yield* valueDifferences(one![name], other![name], path)
  }
}

function shown(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** Lines of either that the other does not have, in pairs. */
function lineDifferences(expected: readonly string[], found: readonly string[]): Difference[] {
  const gone = numbered(without(expected, found))
  const extra = numbered(without(found, expected))
  // The same lines in another order: the first place where they differ says so.
  if (gone.length === 0 && extra.length === 0) {
    const index = expected.findIndex((line, place) => line !== found[place])
    return [{ at: `line ${index + 1}`, expected: expected[index] ?? null, found: found[index] ?? null }]
  }
  return Array.from({ length: Math.max(gone.length, extra.length) }, (_, index) => ({
    at: `line ${(gone[index] ?? extra[index])!.number}`,
    expected: gone[index]?.line ?? null,
    found: extra[index]?.line ?? null,
  }))
}

interface NumberedLine {
  line: string
  number: number
}

function numbered(lines: readonly (readonly [line: string, index: number])[]): NumberedLine[] {
  return lines.map(([line, index]) => ({ line, number: index + 1 }))
}

function without(lines: readonly string[], others: readonly string[]): [line: string, index: number][] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.flatMap((line, index): [string, number][] => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count > 0 ? [] : [[line, index]]
  })
}
