import { isObject } from '../../../base/is-object.js'
import { type LastMade, lastMade } from '../../../base/last-made.js'
import { perObject } from '../../../base/per-object.js'
import { MOUNTS, type Operation, type Route } from '../../../contract/operation.js'
import { OPERATION_IDS, rowOf } from '../../../contract/operations/index.js'
import { withoutWrappers } from './envelope.js'
import { isDescribed, type Provenance, type SeenExchange, type WireOperation } from './evidence.js'
import { type Form, shapeOfForm } from './form.js'
import { eitherMember, eitherShape } from './merge-shapes.js'
import { withOneSided } from './one-sided.js'
import { ANY, DEEPEST, isScalarType, type Member, type Shape } from './shape.js'

/**
 * The operations that recorded traffic shows. A path belongs to one that a description has, else to one that the interface shows
 * under any prefix, else its parts that look like identifiers vary. `kept`: those of the same traffic before it went on.
 */
export function seenOperations(
  exchanges: readonly SeenExchange[],
  described: readonly WireOperation[],
  from: Provenance,
  kept: LastMade<SeenExchange, WireOperation> = lastMade(),
): WireOperation[] {
  const byAddress = new Map<string, SeenExchange[]>()
  for (const exchange of withoutWrappers(exchanges)) {
    const path = templates(described)(exchange)
    const address = `${exchange.method} ${path}`
    byAddress.set(address, [...(byAddress.get(address) ?? []), exchange])
  }
  return [...byAddress].map(([address, seen]) => kept(address, seen, () => readOperation(address, seen, from)))
}

function readOperation(address: string, seen: readonly SeenExchange[], from: Provenance): WireOperation {
  const [method = '', path = ''] = address.split(' ')
  return {
    method,
    path,
    ...requestsOf(seen.filter(({ status }) => !isRefused(status))),
    results: answersOf(seen, (status) => status >= 200 && status < 300),
    errors: answersOf(seen, (status) => status >= 400),
    described: { query: false, body: false, result: false },
    from: [from],
    exchanges: seen.map((each) => ({ ...each, seenIn: from.from })),
  }
}

/** Whether a request was refused for what it sent: nothing says that the service has such members. */
const isRefused = (status: number) => status === 400 || status === 415 || status === 422

/** What requests send. */
function requestsOf(seen: readonly SeenExchange[]): Pick<WireOperation, 'query' | 'body'> {
  const bodies = seen.flatMap(({ requestBody, isForm }) => {
    if (requestBody === undefined) return []
    return [isForm ? shapeOfForm(requestBody as Form) : shapeOfValue(requestBody)]
  })
  return { query: queryOf(seen), ...(bodies.length > 0 ? { body: bodies.reduce(eitherMember) } : {}) }
}

function queryOf(seen: readonly SeenExchange[]): Record<string, Member> {
  const found: Record<string, Member> = {}
  for (const { query } of seen) {
    for (const [name, value] of Object.entries(query)) {
      const member = { ...shapeOfValue(value), required: false }
      const known = Object.hasOwn(found, name) ? found[name] : undefined
      found[name] = known ? eitherMember(known, member) : member
    }
  }
  return found
}

function answersOf(
  seen: readonly SeenExchange[],
  isWanted: (status: number) => boolean,
): Record<string, Member | undefined> {
  const found: Record<string, Member | undefined> = {}
  for (const { status, responseBody } of seen) {
    if (!isWanted(status)) continue
    const member = responseBody === undefined ? undefined : shapeOfValue(responseBody)
    const known = found[status]
    found[status] = known && member ? eitherMember(known, member) : (member ?? known)
  }
  return found
}

/** The paths of operations that exchanges are of, beside what is described. */
const templates = perObject((described: readonly WireOperation[]) =>
  perObject((exchange: SeenExchange) => templateOf(exchange, described)),
)

function templateOf({ method, path }: SeenExchange, described: readonly WireOperation[]): string {
  const fits = described.filter((wire) => wire.method === method && fitsTemplate(path, wire.path))
  const exact = [...fits].sort((a, b) => partsOf(a.path) - partsOf(b.path))[0]
  if (exact) return exact.path
  return shownTemplate(method, path) ?? path.split('/').map(guessedPart).join('/')
}

const partsOf = (template: string) => template.split('{').length

/** Whether a path is one of a template; `{parts}` stand for one part each. */
function fitsTemplate(path: string, template: string): boolean {
  const [parts, wanted] = [path.split('/'), template.split('/')]
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => (/^\{.*\}$/.test(part) ? parts[at] !== '' : part === parts[at]))
  )
}

/** The path of one of our routes under its prefix: what the interface shows, with its parts that vary. */
function shownTemplate(method: string, path: string): string | undefined {
  const routes = OPERATION_IDS.flatMap((id): readonly Route[] => (rowOf(id) as Operation).routes).filter(
    (route) => route.method === method && !route.assumed,
  )
  const parts = path.split('/')
  const found = routes
    .map((route) => ({ route, length: route.path.split('/').length - 1 }))
    .filter(({ route, length }) => fitsTemplate(`/${parts.slice(-length).join('/')}`, route.path))
    .sort((a, b) => partsOf(a.route.path) - partsOf(b.route.path) || b.length - a.length)[0]
  if (!found) return undefined
  const prefix = parts.slice(0, parts.length - found.length).join('/')
  const isKnown = (MOUNTS as readonly string[]).includes(prefix)
  return isKnown || !prefix.split('/').some(isIdentifier) ? prefix + found.route.path : undefined
}

