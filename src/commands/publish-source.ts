import type { Answer, Client } from '../client/client-types.js'
import { ServiceError } from '../client/errors.js'
import type { ResultOf } from '../contract/operations/index.js'
import { findDespite } from '../listings/find-listed.js'
import { publicationOf } from '../listings/find-target.js'
import { ExplainedError, Failure } from '../terminal/failure.js'

type Published = Pick<Answer<ResultOf<'publishSource'>>, 'payload' | 'worded'>

/**
 * Publishes a source. The interface promises nothing in the answer, so of one without content, or with other members, what
 * happened to the source is read from the listing; so it is where the service refuses it, which may mean that it is published. Rejects if it is still a draft (`NOT_PUBLISHED`), or not seen there.
 */
export async function publishSource(client: Client, id: string, groupId?: string): Promise<Published> {
  try {
    return await client.call('publishSource', { body: await publicationOf(client, id, groupId) })
  } catch (error) {
    const listed = await findDespite(error, client, id, groupId)
    if (listed?.mode === 'EDITING') throw stillDraft()
    if (listed?.mode !== 'ACCESSIBLE')
      throw new ExplainedError(error, 'It is not known whether the source is published.')
    const isRefused = error instanceof ServiceError
    const source = { ...listed, ...(isRefused && { already_published: true }) }
    return { payload: source as Published['payload'], worded: source }
  }
}

/** The failure for a source that is a draft although it was published. */
export function stillDraft(): Failure {
  return new Failure({
    exit: 'failure',
    code: 'NOT_PUBLISHED',
    message: 'the service accepted the request, but the source is still a draft',
    hint: '`inpk sources list` shows its state.',
  })
}
