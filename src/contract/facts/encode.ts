import { isObject, type JsonObject } from '../../base/is-object.js'
import { toGroups } from './by-side.js'
import { putFlags } from './flags.js'
import { numbered } from './ordinals.js'
import { toPairs } from './pairs.js'
import type { RecordPlan } from './plan.js'
import type { Plan } from './plan-tree.js'
import { slugsOf } from './slug.js'
import { putAt, setMember, type WireStep } from './wire-path.js'

/** A record as it goes out. */
export function encodeRecord({ root, constants }: RecordPlan, value: unknown): unknown {
  const wire = encodeEntry(root, value)
  if (isObject(wire)) for (const { steps, value: constant } of constants) putAt(wire, steps, constant)
  return wire
}

/** What starts a record: the whole of a slot, or an entry of a list. */
function encodeEntry(plan: Plan, value: unknown): unknown {
  const steps = plan.place?.steps ?? []
  if (!isObject(value)) {
    const scalar = encodeNode(plan, value, {})
    if (steps.length === 0 || scalar === null || Array.isArray(scalar)) return scalar
    const around = nested(steps, scalar)
    for (const { steps: beside, value: constant } of plan.tags) putAt(around, beside, constant)
    if (plan.again !== undefined) setMember(around, plan.again, scalar)
    return around
  }
  if (plan.whole !== undefined) return encodeNode(plan.members.get(plan.whole)!, value[plan.whole], {})
  const record: JsonObject = {}
  const own = steps.length === 0 ? record : {}
  encodeMembers(plan, value, own, record)
  if (steps.length > 0) putAt(record, steps, own)
  return record
}

function nested(steps: readonly WireStep[], value: unknown): JsonObject {
  const around: JsonObject = {}
  putAt(around, steps, value)
  return around
}

/** What a node is at its own place; undefined if all of it is elsewhere. */
function encodeNode(plan: Plan, value: unknown, record: JsonObject): unknown {
  if (value === null) return plan.isDissolved ? undefined : null
  if (plan.list && 'listed' in plan.list) {
    const { list: _, ...scalar } = plan
    return [encodeNode(scalar, value, record)]
  }
  if (Array.isArray(value)) return encodeList(plan, value)
  // The bytes of a file are an object, too, and stay as they are.
  if (value instanceof Uint8Array) return value
  if (!isObject(value)) return plan.scalar ? plan.scalar.toWire(value) : value
  if (plan.list && 'key' in plan.list) return toPairs(plan.list, value)
  const own: JsonObject = {}
  const isMoved = encodeMembers(plan, value, own, record)
  return isMoved && Object.keys(own).length === 0 ? undefined : own
}

/** Puts the members of an object if they are; whether any stands outside of it. */
function encodeMembers(plan: Plan, value: JsonObject, own: JsonObject, record: JsonObject): boolean {
  let isMoved = false
  for (const key in value) {
    if (!Object.hasOwn(value, key) || value[key] === undefined) continue
    const member = plan.members.get(key)
    if (!member) setMember(own, key, value[key])
    else if (member.flags) putFlags(member.flags, own, value[key])
    else if (!member.gone) {
      const target = member.place?.lifted ? record : own
      if (target !== own) isMoved = true
      const wire = encodeNode(member, value[key], record)
      if (wire === undefined) isMoved = true
      else {
        if (member.place) putAt(target, member.place.steps, wire)
        else putOwn(target, key, wire)
        for (const { steps, value: constant } of member.tags) putAt(own, steps, constant)
      }
    }
  }
  return isMoved
}

/** Another member may have been put into this one before. */
function putOwn(target: JsonObject, key: string, wire: unknown): void {
  if (isObject(wire) && Object.hasOwn(target, key)) putAt(target, [{ name: key }], wire)
  else setMember(target, key, wire)
}

function encodeList({ entry, list }: Plan, values: readonly unknown[]): unknown {
  const encoded = (each: unknown) => (entry ? encodeEntry(entry, each) : each)
  if (entry?.slug !== undefined || entry?.ordinal) return encodeEntries(entry, values)
  if (list && 'keyed' in list) return Object.fromEntries(slugsOf(values).map((slug, at) => [slug, encoded(values[at])]))
  if (!list) return entry ? values.map(encoded) : values
  if ('single' in list) return values.length === 0 ? undefined : encoded(values[0])
  if ('counted' in list) return values.length
  if ('by' in list) return encodeMap(list, entry, values)
  if ('groups' in list) return toGroups(list, values, encoded)
  // The form of a scalar or of a map is not that of a list.
  if ('listed' in list || 'key' in list) return [values]
  return Object.fromEntries(values.map((each, index) => [String(index + list.numbered), encoded(each)]))
}

/** Entries with what each has beside its value for being one of several: a short name of its own, or its number. */
function encodeEntries(entry: Plan, values: readonly unknown[]): unknown[] {
  const slugs = entry.slug === undefined ? [] : slugsOf(values)
  return values.map((each, index) => {
    const wire = encodeEntry(entry, each)
    if (entry.slug !== undefined && isObject(wire)) setMember(wire, entry.slug, slugs[index])
    return entry.ordinal ? numbered(wire, entry.ordinal, index) : wire
  })
}

function encodeMap(form: { by: string; value?: string }, entry: Plan | undefined, values: readonly unknown[]): unknown {
  const map: JsonObject = {}
  for (const each of values) {
    if (!isObject(each) || each[form.by] === undefined) continue
    const { [form.by]: key, ...rest } = each
    const named = entry?.members.get(form.by)?.scalar?.toWire(key) ?? key
    const chosen = form.value === undefined ? undefined : entry?.members.get(form.value)
    if (form.value === undefined) setMember(map, String(named), entry ? encodeEntry(entry, rest) : rest)
    else setMember(map, String(named), chosen ? encodeNode(chosen, rest[form.value], {}) : rest[form.value])
  }
  return map
}
