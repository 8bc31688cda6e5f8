import type { Client } from '../../client/client-types.js'
import { eachSource } from '../../client/each-group.js'
import { isIdentifier, notFoundFailure } from '../../listings/find-by-name.js'
import { requireGroupByReference, requireSourceByReference } from '../../listings/find-target.js'
import type { Row } from '../../output/outcome.js'
import { Failure } from '../../terminal/failure.js'

/** What items were asked of, as it was typed. */
interface Asked {
  group?: string | undefined
  source?: string | undefined
  field?: string | undefined
}

/**
 * The items; where there is none, refuses a group, source or field that no one has (`NOT_FOUND`): it would look as if it were empty.
 * Looked up only then, and only by identifiers, so that a listing costs no request more: names were looked up before.
 */
export async function* orUnknownTarget(items: AsyncIterable<Row>, client: Client, asked: Asked): AsyncGenerator<Row> {
  let isEmpty = true
  for await (const item of items) {
    isEmpty = false
    yield item
  }
  if (isEmpty) await requireKnown(client, asked).catch(unlessUnanswered)
}

async function requireKnown(client: Client, { group, source, field }: Asked): Promise<void> {
  if (source !== undefined && isIdentifier(source)) await requireSourceByReference(client, source, group)
  else if (source === undefined && group !== undefined && isIdentifier(group))
    await requireGroupByReference(client, group)
  if (field === undefined) return
  for await (const each of eachSource(client)) {
    if (each.source.questions.some(({ question_id: id }) => id === field)) return
  }
  throw notFoundFailure('field', field, [], '`inpk sources show SOURCE` lists them.')
}

/** A service that lists nothing to this key still said that there are no items. */
function unlessUnanswered(error: unknown): void {
  if (error instanceof Failure && error.code === 'NOT_FOUND') throw error
}
