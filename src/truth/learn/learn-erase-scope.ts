import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../../contract/facts/contract.js'
import { SOURCE } from './erase-by-kind.js'
import type { SeenExchange } from './evidence/evidence.js'
import { textsIn, valuesAt } from './match/values.js'
import { payloadOf } from './probe/probe-requests.js'
import type { FoundRoute } from './routes.js'
import type { Placed } from './sightings.js'

const BODY = 'body:eraseFeedback'

/** Where a service has the operations whose requests and answers tell whether an erase keeps to one source. */
interface Operations {
  contract: Contract
  erase: FoundRoute
  list: FoundRoute | undefined
}

/**
 * The findings with what is known of whether an erase keeps to one source: a service that ignores the member takes it as well. Its
 * description says that it obeys, which is written beside what else differs, or an erase between two listings of the same items shows it; such
 * a fact is written though it be as we assume.
 */
export function withProvenScope(
  findings: readonly Placed[],
  contract: Contract,
  { chosen, traffic }: { chosen: readonly FoundRoute[]; traffic: readonly { exchanges: readonly SeenExchange[] }[] },
): Placed[] {
  const erase = chosen.find(({ operation }) => operation === 'eraseFeedback')
  const list = chosen.find(({ operation }) => operation === 'listFeedback')
  const isOther = findings.some(({ id, fact }) => id === BODY && fact !== undefined)
  return findings.map((finding) => {
    const name = finding.id === BODY && finding.path === SOURCE ? nameOf(finding) : undefined
    if (!erase || name === undefined) return finding
    const shown = traffic.flatMap(({ exchanges }) => outcomesIn(exchanges, name, { contract, erase, list }))
    const ignoring = shown.filter(({ isSpared }) => !isSpared).map(({ seen }) => seen)
    const { fact: _, candidates: __, ...rest } = finding
    if (ignoring.length > 0) {
      return { ...rest, state: 'ambiguous', candidates: [`${name} was ignored`], ignored: name, exchanges: ignoring }
    }
    if (finding.fact) return finding
    const fact = { names: { [SOURCE]: name } }
    if (shown.length > 0) return { ...rest, state: 'contradicted', fact, exchanges: shown.map(({ seen }) => seen) }
    // A service that does as we assume has no fact.
    const isSaid =
      isOther && finding.state === 'confirmed' && erase.wire.described.body && finding.seen?.only !== 'seen'
    return isSaid ? { ...finding, fact } : finding
  })
}

/** The one member that may limit an erase, or does so by its name. */
function nameOf({ state, candidates = [], fact, seen }: Placed): string | undefined {
  if (state === 'ambiguous') return candidates.length === 1 ? candidates[0] : undefined
  const names = fact?.names as Readonly<Record<string, unknown>> | undefined
  const name = names?.[SOURCE] ?? (fact ? undefined : seen?.at)
  return typeof name === 'string' ? name : undefined
}

/**
 * Erases in one source of items that another one has as well, each between two equal listings of them: those of the source are gone, and
 * the others are there, or not. Nothing else was erased between the two.
 */
function outcomesIn(
  exchanges: readonly SeenExchange[],
  name: string,
  { contract, erase, list }: Operations,
): { seen: SeenExchange; isSpared: boolean }[] {
  if (!list) return []
  const isOf = ({ wire }: FoundRoute, { method, path, status }: SeenExchange) =>
    method === wire.method && path === wire.path && status < 300
  const itemsIn = (seen: SeenExchange) => itemsOf(payloadOf(contract, 'listFeedback', seen, list.route.words).items)
  return exchanges.flatMap((seen, index) => {
    const sources = isOf(erase, seen) ? valuesAt(seen.requestBody, name).flat().map(String) : []
    const before = exchanges.slice(0, index).reverse()
    const after = exchanges.slice(index + 1)
    const isErase = (each: SeenExchange) => isOf(erase, each)
    const last = before.slice(0, endOf(before.findIndex(isErase))).find((each) => isOf(list, each))
    const next = after.slice(0, endOf(after.findIndex(isErase))).find((each) => isOf(list, each))
    if (sources.length !== 1 || !last || !next || !isDeepStrictEqual(last.query, next.query)) return []
    const asked = new Set(textsIn(seen.requestBody).filter((each) => each !== sources[0]))
    const wanted = itemsIn(last).filter(({ ids }) => ids.some((id) => asked.has(id)))
    const left = new Set(itemsIn(next).map(({ key }) => key))
    const own = wanted.filter(({ source }) => source === sources[0])
    const others = wanted.filter(({ source }) => source !== sources[0])
    const isGone = own.length > 0 && own.every(({ key }) => !left.has(key))
    // As the operation has it, with where it was seen.
    const known = erase.wire.exchanges.find(({ requestBody }) => requestBody === seen.requestBody) ?? seen
    return isGone && others.length > 0 ? [{ seen: known, isSpared: others.every(({ key }) => left.has(key)) }] : []
  })
}

const endOf = (index: number) => (index < 0 ? undefined : index)

/** Items that are told apart, with their source and the identifiers that an erase may name. */
function itemsOf(items: unknown): { key: string; source: string; ids: string[] }[] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item) => {
    const { item_id: key, survey_id: source, external_id, customer_id } = item ?? {}
    if (key === undefined || source === undefined) return []
    return [{ key: String(key), source: String(source), ids: [external_id, customer_id].map(String) }]
  })
}
