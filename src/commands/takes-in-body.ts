import type { Client } from '../client/client-types.js'
import { ServiceError, UnexpectedResponseError, WrongHostError } from '../client/errors.js'
import type { Row } from '../output/outcome.js'
import { declaresMember } from '../truth/compatibility/declares-member.js'

/**
 * Whether a service is known to take a member in the body of an operation, by a fact, which outranks its description, or by that. What
 * can't be undone must not depend on any other: most services ignore a member that they do not know. Only a fact says that it surely
 * takes none: then the client refuses to send it. `member`: in recommended words.
 */
export async function takesInBody(
  client: Client,
  operation: 'eraseFeedback' | 'sendInvites',
  member: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const contract = await client.contract()
  const codec = contract.codecOf(operation, 'body', 'recommended')
  if (codec?.places(member)) return 'yes'
  if (codec?.lacks(member)) return 'no'
  const [{ method, path, mounts = [] }] = contract.rowOf(operation).routes
  try {
    const { raw } = await client.call('getOpenapi')
    return declaresMember(raw as Row, `${method} ${path}`, member, mounts[0]) ? 'yes' : 'unknown'
  } catch (error) {
    const isUnreadable = [ServiceError, WrongHostError, UnexpectedResponseError].some((kind) => error instanceof kind)
    if (isUnreadable) return 'unknown'
    throw error
  }
}
