import { isObject, type JsonObject } from '../../base/is-object.js'
import { addUnknown, noUnknownMembers, type UnknownMembers } from '../unknown-members.js'
import { memberPath } from '../vocabulary.js'
import { isNullAround, unnamedInside } from './around.js'
import { fromGroups } from './by-side.js'
import { readFlags } from './flags.js'
import { fromPairs } from './pairs.js'
import type { RecordPlan } from './plan.js'
import type { Plan } from './plan-tree.js'
import { setMember, stepText, valueAt } from './wire-path.js'

/** What was found on the way, and where: `path` names members as the wire does. */
interface Reading {
  unknown: UnknownMembers
  path: string
}

/** A record as it came in, under our names. A member under our name where the wire has another is unknown: its path is added. */
export function decodeRecord({ root }: RecordPlan, wire: unknown, unknown = noUnknownMembers()): unknown {
  return decodeEntry(root, wire, { unknown, path: '' })
}

function decodeEntry(plan: Plan, wire: unknown, reading: Reading): unknown {
  if (plan.whole !== undefined) {
    const member = plan.members.get(plan.whole)!
    return { [plan.whole]: decodeNode(member, wire, {}, reading) }
  }
  const steps = plan.place?.steps ?? []
  if (!isObject(wire)) return decodeNode(plan, wire, {}, reading)
  if (steps.length === 0) return decodeMembers(plan, wire, wire, reading)
  const own = valueAt(wire, steps)
  const path = [reading.path, ...steps.map(stepText)].filter(Boolean).join('.')
  if (own !== undefined && !isObject(own)) return decodeNode(plan, own, wire, { ...reading, path })
  return decodeMembers(plan, own ?? {}, wire, { ...reading, path })
}

function decodeNode(plan: Plan, wire: unknown, record: JsonObject, reading: Reading): unknown {
  const { list } = plan
  if (list && 'listed' in list) return decodeListed(plan, wire, record, reading)
  if (list && 'counted' in list) return decodeCount(wire)
  if (list && 'single' in list && !Array.isArray(wire)) return wire === null ? [] : decodeList(plan, [wire], reading)
  if (wire === null) return null
  if (list && 'key' in list) return (Array.isArray(wire) && fromPairs(list, wire)) || wire
  if (list && isObject(wire)) {
    if ('groups' in list) {
      const entries = fromGroups(wire)
      return entries ? decodeList(plan, entries, reading) : wire
    }
    return 'by' in list ? decodeMap(list, plan.entry, wire, reading) : decodeList(plan, inOrder(wire), reading)
  }
  // What ours counts may be listed.
  if (Array.isArray(wire) && !plan.scalar) return decodeList(plan, wire, reading)
  if (isObject(wire)) return decodeMembers(plan, wire, record, reading)
  return plan.scalar ? plan.scalar.fromWire(wire) : wire
}

function decodeMembers(plan: Plan, wire: JsonObject, record: JsonObject, reading: Reading): JsonObject {
  const ours: JsonObject = {}
  for (const key in wire) {
    if (!Object.hasOwn(wire, key) || plan.taken.has(key)) continue
    const known = plan.members.get(key)
    if (known && !isUnmoved(known)) {
      const names = known.gone ? [] : [known.place!.steps.map(stepText).join('.')]
      addUnknown(reading.unknown, memberPath(reading.path, key), names)
    } else if (!known) setMember(ours, key, wire[key])
  }
  const rest = unnamedInside(plan, wire)
  if (rest) setMember(ours, ...rest)
  for (const [key, member] of plan.members) {
    if (member.gone) continue
    const value = decodeMember(key, member, wire, record, reading)
    if (value !== undefined) setMember(ours, key, value)
  }
  return ours
}

function isUnmoved({ place, gone }: Plan): boolean {
  return !gone && place === undefined
}

function decodeMember(key: string, member: Plan, wire: JsonObject, record: JsonObject, reading: Reading): unknown {
  if (member.tags.some(({ steps, value }) => valueAt(wire, steps) !== value)) return undefined
  if (member.flags) return readFlags(member.flags, wire)
  const steps = member.place?.steps ?? [{ name: key }]
  const there = valueAt(member.place?.lifted ? record : wire, steps)
  const found = member.isDissolved ? undefined : there
  const alias = found === undefined && member.alias !== undefined ? valueAt(wire, [{ name: member.alias }]) : undefined
  const value = found === undefined ? alias : found
  const path = member.place?.lifted ? '' : reading.path
  const name = alias === undefined ? steps.map(stepText).join('.') : member.alias!
  if (value !== undefined) return decodeNode(member, value, record, { ...reading, path: memberPath(path, name) })
  if (member.members.size === 0) return !member.place?.lifted && isNullAround(wire, steps) ? null : undefined
  // All of it may be elsewhere; what stands in its place and no fact names would be lost.
  const unnamed = isObject(there) && there !== wire && there !== record ? there : {}
  const lifted = decodeMembers(member, unnamed, record, { ...reading, path: memberPath(path, name) })
  return Object.keys(lifted).length > 0 ? lifted : undefined
}

function decodeList({ entry, around }: Plan, wire: readonly unknown[], reading: Reading): unknown {
  if (!entry) return wire
  const isOwn = (each: JsonObject) =>
    Object.hasOwn(each, around!) && entry.tags.every(({ steps, value }) => valueAt(each, steps) === value)
  const own = around === undefined ? wire : wire.filter((each) => !isObject(each) || isOwn(each))
  // What stands in another member is another list, at the same place.
  if (own.length === 0 && wire.length > 0) return undefined
  return own.map((each, index) => decodeEntry(entry, each, { ...reading, path: `${reading.path}[${index}]` }))
}

/** The one value of a list of it; a list of several is no value of ours, and stays. */
function decodeListed(plan: Plan, wire: unknown, record: JsonObject, reading: Reading): unknown {
  if (!Array.isArray(wire) || wire.length > 1) return wire
  const { list: _, ...scalar } = plan
  return wire.length === 0 ? null : decodeNode(scalar, wire[0], record, reading)
}

/** As many entries as are counted, with nothing in them. More than any list has are no count of its entries. */
function decodeCount(wire: unknown): unknown {
  const isCount = typeof wire === 'number' && Number.isInteger(wire) && wire >= 0 && wire <= MOST_COUNTED
  return isCount ? Array.from({ length: wire }, () => ({})) : wire
}

const MOST_COUNTED = 100_000

/** The values of a map by running number. */
function inOrder(wire: JsonObject): unknown[] {
  return Object.entries(wire)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value)
}

function decodeMap(
  form: { by: string; value?: string },
  entry: Plan | undefined,
  wire: JsonObject,
  reading: Reading,
): unknown {
  const key = entry?.members.get(form.by)
  const chosen = form.value === undefined ? undefined : entry?.members.get(form.value)
  return Object.entries(wire).map(([name, value]) => {
    const at = { ...reading, path: memberPath(reading.path, name) }
    const named = { [form.by]: key?.scalar ? key.scalar.fromWire(name) : name }
    if (form.value !== undefined) {
      return { ...named, [form.value]: chosen ? decodeNode(chosen, value, {}, at) : value }
    }
    const rest = entry ? decodeEntry(entry, value, at) : value
    return isObject(rest) ? { ...rest, ...named } : named
  })
}
