import { isDeepStrictEqual } from 'node:util'
import { isAlias, isMap, isNode, isScalar, type Pair, parseDocument, visit, type YAMLMap } from 'yaml'
import { isObject, type JsonObject } from '../base/is-object.js'
import { parseJson, withoutBom } from '../base/parse-json.js'
import { checkFacts } from '../contract/facts/check-facts.js'
import { type Evidence, type Fact, type Facts, withoutEvidence } from '../contract/facts/facts.js'
import { compareFacts, isBetter, joinEvidence, joinFacts } from './weigh-facts.js'

/** What became of a learned fact in the file. */
export interface FactChange {
  id: string
  /**
   * `added`, `extended` by what was not known, `replaced` by better evidence, or `seen again`: the evidence alone is new. `kept`: what
   * stands there has better evidence. `manual`: a person wrote it, so it is never changed.
   */
  change: 'added' | 'extended' | 'replaced' | 'seen again' | 'kept' | 'manual'
  /** What the evidence says otherwise, of a fact that stays: `names.survey_id: id, not uuid`. */
  contradicts: readonly string[]
  /** Lines of the file before and after; none where it stays. */
  before: readonly string[]
  after: readonly string[]
}

export interface MergedFacts {
  text: string
  facts: Facts
  changes: readonly FactChange[]
  /** Learned facts that can't hold beside what the file says, and why. */
  refused: readonly { id: string; message: string }[]
}

const HEADER = `# What is known of the service where its interface leaves things open, an entry for each assumption.
# The inpk command, its library and its emulator go by it. \`inpk learn\` adds what evidence proves, and the evidence.
# An entry without evidence is yours: \`inpk learn\` never changes it. \`inpk help assumptions\` lists what can be said.
`

const EMPTY = { text: '', facts: {} as Facts }

/**
 * The text of a facts file with learned facts in it, each with its evidence. Comments, order and manual facts stay, and so does every
 * byte of what isn't changed. `file` is one that was read; absent: there is none yet.
 */
export function mergeFacts(learned: Facts, file = EMPTY): MergedFacts {
  const { facts, decided } = decide(learned, file.facts)
  const refused = leaveOutFaulty(facts, decided, file.facts)
  const text = withFacts(file.text, facts, decided)
  const changes = [...decided].map(([id, { change, contradicts }]) => {
    const isNew = change !== 'kept' && change !== 'manual'
    const before = isNew && Object.hasOwn(file.facts, id) ? entryLines(id, file.facts[id]!) : []
    return { id, change, contradicts, before, after: isNew ? entryLines(id, facts[id]!) : [] }
  })
  return { text, facts, changes, refused }
}

type Decision = Pick<FactChange, 'change' | 'contradicts'>

function decide(learned: Facts, known: Facts): { facts: Record<string, Fact>; decided: Map<string, Decision> } {
  const facts: Record<string, Fact> = { ...known }
  const decided = new Map<string, Decision>()
  for (const [id, fact] of Object.entries(learned)) {
    const before = Object.hasOwn(known, id) ? known[id]! : undefined
    const { fact: after, ...decision } = decideOne(fact, before)
    if (isDeepStrictEqual(after, before)) {
      if (decision.change === 'kept' || decision.change === 'manual') decided.set(id, decision)
      continue
    }
    facts[id] = after
    decided.set(id, decision)
  }
  return { facts, decided }
}

/** Takes back what can't hold together with the rest; facts of the file are never what gives way. */
function leaveOutFaulty(
  facts: Record<string, Fact>,
  decided: Map<string, Decision>,
  known: Facts,
): MergedFacts['refused'] {
  const refused: { id: string; message: string }[] = []
  for (;;) {
    const { faults } = checkFacts(facts)
    const isChanged = (id: string) => decided.has(id) && facts[id] !== known[id]
    // What it clashes with may be called faulty in its place.
    const [last] = [...decided.keys()].filter(isChanged).slice(-1)
    const ids = new Set(faults.map(({ id }) => id).filter(isChanged))
    if (faults.length === 0 || last === undefined) return refused
    for (const id of ids.size > 0 ? ids : [last]) {
      refused.push({ id, message: (faults.find((each) => each.id === id) ?? faults[0]!).message })
      decided.delete(id)
      if (Object.hasOwn(known, id)) facts[id] = known[id]!
      else delete facts[id]
    }
  }
}

function decideOne(learned: Fact, before: Fact | undefined): Decision & { fact: Fact } {
  if (!before) return { fact: learned, change: 'added', contradicts: [] }
  const { contradicts, adds } = compareFacts(before, learned)
  if (before.evidence === undefined) return { fact: before, change: 'manual', contradicts: [...contradicts, ...adds] }
  const evidence = joinEvidence(before.evidence, learned.evidence ?? [])
  if (contradicts.length === 0) {
    const change = adds.length === 0 ? 'seen again' : 'extended'
    return { fact: { ...joinFacts(before, learned), evidence }, change, contradicts }
  }
  if (!isBetter(learned.evidence ?? [], before.evidence)) return { fact: before, change: 'kept', contradicts }
  return {
    fact: { ...withoutEvidence(learned), evidence: learned.evidence as Evidence[] },
    change: 'replaced',
    contradicts: [],
  }
}

