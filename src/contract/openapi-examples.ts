import { isObject, type JsonObject } from '../base/is-object.js'
import type { ErrorCode, ErrorEnvelope } from './errors.js'
import RECORDED from './openapi-examples.json' with { type: 'json' }
import type { Operation, Route } from './operation.js'
import { type OperationId, rowOf } from './operations/index.js'
import type { ServiceDescription } from './service-description.js'

/** What was sent and answered by each route, by its name; `npm run record` records it from an emulator. */
export interface RecordedExamples {
  routes: Record<string, { body?: unknown; results: Record<string, unknown> }>
  errors: Partial<Record<ErrorCode, ErrorEnvelope>>
}

const EXAMPLES = RECORDED as unknown as RecordedExamples

/** The example of a request body, as the `examples` of a media type; none if nothing was recorded, or can be sent. */
export function bodyExamples(row: Operation, route: Route, service: ServiceDescription): JsonObject {
  const body = EXAMPLES.routes?.[route.name ?? row.id]?.body
  const value = body === undefined ? undefined : service.example(row, 'body', route.words, body)
  return value === undefined ? {} : { examples: { recorded: { value } } }
}

/** The example of a success payload, as `wrap` puts it into a body. */
export function resultExamples(
  { row, route, place, wrap }: { row: Operation; route: Route; place: number; wrap(payload: unknown): unknown },
  service: ServiceDescription,
): JsonObject {
  const known = recordedAt(row, route, place).map(([name, result]): [string, JsonObject] => {
    return [name, { value: wrap(service.example(row, 'result', route.words, result)) }]
  })
  return known.length === 0 ? {} : { examples: Object.fromEntries(known) }
}

/**
 * The examples of a success by name, which were recorded with the statuses that we have: `place` says which success it is. Where a
 * service has one status for both, it has both examples.
 */
function recordedAt(row: Operation, route: Route, place: number): [name: string, result: unknown][] {
  const { statuses, otherwise }: Operation = rowOf(row.id as OperationId)
  const results = EXAMPLES.routes?.[route.name ?? row.id]?.results
  const [own, other] = statuses.map((status) => results?.[status])
  const isBoth = statuses.length > 1 && row.statuses.length === 1
  // Where we have one status for both, the first was recorded.
  const another = statuses.length === 1 && isObject(own) && otherwise && { ...own, [otherwise.member]: otherwise.value }
  const found: [string, unknown][] = [
    ['recorded', place === 0 ? own : (other ?? another)],
    [otherwise?.name ?? 'other', isBoth ? other : undefined],
  ]
  return found.filter(([, result]) => result !== undefined)
}

/** References to the examples of errors, by the codes of this service. */
export function errorExamples(codes: readonly ErrorCode[], service: ServiceDescription): JsonObject {
  const known = codes.filter((code) => EXAMPLES.errors?.[code])
  if (known.length === 0) return {}
  const entries = known.map((code) => [service.refusal(code).code, { $ref: `#/components/examples/${code}` }])
  return { examples: Object.fromEntries(entries) }
}

/** The examples that responses refer to. */
export function errorExampleComponents(service: ServiceDescription): JsonObject {
  const entries = Object.entries(EXAMPLES.errors ?? {}).map(([name, { error }]) => {
    const { code } = service.refusal(name as ErrorCode)
    return [name, { value: { error: { ...error, code } } }]
  })
  return Object.fromEntries(entries)
}
