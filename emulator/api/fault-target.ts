import type { FaultMatch } from '../../src/contract/control/faults.js'
import { memberSchemas, type TSchema } from '../../src/contract/schema.js'
import { toClassic } from '../../src/contract/vocabulary.js'
import type { RoutedCall } from '../core/call.js'
import { type FaultTarget, needsBody } from '../rules/fault-match.js'
import type { UnparsedBody } from './idempotency.js'

/** What is sent besides the query, received when it is first asked for. */
export type ReceivePayload = () => Promise<UnparsedBody | undefined>

/** What a fault that is aimed like this has to know of a request; its body is read only where that decides. */
export async function targetOf(call: RoutedCall, match: FaultMatch, receive: ReceivePayload): Promise<FaultTarget> {
  const { path, key } = call
  const body = needsBody(match) ? await readBody(receive) : undefined
  return {
    paths: [path, path.slice(call.match.mount.length)],
    keyId: key?.id,
    sourceIds: sourceIdsOf(call, body),
    body,
  }
}

/** The JSON of a request, or the parts of a form; undefined for what the steps to come refuse. */
async function readBody(receive: ReceivePayload): Promise<unknown> {
  try {
    return (await receive())?.parse()
  } catch {
    return undefined
  }
}

/** The sources that path, query and body name, whatever they are called on this wire. */
function sourceIdsOf({ match, search, service }: RoutedCall, body: unknown): string[] {
  const { id, route, params } = match
  const { contract } = service.settings
  const row = contract.rowOf(id)
  const sourceIn = (slot: 'query' | 'body', schema: TSchema | undefined, raw: unknown) => {
    if (!memberSchemas(schema) || typeof raw !== 'object') return undefined
    const members = contract.codecOf(id, slot, route.words)?.fromWire(raw) ?? raw
    return (toClassic(schema, members) as { survey_id?: unknown } | null)?.survey_id
  }
  const named = [
    ...Object.entries(row.inPath ?? {}).map(([part, member]) => member === 'survey_id' && params[part]),
    sourceIn('query', row.query, Object.fromEntries(search)),
    sourceIn('body', row.body, body),
  ]
  return named.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
}
