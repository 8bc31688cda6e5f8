import { isObject, type JsonObject } from '../../../src/base/is-object.js'
import { closest } from '../../../src/base/nearest.js'
import { CHECK_LIMITS } from '../../../src/contract/assumptions/overridable.js'
import { EVENTS } from '../../../src/contract/events.js'
import type { Operation } from '../../../src/contract/operation.js'
import { type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import type { TSchema } from '../../../src/contract/schema.js'
import type { Slot } from './overrides.js'
import { findNode, memberNames, type Steps, stepsOf, withNode } from './schema-path.js'

type LimitName = keyof typeof CHECK_LIMITS

/** What an override says about one member: its name, and the limits of its value. */
export interface MemberOverride {
  steps: Steps
  name?: string
  limits: Partial<Record<LimitName, number>>
}

/** Where an assumption about members of an operation or event stands. */
export interface MemberPlace {
  schema: TSchema
  steps: Steps
  /** Nothing for an event. */
  of?: { operation: OperationId; slot: Slot }
}

/** The schema and the path in it that an assumption is about. */
export function memberPlaceOf(id: string): MemberPlace {
  const kind = id.slice(0, id.indexOf(':'))
  const rest = id.slice(id.indexOf(':') + 1)
  if (kind === 'event') return { schema: EVENTS[rest as keyof typeof EVENTS].data, steps: [] }
  const dot = rest.indexOf('.')
  const operation = (dot < 0 ? rest : rest.slice(0, dot)).replace('[]', '') as OperationId
  const slot = kind as Slot
  return {
    schema: rowOf(operation)[slot]!,
    steps: dot < 0 ? [] : stepsOf(rest.slice(dot + 1)),
    of: { operation, slot },
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/** Says that an override has no such member, and which one may be meant. */
export function unknownMember(name: string, known: readonly string[]): string {
  return `has no ${name}; did you mean ${closest(name, known)}? It may have ${known.join(', ')}`
}

/** What an override of members says, or what is wrong with it. */
export function readMemberOverrides({ schema, steps, of }: MemberPlace, given: JsonObject): MemberOverride[] | string {
  const { name, names = {}, limits = {}, ...own } = given
  const unknown = Object.keys(own).find((member) => !Object.hasOwn(CHECK_LIMITS, member))
  if (unknown !== undefined) return unknownMember(unknown, ['name', 'names', 'limits', ...Object.keys(CHECK_LIMITS)])
  if (name !== undefined && steps.length === 0) return 'takes names of members, no name of its own'
  if (!isObject(names) || !isObject(limits)) return 'names and limits must be objects, by the path of a member'
  const found: MemberOverride[] = []
  const itself = { ...own, ...(name === undefined ? {} : { name }) }
  const overrides: [Steps, unknown][] = [
    ...(Object.keys(itself).length > 0 ? [[steps, itself] as [Steps, unknown]] : []),
    ...Object.entries(names).map(([path, entry]): [Steps, unknown] => [[...steps, ...stepsOf(path)], { name: entry }]),
    ...Object.entries(limits).map(([path, entry]): [Steps, unknown] => [[...steps, ...stepsOf(path)], entry]),
  ]
  for (const [at, override] of overrides) {
    const member = readMember(schema, at, override, of?.slot)
    if (typeof member === 'string') return member
    found.push(member)
  }
  return found
}

function readMember(schema: TSchema, steps: Steps, override: unknown, slot: Slot | undefined): MemberOverride | string {
  const node = findNode(schema, steps)
  const parent = findNode(schema, steps.slice(0, -1))
  if (!node || steps.at(-1) === '[]')
    return `has no ${textOf(steps)}; it has ${memberNames(parent).join(', ') || 'no members'}`
  if (!isObject(override)) return `${textOf(steps)} must be an object`
  const { name, ...limits } = override
  if (name !== undefined && !(typeof name === 'string' && NAME.test(name))) {
    return `${textOf(steps)}: a name is 1 to 64 letters, digits, _ and -`
  }
  if (name !== undefined && name !== steps.at(-1) && memberNames(parent).includes(name)) {
    return `${textOf(steps)}: ${name} is the name of another member`
  }
  const fault = findLimitFault(node, steps, limits, slot)
  return fault ?? { steps, limits: limits as MemberOverride['limits'], ...(name === undefined ? {} : { name }) }
}

function findLimitFault(node: TSchema, steps: Steps, limits: JsonObject, slot: Slot | undefined): string | undefined {
  for (const [limit, value] of Object.entries(limits)) {
    const known = Object.hasOwn(CHECK_LIMITS, limit) ? CHECK_LIMITS[limit as LimitName] : undefined
    const takes = slot === 'body' || slot === 'query'
    if (!known || !takes)
      return `takes no ${limit}; it takes name${takes ? `, ${Object.keys(CHECK_LIMITS).join(', ')}` : ''}`
    if (steps.includes('content') && steps.length > steps.indexOf('content') + 1) {
      return `${textOf(steps)}: items have their limits in behaviour:item-lengths`
    }
    const { type } = node as { type?: string }
    if (!(known.types as readonly string[]).includes(type ?? '')) return `${textOf(steps)} has no ${limit}`
    if (!Number.isInteger(value) || Number(value) < 0) return `${textOf(steps)}: ${limit} must be a whole number`
  }
  return undefined
}

/** The row with the limits of some members of one slot. */
export function withLimits(row: Operation, slot: Slot, members: readonly MemberOverride[]): Operation {
  const schema = members.reduce((whole, { steps, limits }) => {
    const keywords = Object.entries(limits).map(([name, value]) => [CHECK_LIMITS[name as LimitName].keyword, value])
    return keywords.length === 0
      ? whole
      : withNode(
          whole,
          steps,
          (node) => ({ ...node, ...Object.fromEntries(keywords), 'x-overridden': true }) as TSchema,
        )
  }, row[slot]!)
  return { ...row, [slot]: schema }
}

function textOf(steps: Steps): string {
  return steps.join('.').replaceAll('.[]', '[]')
}
