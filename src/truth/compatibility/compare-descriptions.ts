import { isObject } from '../../base/is-object.js'
import { compareEvents } from './compare-events.js'
import { compareOperation } from './compare-operations.js'
import { type Difference, differ, type Place } from './difference.js'
import { type DescribedOperation, findOperation, operationsOf, withoutMount } from './operations.js'

type Json = Record<string, unknown>

/**
 * How a description of the service differs from the expected one, by operation and field. Removed, tightened, narrowed, or another
 * success status breaks clients (VER-7 to VER-10); additions do not.
 */
export function compareDescriptions(expected: Json, actual: Json): Difference[] {
  const before = operationsOf(expected)
  const after = operationsOf(actual)
  const known = new Set([...before.keys()].flatMap((name) => [name, withoutMount(name)]))
  const fresh = [...after].filter(([name]) => !known.has(name) && !known.has(withoutMount(name)))
  return [
    ...compareVersions(expected, actual),
    ...[...before].flatMap(([name, operation]) => {
      const found = findOperation(after, name)
      const place = placeOf(operation)
      if (!found) return [differ(place, 'removed', true, 'the operation is gone')]
      return compareOperation(operation, found, place, { expected, actual })
    }),
    ...fresh.map(([, operation]) => differ(placeOf(operation), 'added', false, 'the operation is new')),
    ...compareEvents(expected, actual),
  ]
}

function placeOf({ name, assumed }: DescribedOperation): Place {
  return { operation: name, field: '', direction: 'response', assumed }
}

function compareVersions(expected: Json, actual: Json): Difference[] {
  const major = ({ info }: Json) => (isObject(info) ? String(info.version ?? '') : '').split('.')[0]!
  if (major(expected) === major(actual)) return []
  const place: Place = { operation: 'info', field: 'version', direction: 'response', assumed: false }
  return [differ(place, 'version', true, `major version was ${major(expected)}, is ${major(actual) || 'not named'}`)]
}
