import type { Factory } from '../../cli/factory.js'
import type { EvidenceKind } from '../../contract/assumptions/observable.js'
import type { SavedDelivery } from '../../truth/learn/evidence/deliveries.js'
import type { Evidence } from '../../truth/learn/learn.js'

/** What a source was found to be. */
export interface Source {
  from: string
  kind: EvidenceKind
  /** How many exchanges or deliveries it has; those of other hosts are left out. */
  count: number
  left_out: number
  /** Origin of the service that was recorded. */
  host?: string
  /** The day its latest part was seen. */
  at: string
}

/** All evidence, and what it was read from. */
export interface Gathered extends Evidence {
  deliveries: readonly SavedDelivery[]
  sources: readonly Source[]
}

/** No evidence at all. */
export const NOTHING: Gathered = { documents: [], traffic: [], deliveries: [], sources: [] }

/** All evidence together. */
export function joined(all: readonly Gathered[]): Gathered {
  return all.reduce(
    (a, b) => ({
      documents: [...a.documents, ...b.documents],
      traffic: [...a.traffic, ...b.traffic],
      deliveries: [...a.deliveries, ...b.deliveries],
      sources: [...a.sources, ...b.sources],
    }),
    NOTHING,
  )
}

/** The day it is, as sources state it. */
export function today({ environment }: Factory): string {
  return dayOf(environment.now())
}

/** The day of a time in milliseconds. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
