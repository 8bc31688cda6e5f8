import { listAssumptions } from '../../../contract/assumptions/ledger.js'
import type { Operation } from '../../../contract/operation.js'
import { type OperationId, rowOf } from '../../../contract/operations/index.js'
import { type Shape, shapeOfSchema } from '../evidence/shape.js'

export type Slot = 'query' | 'body' | 'result'

/** The shape our table gives a slot of an operation; undefined if it has none. */
export function ownShape(id: OperationId, slot: Slot): Shape | undefined {
  const schema = (rowOf(id) as Operation)[slot]
  return schema && shapeOfSchema({}, schema).shape
}

let prefixes: readonly string[] | undefined

const covering = new Map<string, Covering | undefined>()

/** The assumption that covers a member, and its path below that; undefined for what the interface itself shows. */
export function assumptionAt(slot: string, id: string, path: string): Covering | undefined {
  const key = `${slot}:${id} ${path}`
  if (!covering.has(key)) covering.set(key, findCovering(slot, id, path))
  return covering.get(key)
}

interface Covering {
  readonly id: string
  readonly below: string
}

function findCovering(slot: string, id: string, path: string): Covering | undefined {
  prefixes ??= listAssumptions()
    .map((each) => each.id)
    .filter((each) => /^(query|body|result|event):/.test(each))
  const whole = `${slot}:${id}${path === '' ? '' : `.${path}`}`
  // Such a row is about the place of the record alone.
  const isPlace = (each: string) =>
    slot !== 'event' && each === `${slot}:${id}` && (rowOf(id as OperationId) as Operation).placeAssumed === true
  const covers = (each: string) =>
    whole === each || (!isPlace(each) && (whole.startsWith(`${each}.`) || whole.startsWith(`${each}[]`)))
  const found = prefixes.filter(covers).sort((a, b) => b.length - a.length)[0]
  return found === undefined ? undefined : { id: found, below: whole.slice(found.length).replace(/^\./, '') }
}

/** An assumption about a request that may say what every one sends: the first about a slot. */
export function assumptionAbout(slot: Slot, operation: OperationId): string | undefined {
  return listAssumptions().find(({ id }) => new RegExp(`^${slot}:${operation}(\\W|$)`).test(id))?.id
}
