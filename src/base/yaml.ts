import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  YAMLMap,
} from 'yaml'
import { isObject, type JsonObject } from './is-object.js'
import { withoutBom } from './parse-json.js'

/** A place in a file, from 1. */
export interface TextPlace {
  line: number
  column: number
}

/** The value of a YAML or JSON text, and where each of its members is. */
export interface YamlText {
  value: unknown
  /** Where the member at `groups[0].name` is, or the nearest one above it that is there. */
  placeOf(path: string): TextPlace
}

/** What is wrong with a text that is not YAML. */
export interface YamlFault extends TextPlace {
  message: string
}

const tooDeep = (depth: number) => `is nested deeper than ${depth} levels, or has an anchor that contains itself`
const SAID: Partial<Record<string, string>> = {
  MULTIPLE_DOCS: 'contains several YAML documents; put each in a file of its own',
  TAB_AS_INDENT: 'Tabs are not allowed as indentation; use spaces',
}

/** What the library says of `{…}` and `[…]`, by the names that everyone has for them. */
const inJsonWords = (message: string) =>
  message
    .replace(/\bflow (map|sequence)\b/gi, (_, kind: string) => (/map/i.test(kind) ? 'object' : 'list'))
    .replace(/^(\w+) (?:must|in block) .*with a (.)$/, 'the $1 must end with $2')

/** What the library says when it follows the aliases. */
function saidOf({ message }: Error): string {
  if (message.startsWith('Excessive alias')) return 'its aliases (*name) expand too far; write the values out'
  return /^Unresolved alias/.test(message) ? message : `can't be read: ${message}`
}

/** Reads YAML, of which JSON is a part, of at most `depth` levels. Returns its faults if it is not one. */
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
    const distinct = new Map(document.errors.map((each) => [`${each.pos[0]} ${each.message}`, each]))
    const faults = [...distinct.values()].map(({ code, message, pos: [at] }) => {
      const twin = code === 'DUPLICATE_KEY' ? saidOfTwin(document, at, (each) => placeAt(each).line) : undefined
      return faultAt(twin ?? SAID[code] ?? inJsonWords(message), at)
    })
    return { faults }
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 1_000 })
  } catch (error) {
    return { faults: [faultAt(saidOf(error as Error), Math.max(0, text.search(/(?<=^|[\s[{,])\*[^\s\]},]/)))] }
  }
  const unfit = findUnfit(value, depth)
  if (unfit) {
    const message = unfit.why === 'deep' ? tooDeep(depth) : 'must not be named __proto__'
    return { faults: [faultAt(message, offsetOf(document.contents, unfit.steps) ?? 0)] }
  }
  return { value, placeOf: (path) => placeAt(offsetOf(document.contents, stepsOf(value, path)) ?? 0) }
}

/** What to say of a key at this offset that its map already has. */
function saidOfTwin(document: Document, at: number, lineOf: (offset: number) => number): string | undefined {
  let said: string | undefined
  const note = (_: unknown, { items }: YAMLMap) => {
    const keys = items.flatMap(({ key }) => (isScalar(key) && key.range ? [{ name: key.value, at: key.range[0] }] : []))
    const twin = keys.find((key) => key.at === at)
    const first = keys.find(({ name }) => name === twin?.name)
    if (first) said = `${first.name} occurs twice, first in line ${lineOf(first.at)}; keep one of them`
  }
  visit(document, { Map: note })
  return said
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

/** Where a member starts: its name in an object, itself in a list. */
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

/** Finds what nests deeper than `depth` levels, as one that contains itself does, or a member called `__proto__`, and the steps to it. */
function findUnfit(value: unknown, depth: number): { why: 'deep' | 'name'; steps: (string | number)[] } | undefined {
  if (value === null || typeof value !== 'object') return undefined
  if (depth === 0) return { why: 'deep', steps: [] }
  if (Object.hasOwn(value, '__proto__')) return { why: 'name', steps: ['__proto__'] }
  for (const [name, member] of Object.entries(value)) {
    const found = findUnfit(member, depth - 1)
    if (found) return { ...found, steps: [Array.isArray(value) ? Number(name) : name, ...found.steps] }
  }
  return undefined
}

/**
 * A YAML text with entries of its outermost map replaced or (undefined) taken away, and those that are new added at its end.
 * Every other byte stays, comments of an entry that goes as well: to write the whole document again would fold lines and lose
 * blanks. `header`: what a text without entries starts with.
 */
export function replaceEntries(
  text: string,
  entries: ReadonlyMap<string, JsonObject | undefined>,
  header: string,
): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const old = withoutBom(text)
  const document = parseDocument(old)
  const places = [...entries].flatMap(([name, value]) => {
    const place = entryPlace(document, old, name)
    return place ? [{ name, value, ...place }] : []
  })
  let body = old
  for (const { name, value, start, stop } of places.sort((a, b) => b.start - a.start)) {
    const old = body.slice(start, stop)
    const next = value ? changedEntry(old, name, value, end) : commentsOf(old)
    body = body.slice(0, start) + next + body.slice(stop)
  }
  const isNew = (name: string) => !places.some((place) => place.name === name)
  const added = [...entries].flatMap(([name, value]) => (value && isNew(name) ? [[name, value] as const] : []))
  if (added.length > 0) body = body.trim() === '' ? header.replaceAll('\n', end) : body.replace(/(\r?\n)*$/, end)
  for (const [name, value] of added) body += end + entryLines(name, value).join(end) + end
  return (text.startsWith('\ufeff') ? '\ufeff' : '') + body
}

