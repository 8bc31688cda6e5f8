import type { Client } from '../../client/client-types.js'
import { eachSource } from '../../client/each-group.js'
import type { QueryOf } from '../../contract/operations/index.js'
import { notFoundFailure, requireGroupByReference, requireSourceByReference } from '../../listings/find-target.js'
import type { Row } from '../../output/outcome.js'
import { Failure } from '../../terminal/failure.js'

type Query = Partial<NonNullable<QueryOf<'listFeedback'>>>

/**
 * The items; where there is none, refuses a group, source or field that no one has (`NOT_FOUND`): it would look as if it were empty.
 * Looked up only then, so that a listing costs no request more.
 */
export async function* orUnknownTarget(items: AsyncIterable<Row>, client: Client, query: Query): AsyncGenerator<Row> {
  let isEmpty = true
  for await (const item of items) {
    isEmpty = false
    yield item
  }
  if (isEmpty) await requireKnown(client, query).catch(unlessUnanswered)
}

async function requireKnown(client: Client, query: Query): Promise<void> {
  const { survey_series_id: group, survey_id: source, question_id: field } = query
  if (source !== undefined) await requireSourceByReference(client, String(source), group && String(group))
  else if (group !== undefined) await requireGroupByReference(client, String(group))
  if (field === undefined) return
  for await (const each of eachSource(client)) {
    if (each.source.questions.some(({ question_id: id }) => id === field)) return
  }
  throw notFoundFailure('field', String(field), [], '`inpk sources show SOURCE` lists them.')
}

/** A service that lists nothing to this key still said that there are no items. */
function unlessUnanswered(error: unknown): void {
  if (error instanceof Failure && error.code === 'NOT_FOUND') throw error
}
