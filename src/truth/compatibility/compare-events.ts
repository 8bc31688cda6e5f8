import { isObject } from '../../base/is-object.js'
import { compareSchemas } from './compare-schemas.js'
import { type Difference, differ, type Place } from './difference.js'
import { schemaOf } from './operations.js'

type Json = Record<string, unknown>

/** Webhook events, where the description has them at all. */
export function compareEvents(expected: Json, actual: Json): Difference[] {
  const [before, after] = [expected.webhooks, actual.webhooks]
  if (!isObject(before) || !isObject(after)) return []
  const bodyOf = (event: unknown) => {
    const post = isObject(event) && isObject(event.post) ? event.post : {}
    return isObject(post.requestBody) ? schemaOf(post.requestBody) : undefined
  }
  const at = (name: string): Place => ({ operation: `event ${name}`, field: '', direction: 'response', assumed: false })
  const known = Object.entries(before).flatMap(([name, event]) => {
    if (!Object.hasOwn(after, name)) return [differ(at(name), 'removed', true, 'the event is gone')]
    const pair = {
      expected: { root: expected, schema: bodyOf(event) },
      actual: { root: actual, schema: bodyOf(after[name]) },
    }
    return compareSchemas(pair, at(name))
  })
  const fresh = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  return [...known, ...fresh.map((name) => differ(at(name), 'added', false, 'the event is new'))]
}
