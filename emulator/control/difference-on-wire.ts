import { isObject } from '../../src/base/is-object.js'
import type { DifferenceRecord } from '../../src/contract/control/history.js'
import type { Difference } from '../state/difference.js'
import { ROW_SCHEMAS } from '../state/row-schemas.js'
import type { Singles, TableName } from '../state/state.js'
import { SINGLE_SCHEMAS } from '../state/value-schemas.js'

/** What is looked at of a schema. */
interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

const SHAPES = { ...ROW_SCHEMAS, ...SINGLE_SCHEMAS } as Readonly<Record<TableName | keyof Singles, Shape>>

/** A difference with the names of tables and members in snake_case, as everywhere on the wire; the state has them in camelCase. */
export function differenceOnWire({ table, id, before, after }: Difference): DifferenceRecord {
  const value = (side: unknown) => {
    if (side === undefined) return null
    // Kinds of records are names of ours, though the schema knows none of them.
    return table === 'counters' ? renamed(side as object) : onWire(side, SHAPES[table])
  }
  return { table: onWireName(table), id, kind: kindOf(before, after), before: value(before), after: value(after) }
}

function kindOf(before: unknown, after: unknown): DifferenceRecord['kind'] {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** Renames only what the schema names: the members of a map, such as the variables of a recipient, are data. */
function onWire(value: unknown, shape: Shape): unknown {
  const shapes = shape.anyOf ?? [shape]
  if (Array.isArray(value)) {
    const items = shapes.find((each) => each.items)?.items ?? {}
    return value.map((each) => onWire(each, items))
  }
  if (!isObject(value)) return value
  const properties: Record<string, Shape> = Object.assign({}, ...shapes.map((each) => each.properties))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined
      return known ? [onWireName(name), onWire(member, known)] : [name, member]
    }),
  )
}

function renamed(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [onWireName(name), member]))
}

function onWireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
