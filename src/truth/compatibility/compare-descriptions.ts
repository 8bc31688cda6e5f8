import { isObject, type JsonObject } from '../../base/is-object.js'
import { compareOperation } from './compare-operations.js'
import { compareSchemas } from './compare-schemas.js'
import { type DescriptionPlace, type Difference, differ } from './difference.js'
import {
  type DescribedOperation,
  findMoved,
  operationsOf,
  pairOperations,
  schemaOf,
  withoutMount,
} from './operations.js'

/**
 * How a description of the service differs from the expected one, by operation and field. Breaking is what something of this client
 * goes wrong by: a member it needs is gone, named otherwise or of another type, or a request of it would be refused (VER-7 to
 * VER-10). What it can do without, additions, and fewer kinds of answers are not.
 */
export function compareDescriptions(expected: JsonObject, actual: JsonObject): Difference[] {
  const before = operationsOf(expected)
  const after = operationsOf(actual)
  const known = new Set([...before.keys()].flatMap((name) => [name, withoutMount(name)]))
  const isKnown = (name: string) => known.has(name) || known.has(withoutMount(name))
  const unknown = new Map([...after].filter(([name]) => !isKnown(name)))
  const pairs = pairOperations(before, after)
  const moved = new Map(
    [...before.keys()].filter((name) => !pairs.has(name)).map((name) => [name, findMoved(unknown, name)]),
  )
  const fresh = [...unknown].filter(([, operation]) => ![...moved.values()].includes(operation))
  return [
    ...compareVersions(expected, actual),
    ...[...before].flatMap(([name, operation]) => {
      const found = pairs.get(name)
      const place = placeOf(operation)
      if (found) return compareOperation(operation, found, place, { expected, actual })
      // Descriptions seldom list themselves, and this client asks for this one where it is.
      if (operation.id === 'getOpenapi') return []
      const there = moved.get(name)
      if (!there) return [differ(place, 'removed', true, 'the operation was removed')]
      return [
        differ(place, 'renamed', true, `moved to ${there.name}`),
        ...compareOperation(operation, there, place, { expected, actual }),
      ]
    }),
    ...fresh.map(([, operation]) => differ(placeOf(operation), 'added', false, 'the operation is new')),
    ...compareEvents(expected, actual),
  ]
}

function placeOf({ name, assumed, unused, id }: DescribedOperation): DescriptionPlace {
  return { operation: name, field: '', direction: 'response', assumed, unused, id }
}

function compareVersions(expected: JsonObject, actual: JsonObject): Difference[] {
  const major = ({ info }: JsonObject) => (isObject(info) ? String(info.version ?? '') : '').split('.')[0]!
  if (major(expected) === major(actual)) return []
  const place: DescriptionPlace = { operation: 'info', field: 'version', direction: 'response', assumed: false }
  return [differ(place, 'version', true, `major version was ${major(expected)}, is ${major(actual) || 'not named'}`)]
}

/** Webhook events, where the description has them at all. */
function compareEvents(expected: JsonObject, actual: JsonObject): Difference[] {
  const [before, after] = [expected.webhooks, actual.webhooks]
  if (!isObject(before) || !isObject(after)) return []
  const bodyOf = (event: unknown) => {
    const post = isObject(event) && isObject(event.post) ? event.post : {}
    return isObject(post.requestBody) ? schemaOf(post.requestBody) : undefined
  }
  const at = (name: string): DescriptionPlace => ({
    operation: `event ${name}`,
    field: '',
    direction: 'response',
    assumed: false,
  })
  const known = Object.entries(before).flatMap(([name, event]) => {
    if (!Object.hasOwn(after, name)) return [differ(at(name), 'removed', true, 'the event was removed')]
    const pair = {
      expected: { root: expected, schema: bodyOf(event) },
      actual: { root: actual, schema: bodyOf(after[name]) },
    }
    return compareSchemas(pair, at(name))
  })
  const fresh = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  return [...known, ...fresh.map((name) => differ(at(name), 'added', false, 'the event is new'))]
}
