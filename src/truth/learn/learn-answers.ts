import { GUESSES } from '../../contract/assumptions/values.js'
import { pathText } from '../../contract/facts/facts.js'
import { timesAndIdentifiers } from '../../contract/facts/slots.js'
import type { Operation } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { memberSchemas } from '../../contract/schema.js'
import type { Finding } from './findings.js'
import type { LearnedSlot } from './learn-slots.js'
import type { Written } from './match/forms.js'
import { assumptionAt } from './match/slots.js'
import type { FoundRoute } from './routes.js'

type Kind = 'times' | 'identifiers'

/** A service that writes so many alike, in so many operations, and nearly all that were seen, writes all of them so. */
const LEAST = { members: 3, operations: 2, share: 0.75 } as const

/**
 * How a service writes the times, or the identifiers, of all its answers, where what was seen of them is alike. One that is
 * otherwise has to have its own type in a fact about it.
 */
export function answerFindings(slots: readonly LearnedSlot[]): Finding[] {
  return (['times', 'identifiers'] as const).flatMap((kind): Finding[] => {
    const seen = slots.flatMap((slot) => writtenIn(slot, kind))
    const alike = (type: string) => seen.filter((each) => each.type === type)
    const [type] = [...new Set(seen.map((each) => each.type))].sort((a, b) => alike(b).length - alike(a).length)
    if (type === undefined || seen.some((each) => each.type !== type && !each.isSaid)) return []
    const operations = new Set(alike(type).map(({ operation }) => operation))
    const count = alike(type).length
    if (count < Math.max(LEAST.members, LEAST.share * seen.length) || operations.size < LEAST.operations) return []
    if (kind === 'times' && !alike(type).some(({ isSeen }) => isSeen) && !isShownByExamples(type, seen)) return []
    const id = `behaviour:${kind}`
    const from = [...new Set(slots.flatMap(({ found }) => (operations.has(found.operation) ? found.wire.from : [])))]
    if (type === GUESSES[kind].answers) return [{ id, state: 'confirmed', path: '', from }]
    return [{ id, state: 'contradicted', path: '', fact: { answers: type }, from }]
  })
}

/** The members of an answer that are of a kind, with the type that their values show. */
function writtenIn({ found, slot, findings }: LearnedSlot, kind: Kind) {
  if (slot !== 'result') return []
  const paths = timesAndIdentifiers((rowOf(found.operation) as Operation).result)
    .filter(({ is }) => is === kind)
    .map(({ steps }) => pathText(steps))
  const isSeen = found.wire.exchanges.length > 0
  return findings.members.flatMap(({ path, written, form }) => {
    if (!written || !paths.includes(path)) return []
    return [{ operation: found.operation, ...written, isSaid: form?.type !== undefined, isSeen }]
  })
}

/** Examples that are all one time are made up, and the form of its text with them; none makes up one without a zone, or a number. */
function isShownByExamples(type: string, seen: readonly Written[]): boolean {
  return /^(iso-local|epoch)/.test(type) || new Set(seen.flatMap(({ values }) => values)).size >= LEAST.members
}

/** Whether an operation that makes a record answers with nothing but where that is: `201`, a `Location` and no body. */
export function saysPlaceAlone({ operation, wire }: FoundRoute): boolean {
  const { located, result }: Operation = rowOf(operation)
  const isSaid = Object.values(wire.results).some((each) => each !== undefined)
  if (!located || !memberSchemas(result) || isSaid) return false
  const done = wire.exchanges.filter(({ status }) => status < 300)
  const isSeen = done.every((each) => each.responseBody === undefined && each.responseHeaders.location !== undefined)
  return isSeen && (done.length > 0 || (wire.headers ?? []).includes('location'))
}

/** That the answer to it has no member of ours, as far as the interface leaves that open. */
export function nothingSaid(operation: OperationId): Finding[] {
  const members = Object.keys(memberSchemas(rowOf(operation).result) ?? {})
  return members.flatMap((path): Finding[] => {
    const covering = assumptionAt('result', operation, path)
    if (!covering) return []
    const fact = covering.below === '' ? { name: null } : { names: { [covering.below]: null } }
    return [{ id: covering.id, state: 'contradicted', path, fact, isAbsent: true }]
  })
}