function guessedPart(part: string): string {
  return isIdentifier(part) ? '{id}' : part
}

/** A number, a UUID, or letters with digits among them: no word of a path. `v1` is one, and `upload_v2`. */
function isIdentifier(part: string): boolean {
  return /\d/.test(part) && !/^([a-z]+[_-])*v\d+$/.test(part)
}

/** The operations of several kinds of evidence as one table: those of one method and path together. `kept`: the last ones. */
export function mergeOperations(
  all: readonly WireOperation[],
  kept: LastMade<WireOperation, WireOperation> = lastMade(),
): WireOperation[] {
  const found = new Map<string, WireOperation[]>()
  for (const each of all) {
    const address = `${each.method} ${each.path}`
    found.set(address, [...(found.get(address) ?? []), each])
  }
  return [...found].map(([address, parts]) => kept(address, parts, () => mergeParts(parts)))
}

function mergeParts(parts: readonly WireOperation[]): WireOperation {
  const whole = parts.reduce(mergeTwo)
  const described = parts.filter(isDescribed)
  const seen = parts.filter(({ exchanges }) => exchanges.length > 0)
  if (described.length === 0 || seen.length === 0) return whole
  const own = seen.reduce(mergeTwo)
  const taken = own.exchanges.filter(({ status }) => status < 300)
  const seenTaken = taken.length === own.exchanges.length ? own : { ...own, body: undefined, ...requestsOf(taken) }
  return withOneSided(whole, described.reduce(mergeTwo), seenTaken)
}

type Answers = WireOperation['results']

function mergeTwo(a: WireOperation, b: WireOperation): WireOperation {
  const body = a.body && b.body ? describedFirst(a.body, b.body) : (a.body ?? b.body)
  const both = (x: Answers, y: Answers) => {
    const names = [...new Set([...Object.keys(x), ...Object.keys(y)])]
    return Object.fromEntries(
      names.map((name) => [name, x[name] && y[name] ? describedFirst(x[name]!, y[name]!) : (x[name] ?? y[name])]),
    )
  }
  return {
    ...a,
    query: both(a.query, b.query) as Record<string, Member>,
    ...(body ? { body } : {}),
    results: both(a.results, b.results),
    errors: both(a.errors, b.errors),
    headers: [...new Set([...(a.headers ?? []), ...(b.headers ?? [])])],
    refusals: [...(a.refusals ?? []), ...(b.refusals ?? [])],
    described: {
      query: a.described.query || b.described.query,
      body: a.described.body || b.described.body,
      result: a.described.result || b.described.result,
    },
    from: [...a.from, ...b.from],
    exchanges: [...a.exchanges, ...b.exchanges],
  }
}

/** What was seen beside what is described: the description says what is required, the values say what is there. */
function describedFirst(described: Member, seen: Member): Member {
  const { shape, ...member } = eitherMember(described, seen)
  return { ...member, shape: requiredAs(described.shape, shape), required: described.required }
}

/** A shape with what a description requires of its records: what was refused may have been sent without. */
function requiredAs(described: Shape, shape: Shape): Shape {
  if (described.kind === 'list' && shape.kind === 'list')
    return { ...shape, entry: requiredAs(described.entry, shape.entry) }
  if (described.kind !== 'object' || shape.kind !== 'object') return shape
  const members = Object.entries(shape.members).map(([name, member]): [string, Member] => {
    const known = Object.hasOwn(described.members, name) ? described.members[name] : undefined
    if (!known) return [name, member]
    return [name, { ...member, shape: requiredAs(known.shape, member.shape), required: known.required }]
  })
  return { ...shape, members: Object.fromEntries(members) }
}

/** The shape of a value that was seen. */
export function shapeOfValue(value: unknown): Member {
  if (value === null || value === undefined) return { shape: ANY, required: true, nullable: value === null }
  const shape = typeof value === 'object' ? wholeShape(value) : valueShape(value, 0)
  return { shape, required: true, nullable: false }
}

/** The shapes of whole bodies: what was seen is read again, with more of its kind, by each who learns. */
const wholeShape = perObject((value: object) => valueShape(value, 0))

function valueShape(value: unknown, depth: number): Shape {
  if (value instanceof Uint8Array) return { kind: 'scalar', types: ['string'], format: 'binary', seen: [] }
  if (depth > DEEPEST) return ANY
  if (Array.isArray(value)) {
    return {
      kind: 'list',
      entry: value.map((each) => (each === null ? ANY : valueShape(each, depth + 1))).reduce(eitherShape, ANY),
    }
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, each]): [string, Member] => [
      name,
      each === null
        ? { shape: ANY, required: true, nullable: true }
        : { shape: valueShape(each, depth + 1), required: true, nullable: false },
    ])
    return { kind: 'object', members: Object.fromEntries(members) }
  }
  const type = typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
  return isScalarType(type) ? { kind: 'scalar', types: [type], seen: [value] } : ANY
}
