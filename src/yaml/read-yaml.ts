import { isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml'

/** A place in a file, from 1. */
export interface Place {
  line: number
  column: number
}

/** The value of a YAML or JSON text, and where each of its members stands. */
export interface YamlText {
  value: unknown
  /** Where the member at `groups[0].name` stands, or the nearest one above it that is there. */
  placeOf(path: string): Place
}

/** What is wrong with a text that is no YAML. */
export interface YamlFault extends Place {
  message: string
}

/** Reads YAML, of which JSON is a part. Returns its faults where it is none. */
export function readYaml(text: string): YamlText | { faults: YamlFault[] } {
  const lines = new LineCounter()
  const document = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines, prettyErrors: false })
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  if (document.errors.length > 0) {
    return { faults: document.errors.map(({ message, pos }) => ({ message, ...placeAt(pos[0]) })) }
  }
  const value: unknown = document.toJS({ maxAliasCount: 1_000 })
  // A name may hold dots of its own.
  const isName = (path: string) => value !== null && typeof value === 'object' && Object.hasOwn(value, path)
  return {
    value,
    placeOf: (path) => placeAt(offsetOf(document.contents, isName(path) ? [path] : stepsOf(path)) ?? 0),
  }
}

/** `groups[0].name` as `['groups', 0, 'name']`. */
function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? name! : Number(index),
  )
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
