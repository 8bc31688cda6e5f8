import type { Provenance, SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Finding } from './findings.js'
import { valuesAt } from './match/values.js'

/** A finding with the operation that shows it; undefined where it is about none alone. */
export type Placed = Finding & { wire: WireOperation | undefined }

/**
 * The sources that show findings about one assumption, with how often each does, and the day it did last. A description shows it once
 * for each operation; a source that only has other requests of the operation shows nothing of it.
 */
export function sightingsOf(findings: readonly Placed[]): Provenance[] {
  const sources = new Map(findings.flatMap(sourcesOf).map((each) => [each.from, each]))
  const exchanges = new Set(findings.flatMap(exchangesOf))
  const found = [...sources.values()].map((source) => {
    const own = [...exchanges].filter(({ seenIn }) => seenIn === source.from)
    const days = own.flatMap(({ seenOn }) => seenOn ?? []).sort()
    const described = new Set(findings.filter((each) => isFrom(each, source)).map(({ wire }) => wire)).size
    const times = source.kind === 'description' ? described : own.length
    return { ...source, ...(times > 0 && { times }), ...(days.length > 0 && { at: days.at(-1)! }) }
  })
  const seen = found.filter(({ times }) => times !== undefined)
  return seen.length > 0 ? seen : found
}

function sourcesOf({ from, wire, seen }: Placed): readonly Provenance[] {
  const isDescribed = !wire || !seen || (wire.described[seen.slot] && seen.only !== 'seen')
  return (from ?? wire?.from ?? []).filter(({ kind }) => kind !== 'description' || isDescribed)
}

const isFrom = (finding: Placed, { from }: Provenance) => sourcesOf(finding).some((each) => each.from === from)

/** The requests and answers that show a finding: of a member those that have it. What none has is described, or absent from all. */
function exchangesOf({ exchanges, wire, seen }: Placed): readonly SeenExchange[] {
  if (exchanges) return exchanges
  const all = wire?.exchanges ?? []
  if (!seen) return all
  const taken = all.filter(({ status }) => status < 300)
  const { slot, at } = seen
  const having = at === undefined ? [] : taken.filter((each) => valuesAt(partOf(each, slot), at).length > 0)
  return having.length > 0 ? having : wire?.described[slot] ? [] : taken
}

function partOf({ query, requestBody, responseBody }: SeenExchange, slot: 'query' | 'body' | 'result'): unknown {
  return { query, body: requestBody, result: responseBody }[slot]
}
