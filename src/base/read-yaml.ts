import { isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml'

/** A place in a file, from 1. */
export interface TextPlace {
  line: number
  column: number
}

/** The value of a YAML or JSON text, and where each of its members stands. */
export interface YamlText {
  value: unknown
  /** Where the member at `groups[0].name` stands, or the nearest one above it that is there. */
  placeOf(path: string): TextPlace
}

/** What is wrong with a text that is no YAML. */
export interface YamlFault extends TextPlace {
  message: string
}

const tooDeep = (depth: number) => `is nested deeper than ${depth} levels, or holds an anchor that contains itself`
const SAID: Partial<Record<string, string>> = {
  MULTIPLE_DOCS: 'holds several YAML documents, and only one is read; make each a file of its own',
}

/** What the library says when it follows the aliases. */
function saidOf({ message }: Error): string {
  if (message.startsWith('Excessive alias')) return 'its aliases (*name) repeat far too much; write out what is meant'
  return /^Unresolved alias/.test(message) ? message : `cannot be read: ${message}`
}

/** Reads YAML, of which JSON is a part, of at most `depth` levels. Returns its faults where it is none. */
export function readYaml(text: string, depth: number): YamlText | { faults: YamlFault[] } {
  const lines = new LineCounter()
  const document = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines, prettyErrors: false })
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const faultAt = (message: string, offset: number) => ({ message, ...placeAt(offset) })
  const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (exhausted) return { faults: [faultAt(tooDeep(depth), exhausted.pos[0])] }
  if (document.errors.length > 0) {
    // Every level that is left open says so, all at the end of the text.
    const distinct = new Map(
      document.errors.map(({ code, message, pos }) => [`${pos[0]} ${message}`, { code, message, pos }]),
    )
    return { faults: [...distinct.values()].map(({ code, message, pos }) => faultAt(SAID[code] ?? message, pos[0])) }
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 1_000 })
  } catch (error) {
    return { faults: [faultAt(saidOf(error as Error), Math.max(0, text.search(/(?<=^|[\s[{,])\*[^\s\]},]/)))] }
  }
  const unfit = findUnfit(value, depth)
  if (unfit) {
    const message = unfit.why === 'deep' ? tooDeep(depth) : 'must not be called __proto__'
    return { faults: [faultAt(message, offsetOf(document.contents, unfit.steps) ?? 0)] }
  }
  return { value, placeOf: (path) => placeAt(offsetOf(document.contents, stepsOf(value, path)) ?? 0) }
}

/** `groups[0].name` as `['groups', 0, 'name']`. A name may hold dots and brackets of its own, so the longest that is there counts. */
function stepsOf(value: unknown, path: string): (string | number)[] {
  if (path === '') return []
  const step = firstStep(value, path)
  const below = (value as Record<string | number, unknown> | null | undefined)?.[step.name]
  return [step.name, ...stepsOf(below, path.slice(step.length).replace(/^\./, ''))]
}

function firstStep(value: unknown, path: string): { name: string | number; length: number } {
  const [bracket, index] = /^\[(\d+)\]/.exec(path) ?? []
  if (bracket !== undefined) return { name: Number(index), length: bracket.length }
  const ends = [...path.matchAll(/[.[]|$/g)].map(({ index: end }) => end).filter((end) => end > 0)
  const isName = (end: number) =>
    value !== null && typeof value === 'object' && Object.hasOwn(value, path.slice(0, end))
  const length = ends.findLast(isName) ?? ends[0] ?? path.length
  return { name: path.slice(0, length), length }
}

/** Where a member begins: its name in an object, itself in a list. */
function offsetOf(node: unknown, steps: readonly (string | number)[]): number | undefined {
  if (!isNode(node)) return undefined
  const start = node.range?.[0]
  const [step, ...rest] = steps
  if (step === undefined) return start
  if (isMap(node)) {
    const pair = node.items.find(
      (each) => isPair(each) && isScalar(each.key) && String(each.key.value) === String(step),
    )
    if (!pair) return start
    return rest.length === 0 ? (pair.key as Node).range?.[0] : (offsetOf(pair.value, rest) ?? start)
  }
  const entry = 'items' in node ? (node.items as unknown[])[Number(step)] : undefined
  return offsetOf(entry, rest) ?? start
}

/** What no document may hold, and the steps to it. */
interface Unfit {
  why: 'deep' | 'name'
  steps: (string | number)[]
}

/** Finds what nests deeper than `depth` levels, as one that contains itself does, or a member called `__proto__`. */
function findUnfit(value: unknown, depth: number): Unfit | undefined {
  if (value === null || typeof value !== 'object') return undefined
  if (depth === 0) return { why: 'deep', steps: [] }
  if (Object.hasOwn(value, '__proto__')) return { why: 'name', steps: ['__proto__'] }
  for (const [name, member] of Object.entries(value)) {
    const found = findUnfit(member, depth - 1)
    if (found) return { ...found, steps: [Array.isArray(value) ? Number(name) : name, ...found.steps] }
  }
  return undefined
}