/** The text of the file with these entries in place of what it says of them. */
function withFacts(text: string, facts: Facts, decided: ReadonlyMap<string, Decision>): string {
  const changed = [...decided].filter(([, { change }]) => change !== 'kept' && change !== 'manual').map(([id]) => id)
  if (changed.length === 0) return text
  const json = parseJson(withoutBom(text))
  if (!isObject(json)) return withEntries(text, facts, changed)
  return `${JSON.stringify({ ...json, ...Object.fromEntries(changed.map((id) => [id, facts[id]])) }, null, 2)}\n`
}

/** Changes the lines of the changed entries alone: writing the whole document again would fold lines and lose blanks. */
function withEntries(text: string, facts: Facts, changed: readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const old = withoutBom(text)
  const document = parseDocument(old)
  const places = changed.flatMap((id) => placeOf(document, old, id) ?? [])
  let body = old
  for (const { id, start, stop } of places.sort((a, b) => b.start - a.start)) {
    body = body.slice(0, start) + changedEntry(body.slice(start, stop), id, facts[id]!, end) + body.slice(stop)
  }
  const added = changed.filter((id) => !places.some((place) => place.id === id))
  if (added.length > 0) body = body.trim() === '' ? HEADER.replaceAll('\n', end) : body.replace(/(\r?\n)*$/, end)
  for (const id of added) body += end + entryLines(id, facts[id]!).join(end) + end
  return (text.startsWith('\ufeff') ? '\ufeff' : '') + body
}

/** From where an entry of the outermost map begins to where its last line stops. */
function placeOf(
  { contents }: Document,
  text: string,
  id: string,
): { id: string; start: number; stop: number } | undefined {
  const pair = isMap(contents) ? pairOf(contents, id) : undefined
  if (!pair || !isNode(pair.key)) return undefined
  const start = pair.key.range![0]
  const valueEnd = isNode(pair.value) ? pair.value.range![1] : pair.key.range![1]
  const lineEnd = text.indexOf('\n', Math.max(start, valueEnd - 1))
  return { id, start, stop: lineEnd < 0 ? text.length : lineEnd + 1 }
}

function pairOf(map: YAMLMap, id: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === id)
}

/** The lines of an entry with a new value; comments stay beside their members. */
function changedEntry(entry: string, id: string, fact: Fact, end: string): string {
  const document = parseDocument(entry)
  const pair = isMap(document.contents) ? pairOf(document.contents, id) : undefined
  if (document.errors.length > 0 || hasAnchors(document) || !pair || !isMap(pair.value)) {
    return entryLines(id, fact).join(end) + end
  }
  setMembers(document, pair.value, fact)
  return document.toString({ lineWidth: 0 }).replace(/\r?\n/g, end)
}

type Document = ReturnType<typeof parseDocument>

function hasAnchors(document: Document): boolean {
  let found = false
  const note = (_: unknown, node: { anchor?: string | undefined }) => {
    if (isAlias(node) || node.anchor !== undefined) found = true
  }
  visit(document, { Alias: note, Value: note })
  return found
}

function setMembers(document: Document, map: YAMLMap, value: JsonObject): void {
  for (const { key } of [...map.items])
    if (isScalar(key) && !Object.hasOwn(value, String(key.value))) map.delete(key.value)
  for (const [name, member] of Object.entries(value)) {
    const inner = map.get(name, true)
    const plain = isNode(inner) ? inner.toJS(document) : undefined
    if (isDeepStrictEqual(plain, member)) continue
    if (isMap(inner) && isObject(member)) setMembers(document, inner, member)
    else map.set(name, nodeOf(document, name, member))
  }
}

/** Evidence reads best a line each. */
function nodeOf(document: Document, name: string, value: unknown) {
  const node = document.createNode(value)
  if (name === 'evidence' && Array.isArray(value))
    for (const each of (node as unknown as { items: YAMLMap[] }).items) each.flow = true
  return node
}

/** An entry as it stands in a file of its own. */
export function entryLines(id: string, fact: Fact): string[] {
  const document = parseDocument('{}')
  const map = document.createNode({}) as unknown as YAMLMap
  map.flow = false
  for (const [name, member] of Object.entries(fact)) map.set(name, nodeOf(document, name, member))
  const root = document.createNode({}) as unknown as YAMLMap
  root.flow = false
  root.set(id, map)
  document.contents = root as never
  return document.toString({ lineWidth: 0 }).trimEnd().split('\n')
}
