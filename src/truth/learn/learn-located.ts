import type { Operation } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { memberSchemas } from '../../contract/schema.js'
import type { Finding } from './findings.js'
import { assumptionAt } from './match/slots.js'
import type { FoundRoute } from './routes.js'

/** Whether an operation that makes a record answers with nothing but where that is: `201`, a `Location` and no body. */
export function saysPlaceAlone({ operation, wire }: FoundRoute): boolean {
  const { located, result }: Operation = rowOf(operation)
  const isSaid = Object.values(wire.results).some((each) => each !== undefined)
  if (!located || !memberSchemas(result) || isSaid) return false
  const done = wire.exchanges.filter(({ status }) => status < 300)
  const isSeen = done.every((each) => each.responseBody === undefined && each.responseHeaders.location !== undefined)
  return isSeen && (done.length > 0 || (wire.headers ?? []).includes('location'))
}

/** That the answer to it has no member of ours, as far as the interface leaves that open. */
export function nothingSaid(operation: OperationId): Finding[] {
  const members = Object.keys(memberSchemas(rowOf(operation).result) ?? {})
  return members.flatMap((path): Finding[] => {
    const covering = assumptionAt('result', operation, path)
    if (!covering) return []
    const fact = covering.below === '' ? { name: null } : { names: { [covering.below]: null } }
    return [{ id: covering.id, state: 'contradicted', path, fact, isAbsent: true }]
  })
}
