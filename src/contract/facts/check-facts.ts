import { isObject, type JsonObject } from '../../base/is-object.js'
import { orNearestName } from '../../base/nearest.js'
import { listAssumptions } from '../assumptions/ledger.js'
import { howToOverride, RECOMMENDED_WORDS } from '../assumptions/overridable.js'
import { type OperationId, rowOf } from '../operations/index.js'
import { findMemberFaults } from './check-member.js'
import { findPagingFaults } from './check-paging.js'
import { findPagingClashes, findPlaceFaults } from './check-places.js'
import { type Fact, type FactFault, type Facts, withoutEvidence } from './facts.js'
import { isAboutMembers, type PartFault, placeOf, unknownMember } from './member-facts.js'
import { findRouteClashes, findRouteFaults } from './routes.js'
import { findEraseClashes, findValueFaults, findWordsFaults } from './values.js'

/** Facts as they were read from a file, and what is wrong with them: unknown ids, impossible values, and what contradicts itself. */
export function checkFacts(raw: unknown): { facts: Facts; faults: FactFault[] } {
  if (raw !== undefined && raw !== null && !isObject(raw)) {
    return {
      facts: {},
      faults: [{ id: '', path: '', message: 'must be an object with assumption ids as members' }],
    }
  }
  const facts = (raw ?? {}) as Facts
  const ids = listAssumptions().map(({ id }) => id)
  const faults = Object.entries(facts).flatMap(([id, fact]): FactFault[] => {
    const own = ids.includes(id) ? findFaults(id, fact) : [{ path: '', message: unknownId(id, ids) }]
    return own.map((fault) => ({ id, ...fault }))
  })
  const faulty = new Set(faults.map(({ id }) => id))
  const sound = Object.fromEntries(Object.entries(facts).filter(([id]) => !faulty.has(id)))
  return {
    facts,
    faults: [
      ...faults,
      ...findPlaceFaults(sound),
      ...findPagingClashes(sound),
      ...findRouteClashes(sound),
      ...findEraseClashes(sound),
    ],
  }
}

/** What is wrong with an unknown id, and the nearest one. */
function unknownId(id: string, ids: readonly string[]): string {
  return `is not a known fact${orNearestName(id, ids)}`
}

function findFaults(id: string, value: unknown): PartFault[] {
  const how = howToOverride(id)
  const whole = (message: string) => [{ path: '', message }]
  if (how === undefined) return whole("can't be overridden: it is behaviour, not a name or a value")
  if (!isObject(value) || Object.keys(value).length === 0) return whole(`must be an object: ${how}`)
  const evidence = findEvidenceFault(value.evidence)
  const given = withoutEvidence(value as Fact)
  if (Object.keys(given).length === 0) return whole(`has only evidence: ${how}`)
  return [...(evidence === undefined ? [] : [{ path: 'evidence', message: evidence }]), ...findOwnFaults(id, given)]
}

function findOwnFaults(id: string, given: JsonObject): PartFault[] {
  if (id.startsWith('error:')) return findErrorFaults(given)
  if (id.startsWith('status:')) return findStatusFaults(id.slice('status:'.length), given)
  if (id.startsWith('paging:')) return findPagingFaults(given)
  if (id.startsWith('route:')) return findRouteFaults(id, given)
  if (id === RECOMMENDED_WORDS) return findWordsFaults(given)
  if (isAboutMembers(id)) return findMemberFaults(placeOf(id), given)
  return findValueFaults(id.slice('behaviour:'.length), given)
}

function findEvidenceFault(evidence: unknown): string | undefined {
  if (evidence === undefined) return undefined
  const isList = Array.isArray(evidence) && evidence.every((each) => isObject(each) && typeof each.from === 'string')
  return isList ? undefined : 'evidence must be a list of {from, what?, times?, at?}'
}

function findStatusFaults(operation: string, given: JsonObject): PartFault[] {
  const { otherwise } = rowOf(operation as OperationId)
  const known = ['success', ...(otherwise ? [otherwise.name] : [])]
  return Object.entries(given).flatMap(([name, status]): PartFault[] => {
    if (!known.includes(name)) return [{ path: name, message: unknownMember(name, known) }]
    // These two come without a body: the client takes one for an erase all the same, and an emulator always says what it did.
    const isFine = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 299
    return isFine && status !== 204 && status !== 205
      ? []
      : [{ path: name, message: `${name} must be 200 to 299, and neither 204 nor 205` }]
  })
}

function findErrorFaults({ code, status, ...others }: JsonObject): PartFault[] {
  const unknown = Object.keys(others).map((name) => ({ path: name, message: unknownMember(name, ['code', 'status']) }))
  const isWord = code === undefined || (typeof code === 'string' && /^[\w.-]{1,100}$/.test(code))
  const isStatus = status === undefined || (Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599)
  return [
    ...unknown,
    ...(isWord ? [] : [{ path: 'code', message: 'code must be a word' }]),
    ...(isStatus ? [] : [{ path: 'status', message: 'status must be 400 to 599' }]),
  ]
}
