import type { Client } from '../client/client-types.js'
import { isMissing } from '../client/gaps.js'
import type { OperationId } from '../contract/operations/index.js'

/**
 * Refuses an answer to a write that does not say what was made: that is done, and a script would continue with no identifier.
 * Nothing is refused where facts say that the service tells none. Rejects with `UnexpectedResponseError`.
 */
export async function requireMade<T extends object>(
  client: Client,
  id: OperationId,
  payload: T,
  member: keyof T & string,
): Promise<void> {
  if (!isMissing(payload, member)) return
  const codec = (await client.contract()).codecOf(id, 'result', 'classic')
  // Reading it refuses it, and names it as the service does.
  if (!codec?.lacks(member)) void payload[member]
}
