import { isObject, type JsonObject } from '../../base/is-object.js'
import { inQuery, joinBody, WHOLE_BODY } from '../../contract/facts/body-places.js'
import type { Operation } from '../../contract/operation.js'
import { rowOf } from '../../contract/operations/index.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Member } from './evidence/shape.js'
import type { FoundRoute } from './routes.js'

/**
 * An operation of theirs with all that it takes in one body, named as facts place it: what ours takes in a body may stand in the query, or
 * be a file that is sent alone.
 */
export function withWholeBody(found: FoundRoute): FoundRoute {
  const row: Operation = rowOf(found.operation)
  if (!row.body || row.query || row.protocol) return found
  const wire = wholes.get(found.wire) ?? wholeOf(found.wire, row)
  wholes.set(found.wire, wire)
  return { ...found, wire }
}

/** Those that were made before: what is known of an operation is found again by it. */
const wholes = new WeakMap<WireOperation, WireOperation>()

function wholeOf(wire: WireOperation, row: Operation): WireOperation {
  const { body, query } = wire
  const isFile = row.media !== undefined && body?.shape.kind === 'scalar'
  const hasMembers = body === undefined || body.shape.kind === 'object'
  if (!isFile && (Object.keys(query).length === 0 || !hasMembers)) return wire
  const beside = { kind: 'object' as const, members: {}, ...(wire.described.query && { isListed: true as const }) }
  const own = body?.shape.kind === 'object' ? body.shape : beside
  const file: Record<string, Member> = isFile ? { [WHOLE_BODY]: { shape: FILE, required: true, nullable: false } } : {}
  const asked = Object.entries(query).map(([name, member]) => [inQuery(name), member])
  const members = { ...own.members, ...file, ...Object.fromEntries(asked) }
  return {
    ...wire,
    query: {},
    body: { required: true, nullable: false, ...body, shape: { ...own, members } },
    described: { ...wire.described, body: wire.described.body || (body === undefined && wire.described.query) },
    exchanges: wire.exchanges.map((each) => wholeExchange(each, row)),
  }
}

const FILE: Member['shape'] = { kind: 'scalar', types: ['string'], format: 'binary', seen: [] }

function wholeExchange(seen: SeenExchange, { media }: Operation): SeenExchange {
  const { requestBody, query } = seen
  const isFile = requestBody instanceof Uint8Array
  if (!isFile && requestBody !== undefined && !isObject(requestBody)) return seen
  const own: JsonObject = isFile ? { [WHOLE_BODY]: requestBody } : ((requestBody as JsonObject | undefined) ?? {})
  // A body of JSON is none, and may have its file as text.
  const isForm = media !== undefined && (isFile || requestBody === undefined)
  return { ...seen, query: {}, requestBody: joinBody(query, own), ...(isForm && { isForm }) }
}
