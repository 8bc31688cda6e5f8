import type { FieldMap } from '../../src/contract/errors.js'
import { inward, type Names, outwardFields } from '../overrides/names.js'
import { invalid, Refusal } from './refusal.js'

interface Way {
  strict: boolean
  /** Checks what came in, under our names; `paths` are those of members that are called otherwise on this wire. */
  ask(members: unknown, paths: string[]): unknown
}

/** Checks input whose members have other names; where it is refused, these are told. A name of ours is an unknown member. */
export function underNames(names: Names, raw: unknown, { strict, ask }: Way): unknown {
  const unknown: string[] = []
  const members = inward(names, raw, unknown)
  const faults: FieldMap = {}
  let value: unknown
  try {
    value = ask(members, unknown)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'VALIDATION_ERROR') throw error
    Object.assign(faults, outwardFields(names, error.details as FieldMap))
  }
  if (strict) for (const path of unknown) faults[path] = ['is not a member of this request']
  if (Object.keys(faults).length === 0) return value
  throw Object.assign(invalid(faults), { isOnWire: true })
}
