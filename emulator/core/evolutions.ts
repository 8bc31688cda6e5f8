import { type OperationId, rowOf } from '../../src/contract/operations/index.js'
import type { Reply } from './exchange.js'
import { type ResponseMutation, withUnknownMembers } from './response-mutations.js'

/** Changes that need no new major version, so a client must cope with them (interface "Versioning"). */
export const EVOLUTIONS = ['unknown_fields', 'unknown_values', 'unknown_events'] as const
export type Evolution = (typeof EVOLUTIONS)[number]

const LATER = 'added_later'

/** What a future version makes of the answer of an operation; nothing for today's. */
export function evolutionMutations(evolution: Evolution | undefined, id: OperationId | undefined): ResponseMutation[] {
  if (id === undefined || rowOf(id).unwrapped) return []
  if (evolution === 'unknown_fields') return [withUnknownMembers]
  return evolution === 'unknown_values' ? [withUnknownValues] : []
}

/** A success whose words that only describe (types, reasons, kinds) are ones no version has yet (CLI-6). */
function withUnknownValues(reply: Reply): Reply {
  const isJson = reply.headers['Content-Type'] === 'application/json' && typeof reply.body === 'string'
  if (!isJson || reply.body === '' || reply.status >= 300) return reply
  return { ...reply, body: JSON.stringify(changed(JSON.parse(reply.body as string))) }
}

/** Not the words a client steers by, such as status or mode. */
const DESCRIBING = new Set(['type', 'feedback_type', 'tracking', 'reason', 'delivery_status', 'sentiment', 'kind'])

function changed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return name === 'webhook_events' ? [...value, LATER] : value.map((each) => changed(each))
  if (typeof value === 'string') return DESCRIBING.has(name) ? LATER : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, changed(entry, key)]))
}
