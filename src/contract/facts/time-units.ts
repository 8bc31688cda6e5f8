import { isObject, type JsonObject } from '../../base/is-object.js'
import type { OperationId } from '../operations/index.js'
import type { Contract } from './contract.js'
import type { Facts } from './facts.js'

/** What a number of a time counts. */
export type TimeUnit = 'seconds' | 'milliseconds'

const OPEN = 'epoch'

/** Whether a request of an operation has times that facts call numbers, without what they count. */
export function hasOpenTimes({ facts }: Contract, operation: OperationId): boolean {
  return Object.entries(facts).some(([id, fact]) => isRequestOf(id, operation) && typesOf(fact).includes(OPEN))
}

/** The facts with the unit of all times in requests; without one such a time is written as the interface has it, for the service to refuse. */
export function withTimeUnit(facts: Facts, unit: TimeUnit | undefined): Facts {
  const settle = (types: JsonObject) =>
    Object.fromEntries(
      Object.entries(types).flatMap(([path, type]) => {
        if (type !== OPEN) return [[path, type]]
        return unit === undefined ? [] : [[path, `${OPEN}-${unit}`]]
      }),
    )
  const entries = Object.entries(facts).map(([id, fact]) => {
    if (!/^(body|query):/.test(id) || !typesOf(fact).includes(OPEN)) return [id, fact]
    const { type, types, ...others } = fact as JsonObject
    return [
      id,
      { ...others, ...settle(type === undefined ? {} : { type }), ...(isObject(types) && { types: settle(types) }) },
    ]
  })
  return Object.fromEntries(entries) as Facts
}

/** What numbers count in an answer, of which these are times: undefined if it has none of them as a number. */
export function unitIn(raw: unknown, times: readonly unknown[]): TimeUnit | undefined {
  const numbers = new Set(
    JSON.stringify(raw)
      ?.match(/(?<=[:[,])\d{9,14}(?=[,}\].])/g)
      ?.map(Number),
  )
  const moments = times.map((time) => (typeof time === 'string' ? Date.parse(time) : Number.NaN))
  if (moments.some((at) => numbers.has(at))) return 'milliseconds'
  return moments.some((at) => numbers.has(Math.floor(at / 1_000))) ? 'seconds' : undefined
}

const isRequestOf = (id: string, operation: OperationId) =>
  ['body', 'query'].some((slot) => id === `${slot}:${operation}` || id.startsWith(`${slot}:${operation}.`))

function typesOf(fact: unknown): unknown[] {
  const { type, types } = fact as JsonObject
  return [type, ...(isObject(types) ? Object.values(types) : [])]
}
