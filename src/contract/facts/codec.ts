import type { TSchema } from '../schema.js'
import type { UnknownMembers } from '../unknown-members.js'
import { decodeRecord } from './decode.js'
import { encodeRecord } from './encode.js'
import { pathText } from './facts.js'
import { type Place, planRecord } from './plan.js'
import type { MemberFact, Plan } from './plan-tree.js'
import { type Steps, stepsOf } from './schema-path.js'
import { recordSchema } from './wire-schema.js'

/** Translates one slot of an operation, or the data of an event, between our schema in the words of its route and the wire. */
export interface Codec {
  toWire(ours: unknown): unknown
  /**
   * Unknown members are kept. A member that is not where it should be is absent; if that is because it has our name, its path
   * is added to `unknown`.
   */
  fromWire(wire: unknown, unknown?: UnknownMembers): unknown
  /** `question.content[3].text` as the wire calls it. */
  pathToWire(path: string): string
  /** Translates a path of the wire to ours; returns an unknown one unchanged. */
  pathFromWire(path: string): string
  schemaToWire(schema: TSchema): TSchema
  /** Whether the service lacks the member at a path of ours, such as `questions[].options`. */
  lacks(path: string): boolean
  /** Whether facts say where a member is. */
  places(path: string): boolean
  /** Members of which a request can carry only one, in classic words. */
  exclusive: readonly (readonly string[])[]
  /** Lists of which a request can carry only one entry. */
  single: readonly string[]
  /** The place of what the file is called, where a body of JSON has one. */
  fileNameAt?: string
  /** Of an answer that names a task: the codec of what the answer for that task says in its end. */
  ofTask?: Codec
}

export interface CodecOptions {
  /** Values that always stand at places on the wire. */
  fixed?: Readonly<Record<string, unknown>>
  /** Names are whole texts, not places. */
  isQuery?: boolean
  /** In classic words, where the facts are in others. */
  exclusive?: readonly (readonly string[])[]
}

/** The codec of a schema under facts, all in the words of one route. What the facts say was checked before. */
export function codecOf(schema: TSchema, facts: readonly MemberFact[], options: CodecOptions = {}): Codec {
  const plan = planRecord(schema, facts, options)
  const start: Place = {
    ours: [],
    wire: (plan.root.place?.steps ?? []).map(({ name }) => name),
    schema,
    plan: plan.root,
    tags: [],
    branch: '',
  }
  // A refusal names the list of a value, or the value in it.
  const lists = plan.places.flatMap((each) => (each.plan?.list && 'listed' in each.plan.list ? [listOf(each)] : []))
  const places = [start, ...plan.places, ...lists]
  // A name of a query may hold brackets and points.
  const partsOf = (path: string) => (options.isQuery ? [path] : (path.match(PARTS) ?? []))
  return {
    toWire: (ours) => encodeRecord(plan, ours),
    fromWire: (wire, unknown) => decodeRecord(plan, wire, unknown),
    pathToWire: (path) => translate(partsOf(path), places, 'ours', 'wire') ?? path,
    pathFromWire: (path) => translate(partsOf(path), places, 'wire', 'ours') ?? path,
    lacks: (path) => isGone(plan.root, stepsOf(path)),
    places: (path) => findPlan(plan.root, stepsOf(path))?.place !== undefined,
    schemaToWire: (given) => recordSchema(plan, given),
    exclusive: options.exclusive ?? findExclusive(facts),
    single: facts.filter(({ list }) => list && 'single' in list).map(({ steps }) => pathText(steps)),
  }
}

function listOf(place: Place): Place {
  return { ...place, wire: place.wire.slice(0, -1) }
}

function findPlan(plan: Plan | undefined, [step, ...rest]: Steps): Plan | undefined {
  if (!plan || step === undefined) return plan
  return findPlan(step === '[]' ? plan.entry : plan.members.get(step), rest)
}

/** What is below an absent member is absent too. */
function isGone(root: Plan, steps: Steps): boolean {
  return steps.some((_, index) => {
    const plan = findPlan(root, steps.slice(0, index + 1))
    return plan?.gone === true && !plan.isOpen
  })
}

const PARTS = /\[\d+\]|[^.[\]]+(?:\[[^\]=]+=[^\]]*\])?/g

/** The path with its longest known start as the other side has it. */
function translate(
  parts: readonly string[],
  places: readonly Place[],
  from: 'ours' | 'wire',
  to: 'ours' | 'wire',
): string | undefined {
  const known = places.filter((place) => isBeginning(place[from], parts))
  const best = known.reduce<Place | undefined>((a, b) => (a && a[from].length >= b[from].length ? a : b), undefined)
  if (!best) return undefined
  const numbers = parts.filter((part, index) => index < best[from].length && part.startsWith('['))
  let next = 0
  const begun = best[to].map((step) => {
    if (step !== '[]') return step
    next += 1
    return numbers[next - 1] ?? '[0]'
  })
  return joined([...begun, ...parts.slice(best[from].length)])
}

function isBeginning(steps: Steps, parts: readonly string[]): boolean {
  return steps.length <= parts.length && steps.every((step, index) => isSame(step, parts[index]!))
}

function isSame(step: string, part: string): boolean {
  return step === '[]' ? part.startsWith('[') : step === part
}

function joined(parts: readonly string[]): string {
  return parts.reduce((path, part) => (part.startsWith('[') || path === '' ? path + part : `${path}.${part}`), '')
}

function findExclusive(facts: readonly MemberFact[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const { steps, name, tag, list } of facts) {
    if (!(tag || (list && 'in' in list)) || typeof name !== 'string') continue
    const place = `${steps.slice(0, -1).join('.')} ${name}`
    groups.set(place, [...(groups.get(place) ?? []), steps.join('.')])
  }
  return [...groups.values()].filter((members) => members.length > 1)
}
