import type { Contract } from '../../contract/facts/contract.js'
import type { Operation } from '../../contract/operation.js'
import { rowOf } from '../../contract/operations/index.js'
import { isDescribed, type SeenExchange, type WireOperation } from './evidence/evidence.js'
import { exampleOf } from './evidence/examples.js'
import type { Finding } from './findings.js'
import { payloadOf } from './probe/probe-requests.js'
import type { FoundRoute } from './routes.js'

/**
 * With which statuses an operation succeeds. One that answers two ways, for a group that was made and for one that exists, is told apart
 * by what its answers say; else 201, which says that something was made (RFC 9110, section 15.3.2), is that of what was done.
 */
export function statusFindings(contract: Contract, found: FoundRoute): Finding[] {
  const { operation, wire } = found
  const id = `status:${operation}`
  const row: Operation = rowOf(operation)
  const statuses = Object.keys(wire.results)
    .filter((status) => /^2\d\d$/.test(status))
    .map(Number)
  const [only, another] = statuses
  if (only === undefined) return []
  if (row.otherwise === undefined) return another === undefined ? [findingOf(id, row, { success: only })] : []
  const seen = seenStatuses(contract, found, row.otherwise)
  const known =
    another === undefined ? ofOne(only, seen, { row, isDescribed: isDescribed(wire) }) : ofTwo(statuses, seen)
  if (known) return [findingOf(id, row, known)]
  const isUsual = String([...statuses].sort()) === String([...row.statuses].sort())
  if (isUsual || row.statuses.includes(only)) return [{ id, state: 'confirmed', path: '' }]
  return [{ id, state: 'ambiguous', path: '', candidates: statuses.map(String) }]
}

interface Known {
  success?: number | undefined
  other?: number | undefined
}

/** The statuses of what was done, and of the other answer, by what answers say. */
function seenStatuses(
  contract: Contract,
  { operation, route, wire }: FoundRoute,
  { member, value }: NonNullable<Operation['otherwise']>,
): Known {
  const seen = wire.exchanges.filter(({ status }) => status >= 200 && status < 300)
  const answers = (seen.length > 0 ? seen : describedAnswers(wire)).map((each) => ({
    status: each.status,
    said: payloadOf(contract, operation, each, route.words)[member],
  }))
  // A service may say so only where it is the case.
  const isSaid = answers.some(({ said }) => said === value)
  const statusOf = (isWanted: (said: unknown) => boolean) => {
    const [only, another] = new Set(answers.filter(({ said }) => isWanted(said)).map(({ status }) => status))
    return another === undefined ? only : undefined
  }
  return {
    success: statusOf((said) => said === !value || (isSaid && said === undefined)),
    other: statusOf((said) => said === value),
  }
}

/** The examples of a description, as answers with their statuses. */
function describedAnswers({ method, path, results }: WireOperation): SeenExchange[] {
  return Object.entries(results).flatMap(([status, member]) => {
    if (!/^2\d\d$/.test(status) || !member) return []
    const responseBody = exampleOf(member.shape)
    return [{ method, path, query: {}, status: Number(status), responseHeaders: {}, responseBody }]
  })
}

/** One status: what was seen with it, and, where nothing tells, a description's, or one that says that something was made. */
function ofOne(
  status: number,
  seen: Known,
  { row, isDescribed }: { row: Operation; isDescribed: boolean },
): Known | undefined {
  if (seen.success !== undefined || seen.other !== undefined) return seen
  if (isDescribed || status === 201 || status === row.statuses[0]) return { success: status }
  return undefined
}

/** Two statuses: one is that of what was done, the other that of the other answer. */
function ofTwo(statuses: readonly number[], { success, other }: Known): Known | undefined {
  const [a, b, third] = statuses
  if (third !== undefined) return undefined
  const besides = (known: number) => (known === a ? b : a)
  if (success !== undefined) return { success, other: other ?? besides(success) }
  if (other !== undefined) return { success: besides(other), other }
  return statuses.includes(201) ? { success: 201, other: besides(201) } : undefined
}

function findingOf(id: string, row: Operation, { success, other }: Known): Finding {
  const [first, second = first] = row.statuses
  // If the first answer has another status, a status for the other answer shows that it has one of its own.
  const isUsual = other === second && (success === undefined || success === first || success === other)
  const fact = {
    ...(success === undefined || success === first ? {} : { success }),
    ...(row.otherwise === undefined || other === undefined || isUsual ? {} : { [row.otherwise.name]: other }),
  }
  return {
    id,
    path: '',
    ...(Object.keys(fact).length === 0 ? { state: 'confirmed' } : { state: 'contradicted', fact }),
  }
}
