import type { Client } from '../client/client-types.js'
import { eachSource, type SourceRecord } from '../client/each-group.js'

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
