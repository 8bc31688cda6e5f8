import { getOrAdd } from '../../../base/get-or-add.js'
import type { JsonObject } from '../../../base/is-object.js'
import { type LastMade, lastMade } from '../../../base/last-made.js'
import { describedOperations } from './describe.js'
import type { Provenance, SeenExchange, WireOperation } from './evidence.js'
import { mergeOperations, seenOperations } from './traffic.js'

interface Sources {
  documents: readonly { root: JsonObject; from: Provenance }[]
  traffic: readonly { exchanges: readonly SeenExchange[]; from: Provenance }[]
}

/** Operations that were read before: those of which nothing more was seen are the very same again. */
export interface KeptOperations {
  described: LastMade<object, readonly WireOperation[]>
  seen: Map<object, LastMade<SeenExchange, WireOperation>>
  merged: LastMade<WireOperation, WireOperation>
}

/** Returns what keeps nothing yet. */
export function openOperations(): KeptOperations {
  return { described: lastMade(), seen: new Map(), merged: lastMade() }
}

/** The operations that documents and traffic show together, and those of the traffic alone. */
export function readOperations({ documents, traffic }: Sources, kept: KeptOperations = openOperations()) {
  const roots = documents.map(({ root }) => root)
  const described = kept.described('', roots, () =>
    documents.flatMap(({ root, from }) => describedOperations(root, from)),
  )
  const seen = traffic.flatMap(({ exchanges, from }) =>
    seenOperations(exchanges, described, from, getOrAdd(kept.seen, exchanges, lastMade)),
  )
  return { wires: mergeOperations([...described, ...seen], kept.merged), seen }
}
