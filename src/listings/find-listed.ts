import type { Client } from '../client/client-types.js'
import { eachSource, type SourceRecord } from '../client/each-group.js'
import { ServiceError, UnexpectedResponseError } from '../client/errors.js'

/** A source as the listing has it, for what the answer to a write does not show. */
export async function findListed(
  client: Client,
  id: string,
  groupId: string | undefined,
): Promise<SourceRecord | undefined> {
  const query = { survey_id: id, ...(groupId === undefined ? {} : { survey_series_id: groupId }) }
  // A service may ignore the filter.
  for await (const { source } of eachSource(client, query)) if (String(source.survey_id) === id) return source
  return undefined
}

/** How a service may refuse to publish what is published, as one that publishes a source when it creates it does. */
const REFUSALS: readonly number[] = [400, 409, 422]

/**
 * A source as it is listed, where an error of publishing it does not say that it is a draft: the answer shows nothing of it, or it is refused
 * and the listing has it published. Rejects with the error otherwise.
 */
export async function findDespite(
  error: unknown,
  client: Client,
  id: string,
  groupId: string | undefined,
): Promise<SourceRecord | undefined> {
  const isRefused = error instanceof ServiceError && REFUSALS.includes(error.meant)
  if (!isRefused && !(error instanceof UnexpectedResponseError)) throw error
  const listed = await findListed(client, id, groupId)
  if (isRefused && listed?.mode !== 'ACCESSIBLE') throw error
  return listed
}
