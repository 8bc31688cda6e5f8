import { isObject } from '../../base/is-object.js'
import { lastMade } from '../../base/last-made.js'
import { perObject } from '../../base/per-object.js'
import type { Codec } from '../../contract/facts/codec.js'
import type { Contract } from '../../contract/facts/contract.js'
import { timeTypeOf } from '../../contract/facts/scalars.js'
import { memberPath } from '../../contract/vocabulary.js'
import type { WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import { assumptionAt, ownShape } from './match/slots.js'
import { payloadOf } from './probe/probe-requests.js'
import type { FoundRoute } from './routes.js'
import type { Verdict } from './verdicts.js'

/** A member that an answer has in no form of ours when it is read by the facts that were found. */
interface Misread {
  id: string
  /** Its path in a fact about the assumption; empty for the node of the assumption itself. */
  below: string
  /** From the root of the answer. */
  path: string
  /** What is there instead. */
  is: string
}

/**
 * The verdicts without what the evidence itself refutes: every answer that was seen is read by the facts that were found in it, and
 * a fact that leads to a value its member cannot have is none. This looks at no name and no score, so that it finds what
 * matching got wrong, whatever the reason. The very same verdicts if there is none.
 */
export function withoutMisread(verdicts: Verdict[], contract: Contract, found: readonly FoundRoute[]): Verdict[] {
  const misread = found.flatMap((each) => misreadIn(contract, each))
  const left = verdicts.map((verdict) =>
    misread.filter(({ id }) => id === verdict.id).reduce((known, each) => withoutPart(known, each), verdict),
  )
  return left.some((each, index) => each !== verdicts[index]) ? left : verdicts
}

function withoutPart(verdict: Verdict, { below, path, is }: Misread): Verdict {
  const { fact, ...rest } = verdict
  if (!fact) return verdict
  const left = Object.entries(fact).flatMap(([part, value]): [string, unknown][] => {
    if (below === '') return OF_NODE.includes(part) ? [] : [[part, value]]
    if (!OF_MEMBERS.includes(part) || !isObject(value)) return [[part, value]]
    const others = Object.entries(value).filter(([member]) => !isWithin(member, below))
    return others.length === 0 ? [] : [[part, Object.fromEntries(others)]]
  })
  const isLess = JSON.stringify(Object.fromEntries(left)) !== JSON.stringify(fact)
  if (!isLess) return verdict
  const candidates = [...verdict.candidates, `${path}: what was found there is ${is}, which it can't be`]
  if (left.length === 0) return { ...rest, state: 'ambiguous', candidates }
  return { ...rest, fact: Object.fromEntries(left), candidates }
}

const OF_NODE: readonly string[] = ['name', 'otherwise', 'type', 'words', 'flags', 'list', 'tag']
const OF_MEMBERS: readonly string[] = ['names', 'otherwise', 'types', 'words', 'flags', 'lists', 'tags']

function isWithin(member: string, below: string): boolean {
  return member === below || member.startsWith(`${below}.`) || member.startsWith(`${below}[]`)
}

/** Each member once, with the first value that it cannot have. Read again only by a codec that says something else. */
function misreadIn(contract: Contract, found: FoundRoute): Misread[] {
  const { operation, route, wire } = found
  const codec = contract.codecOf(operation, 'result', route.words)
  return lastRead(wire)(`${operation} ${route.words}`, [codec], () => readAnswers(contract, found))
}

const lastRead = perObject((_: WireOperation) => lastMade<Codec | undefined, Misread[]>())

function readAnswers(contract: Contract, { operation, route, wire }: FoundRoute): Misread[] {
  const shape = ownShape(operation, 'result')
  const known = new Map<string, Misread>()
  if (!shape) return []
  for (const exchange of wire.exchanges) {
    if (exchange.status >= 300 || exchange.responseBody === undefined) continue
    for (const { path, is } of misfits(shape, payloadOf(contract, operation, exchange, route.words), '')) {
      const covering = assumptionAt('result', operation, path)
      if (covering && !known.has(path)) known.set(path, { ...covering, path, is })
    }
  }
  return [...known.values()]
}

function misfits(shape: Shape, value: unknown, path: string): { path: string; is: string }[] {
  if (value === null || value === undefined) return []
  if (shape.kind === 'scalar') {
    const is = otherThan(shape, value)
    return is === undefined ? [] : [{ path, is }]
  }
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return isObject(value) ? [] : [{ path, is: describeValue(value) }]
    return value.flatMap((entry) => misfits(shape.entry, entry, `${path}[]`))
  }
  if (shape.kind !== 'object') return []
  if (!isObject(value)) return [{ path, is: describeValue(value) }]
  return Object.entries(shape.members).flatMap(([name, member]) =>
    misfits(member.shape, Object.hasOwn(value, name) ? value[name] : undefined, memberPath(path, name)),
  )
}

/** What a value is that no reading makes one of ours; an identifier may be a number. */
function otherThan({ types, format }: Extract<Shape, { kind: 'scalar' }>, value: unknown): string | undefined {
  if (typeof value === 'object') return describeValue(value)
  const isNumber = types.includes('integer') || types.includes('number')
  if (isNumber && !types.includes('string') && typeof value === 'string' && Number.isNaN(Number(value))) {
    return describeValue(value)
  }
  const isTime = format === 'date-time' && typeof value === 'string'
  return isTime && timeTypeOf(value) === undefined && Number.isNaN(Date.parse(value)) ? describeValue(value) : undefined
}

const SHOWN = 40

function describeValue(value: unknown): string {
  return Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : JSON.stringify(value).slice(0, SHOWN)
}