/** From where an entry of the outermost map starts to where its last line stops. */
function entryPlace({ contents }: Document, text: string, name: string): { start: number; stop: number } | undefined {
  const pair = isMap(contents) ? pairOf(contents, name) : undefined
  if (!pair || !isNode(pair.key)) return undefined
  const start = pair.key.range![0]
  const valueEnd = isNode(pair.value) ? pair.value.range![1] : pair.key.range![1]
  const lineEnd = text.indexOf('\n', Math.max(start, valueEnd - 1))
  return { start, stop: lineEnd < 0 ? text.length : lineEnd + 1 }
}

/** The comments of an entry, a line each, as they are in it. */
function commentsOf(entry: string): string {
  return entry
    .split(/(?<=\n)/)
    .flatMap((line) => /(?:^|\s)#[^"']*$/.exec(line) ?? [])
    .map((comment) => comment.trimStart())
    .join('')
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)
}

/** The lines of an entry with a new value; comments stay beside their members. */
function changedEntry(entry: string, name: string, value: JsonObject, end: string): string {
  const document = parseDocument(entry)
  const pair = isMap(document.contents) ? pairOf(document.contents, name) : undefined
  if (document.errors.length > 0 || hasAnchors(document) || !pair || !isMap(pair.value)) {
    return entryLines(name, value).join(end) + end
  }
  setMembers(document, pair.value, value)
  return document.toString({ lineWidth: 0 }).replace(/\r?\n/g, end)
}

function hasAnchors(document: Document): boolean {
  let found = false
  const note = (_: unknown, node: { anchor?: string | undefined }) => {
    if (isAlias(node) || node.anchor !== undefined) found = true
  }
  visit(document, { Alias: note, Value: note })
  return found
}

function setMembers(document: Document, map: YAMLMap, value: JsonObject): void {
  for (const { key } of [...map.items]) {
    if (isScalar(key) && !Object.hasOwn(value, String(key.value))) map.delete(key.value)
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = map.get(name, true)
    const plain = isNode(inner) ? inner.toJS(document) : undefined
    if (JSON.stringify(plain) === JSON.stringify(member)) continue
    if (isMap(inner) && isObject(member)) setMembers(document, inner, member)
    else map.set(name, nodeOf(document, member))
  }
}

/** Records in a list read best a line each. */
function nodeOf(document: Document, value: unknown): Node {
  const node = document.createNode(value) as Node
  if (isSeq(node)) for (const each of node.items) if (isMap(each)) each.flow = true
  return node
}

/** An entry as it is in a file of its own. */
export function entryLines(name: string, value: JsonObject): string[] {
  const document = parseDocument('')
  const [root, map] = [new YAMLMap(), new YAMLMap()]
  for (const [member, each] of Object.entries(value)) map.set(member, nodeOf(document, each))
  root.set(name, map)
  document.contents = root as never
  return document.toString({ lineWidth: 0 }).trimEnd().split('\n')
}
