import type { JsonObject } from '../../base/is-object.js'
import { compareSchemas } from './compare-schemas.js'
import { type DescriptionPlace, type Difference, differ } from './difference.js'
import { STATUS_SHOWN } from './needs.js'
import type { DescribedOperation } from './operations.js'

/** The documents references lead into. */
interface Roots {
  expected: JsonObject
  actual: JsonObject
}

/** How an operation differs in parameters, body and success answers (VER-7 to VER-10). */
export function compareOperation(
  before: DescribedOperation,
  after: DescribedOperation,
  place: DescriptionPlace,
  roots: Roots,
): Difference[] {
  return [
    ...compareParameters(before, after, place, roots),
    ...compareBodies(before, after, place, roots),
    ...compareSuccesses(before, after, place, roots),
  ]
}

function compareParameters(
  before: DescribedOperation,
  after: DescribedOperation,
  place: DescriptionPlace,
  roots: Roots,
): Difference[] {
  const at = (name: string, assumed: boolean): DescriptionPlace => ({
    ...place,
    field: name,
    direction: 'request',
    assumed: place.assumed || assumed,
  })
  const gone = [...before.parameters].flatMap(([name, parameter]) => {
    const here = at(name, parameter['x-assumed'] === true)
    const other = after.parameters.get(name)
    // A header that no one reads does no harm; an interface that shows it promises more.
    const isMissed = !(here.assumed && name.startsWith('header '))
    if (!other) return [differ(here, 'removed', isMissed, 'was removed')]
    const mustNow = other.required === true && parameter.required !== true
    const pair = {
      expected: { root: roots.expected, schema: parameter.schema },
      actual: { root: roots.actual, schema: other.schema },
    }
    // All values of a query are text on the wire: an integer there and a string here are the same.
    const inner = compareSchemas(pair, here).filter(({ kind }) => kind !== 'type')
    return [...(mustNow ? [differ(here, 'required', true, 'is now required')] : []), ...inner]
  })
  const fresh = [...after.parameters].filter(([name]) => !before.parameters.has(name))
  return [
    ...gone,
    ...fresh.map(([name, { required }]) =>
      required === true
        ? differ(at(name, false), 'required', true, 'is new and required')
        : differ(at(name, false), 'added', false, 'is new'),
    ),
  ]
}

function compareBodies(
  before: DescribedOperation,
  after: DescribedOperation,
  place: DescriptionPlace,
  roots: Roots,
): Difference[] {
  const here: DescriptionPlace = { ...place, field: 'request: ', direction: 'request' }
  if (!before.body || !after.body) return []
  return compareSchemas(
    { expected: { root: roots.expected, schema: before.body }, actual: { root: roots.actual, schema: after.body } },
    here,
  )
}

function compareSuccesses(
  before: DescribedOperation,
  after: DescribedOperation,
  place: DescriptionPlace,
  roots: Roots,
): Difference[] {
  const statuses = [...after.successes.keys()]
  const gone = [...before.successes].flatMap(([status, schema]) => {
    const same = statuses.find((each) => each === status || each.toUpperCase() === '2XX')
    // Another success status of an operation with one is still its success.
    const other = same ?? (before.successes.size === 1 && statuses.length === 1 ? statuses[0] : undefined)
    const here = { ...place, field: `response ${status}: ` }
    const isShown = before.id === undefined || STATUS_SHOWN.has(before.id)
    const at = { ...place, field: `response ${status}`, assumed: place.assumed || !isShown }
    const gone = same ? [] : [differ(at, 'status', isShown, `was removed; now ${statuses.join(', ') || 'none'}`)]
    const actual = other === undefined ? undefined : after.successes.get(other)
    if (!schema || !actual) return gone
    const pair = { expected: { root: roots.expected, schema }, actual: { root: roots.actual, schema: actual } }
    return [...gone, ...compareSchemas(pair, here)]
  })
  const fresh = statuses.filter((status) => !before.successes.has(status) && status.toUpperCase() !== '2XX')
  return [
    ...gone,
    ...fresh.map((status) => differ({ ...place, field: `response ${status}` }, 'added', false, 'is new')),
  ]
}
