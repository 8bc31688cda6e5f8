import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Contract } from '../../contract/facts/contract.js'
import type { OperationId } from '../../contract/operations/index.js'
import type { SeenExchange } from './evidence/evidence.js'
import { assumptionAt } from './match/slots.js'
import { payloadOf } from './probe/probe-requests.js'
import type { FoundRoute } from './routes.js'
import type { Placed } from './sightings.js'

/** A call that a service took: what it was asked beside the member, and what it answered, in our names. */
interface Call {
  seen: SeenExchange
  /** The member was sent, and turned on. */
  isOn: boolean
  others: JsonObject
  answer: JsonObject
}

interface Obeyed {
  member: string
  /** The calls that show that it is obeyed; none if nothing does. */
  proof: (calls: readonly Call[]) => readonly Call[]
  /** Whether a call was answered as if it had not had the member. */
  isIgnored: (call: Call) => boolean
}

/** Members of requests that do harm where a service ignores them. */
const OBEYED: Partial<Record<OperationId, Obeyed>> = {
  sendInvites: { member: 'dry_run', proof: previewsProof, isIgnored: (call) => isSent(call) && !isPreview(call) },
}

/**
 * The findings with what traffic shows of members that commands depend on. A service that ignores one takes it as well, so that it stands
 * somewhere proves nothing; that calls with it and without it are answered otherwise does, and such a fact is written though it be as we
 * assume.
 */
export function withObeyed(findings: readonly Placed[], contract: Contract, chosen: readonly FoundRoute[]): Placed[] {
  return chosen.reduce<readonly Placed[]>((all, each) => withOne(all, contract, each), findings) as Placed[]
}

function withOne(findings: readonly Placed[], contract: Contract, found: FoundRoute): readonly Placed[] {
  const { operation, route, wire } = found
  const { member, proof, isIgnored } = OBEYED[operation] ?? {}
  const id = member && assumptionAt('body', operation, member)?.id
  if (!member || !id || !proof || !isIgnored) return findings
  const codec = contract.codecOf(operation, 'body', route.words)
  const name = codec?.pathToWire(member) ?? member
  const calls = callsOf(contract, found, member)
  const proving = proof(calls)
  const own = findings.filter((each) => each.id === id)
  const others = findings.filter((each) => each.id !== id)
  const ignoring = calls.filter((each) => each.isOn && isIgnored(each)).map(({ seen }) => seen)
  if (ignoring.length > 0) {
    const open = own.map((each) => (typeof each.fact?.name === 'string' ? unproven(each, name) : each))
    const refuted: Placed = {
      id,
      state: 'ambiguous',
      path: member,
      candidates: [`${name} was ignored`],
      ignored: name,
      wire,
    }
    return [...others, ...open, { ...refuted, exchanges: ignoring }]
  }
  if (proving.length === 0) return [...others, ...own.map((each) => (isSeenAlone(each) ? unproven(each, name) : each))]
  const moved = own.filter(({ fact }) => fact !== undefined)
  const state = moved.length > 0 ? 'contradicted' : 'confirmed'
  const exchanges = proving.map(({ seen }) => seen)
  return [...others, ...moved, { id, state, path: member, fact: { name }, exchanges, wire }]
}

/** Whether a finding says that the member is elsewhere, by requests alone. */
function isSeenAlone({ fact, wire, seen }: Placed): boolean {
  return typeof fact?.name === 'string' && !(wire?.described.body && seen?.only !== 'seen')
}

function unproven({ fact: _, ...finding }: Placed, name: string): Placed {
  return { ...finding, state: 'ambiguous', candidates: [name] }
}

function callsOf(contract: Contract, { operation, route, wire }: FoundRoute, member: string): Call[] {
  const codec = contract.codecOf(operation, 'body', route.words)
  const taken = wire.exchanges.filter(({ status, requestBody }) => status < 300 && isObject(requestBody))
  return taken.map((seen) => {
    const { [member]: value, ...others } = (codec?.fromWire(seen.requestBody) ?? seen.requestBody) as JsonObject
    const isOn = ['true', '1'].includes(String(value))
    return { seen, isOn, others, answer: payloadOf(contract, operation, seen, route.words) }
  })
}

/**
 * The calls that prove a preview: all that asked for one were answered with one and with no distribution, the others with a distribution and
 * no preview, and some of these asked for nothing else, whomever they invited.
 */
function previewsProof(calls: readonly Call[]): readonly Call[] {
  const isAsTold = (call: Call) => isPreview(call) === call.isOn && isSent(call) !== call.isOn
  if (!calls.every(isAsTold)) return []
  const asked = ({ others: { recipients: _, ...options } }: Call) => options
  const isSame = (one: Call, other: Call) => isDeepStrictEqual(asked(one), asked(other))
  return calls.filter((one) => calls.some((other) => other.isOn !== one.isOn && isSame(one, other)))
}

function isPreview({ answer }: Call): boolean {
  return answer.dry_run === true || (Array.isArray(answer.previews) && answer.previews.length > 0)
}

function isSent({ answer }: Call): boolean {
  return (answer.invite_id ?? answer.status ?? undefined) !== undefined
}
