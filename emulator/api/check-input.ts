import { isObject } from '../../src/base/is-object.js'
import { splitAddress } from '../../src/base/path-template.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { joinBody, queryMembersOf } from '../../src/contract/facts/body-places.js'
import type { Codec } from '../../src/contract/facts/codec.js'
import type { TSchema } from '../../src/contract/schema.js'
import { noUnknownMembers, type UnknownMembers } from '../../src/contract/unknown-members.js'
import { recommendedSchema } from '../../src/contract/vocabulary.js'
import type { RoutedCall } from '../core/call.js'
import { MISSING } from '../core/fault-words.js'
import { fieldsToWire, noFaults } from '../core/field-map.js'
import { NO_MEMBERS, parseQuery, refuseUnknown, requireInput, unknownHints } from '../core/input.js'
import { invalid, Refusal } from '../core/refusal.js'
import { takePage } from './pages.js'

/** The input of the operation behind a call, in classic words; 400 naming the members that break its schema. */
export function checkInput(call: RoutedCall, body: unknown) {
  const { id, params } = call.match
  const { contract } = call.service.settings
  const row = contract.rowOf(id)
  const parts = takeParts(call)
  const asked = takeBodyMembers(call, parts.search)
  const whole = isObject(body) ? joinBody(asked.members, body, asked.schemas) : body
  const { page, others } = takePage(call, parseQuery(row, asked.search))
  const query = checkMembers(call, 'query', row.query ?? NO_MEMBERS, others, page)
  return {
    params: { ...params, ...parts.params },
    query,
    body: row.body && checkMembers(call, 'body', row.body, whole),
  }
}

/** The query, and the named parts of the address that it has. */
function takeParts({ search, match }: RoutedCall): { search: URLSearchParams; params: Record<string, string> } {
  const parts = Object.entries(splitAddress(match.route.path).query)
  if (parts.length === 0) return { search, params: {} }
  const left = new URLSearchParams(search)
  const params = parts.map(([member, name]): [string, string] => {
    const value = left.get(member)
    if (!value) throw invalid({ [member]: [MISSING] })
    left.delete(member)
    return [name, value]
  })
  return { search: left, params: Object.fromEntries(params) }
}

/** The query, and the members of the body that facts place in it. */
function takeBodyMembers({ service, match: { id, route } }: RoutedCall, search: URLSearchParams) {
  const { contract } = service.settings
  const { body } = contract.rowOf(id)
  const codec = body && contract.codecOf(id, 'body', route.words)
  const schemas = codec ? queryMembersOf(codec, route.words === 'classic' ? body : recommendedSchema(body)) : {}
  const left = new URLSearchParams(search)
  const members = Object.keys(schemas).flatMap((name): [string, string][] => {
    const value = left.get(name)
    left.delete(name)
    return value === null ? [] : [[name, value]]
  })
  return { search: left, members: Object.fromEntries(members), schemas }
}

function checkMembers(call: RoutedCall, slot: 'query' | 'body', schema: TSchema, raw: unknown, page?: object): unknown {
  const { contract, ...settings } = call.service.settings
  const { id, route } = call.match
  const strict = settings.strict || (slot === 'body' && contract.values['unknown-members'].rule === 'refused')
  const codec = contract.codecOf(id, slot, route.words)
  const check = (members: unknown, renamed: UnknownMembers) => {
    const whole = page && isObject(members) ? { ...members, ...page } : members
    const { value, unknown } = requireInput(schema, whole, route.words, strict, contract.values)
    call.hints.push(...unknownHints(unknown), ...unknownHints(renamed))
    return value
  }
  return codec ? validateRenamed(codec, raw, { strict, check }) : check(raw, noUnknownMembers())
}

interface Validation {
  strict: boolean
  /** Checks what came in, under our names; `unknown` are members that have another name on this wire. */
  check(members: unknown, unknown: UnknownMembers): unknown
}

/** Checks input whose members have other names on the wire; a refusal gives those names. A name of ours is an unknown member. */
function validateRenamed(codec: Codec, raw: unknown, { strict, check }: Validation): unknown {
  const unknown = noUnknownMembers()
  const members = codec.fromWire(raw, unknown)
  const faults = noFaults()
  let value: unknown
  try {
    value = check(members, unknown)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'VALIDATION_ERROR' || !error.details) throw error
    Object.assign(faults, fieldsToWire(codec, error.details as FieldMap))
  }
  if (strict) refuseUnknown(faults, unknown)
  if (Object.keys(faults).length === 0) return value
  throw Object.assign(invalid(faults), { isOnWire: true })
}
