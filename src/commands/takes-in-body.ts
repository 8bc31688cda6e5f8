import type { Client } from '../client/client-types.js'
import { ServiceError, UnexpectedResponseError, WrongHostError } from '../client/errors.js'
import type { Row } from '../output/outcome.js'
import { declaresMember } from '../truth/compatibility/declares-member.js'

/**
 * Whether a service is known to take a member in the body of an operation, by a fact, which outranks its description, or by that. What
 * can't be undone must not depend on any other: most services ignore a member that they do not know. `member`: in recommended words.
 */
export async function takesInBody(
  client: Client,
  operation: 'eraseFeedback' | 'sendInvites',
  member: string,
): Promise<boolean> {
  const contract = await client.contract()
  const codec = contract.codecOf(operation, 'body', 'recommended')
  if (codec?.places(member)) return true
  if (codec?.lacks(member)) return false
  const [{ method, path, mounts = [] }] = contract.rowOf(operation).routes
  try {
    const { raw } = await client.call('getOpenapi')
    return declaresMember(raw as Row, `${method} ${path}`, member, mounts[0])
  } catch (error) {
    const isUnreadable = [ServiceError, WrongHostError, UnexpectedResponseError].some((kind) => error instanceof kind)
    if (isUnreadable) return false
    throw error
  }
}
