import type { FieldMap } from '../../src/contract/errors.js'
import { noUnknownMembers, type UnknownMembers } from '../../src/contract/unknown-members.js'
import { noFaults } from '../core/field-map.js'
import { inward, type Names, outwardFields } from '../core/overrides/names.js'
import { invalid, Refusal } from '../core/refusal.js'
import { refuseUnknown } from '../core/unknown-members.js'

interface Way {
  strict: boolean
  /** Checks what came in, under our names; `unknown` are members that are called otherwise on this wire. */
  ask(members: unknown, unknown: UnknownMembers): unknown
}

/** Checks input whose members have other names; where it is refused, these are told. A name of ours is an unknown member. */
export function underNames(names: Names, raw: unknown, { strict, ask }: Way): unknown {
  const unknown = noUnknownMembers()
  const members = inward(names, raw, unknown)
  const faults = noFaults()
  let value: unknown
  try {
    value = ask(members, unknown)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'VALIDATION_ERROR') throw error
    Object.assign(faults, outwardFields(names, error.details as FieldMap))
  }
  if (strict) refuseUnknown(faults, unknown)
  if (Object.keys(faults).length === 0) return value
  throw Object.assign(invalid(faults), { isOnWire: true })
}
