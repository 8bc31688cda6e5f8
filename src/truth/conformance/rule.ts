import type { Probe } from './probe.js'

/** A rule of the interface and how it is looked at. */
export interface Rule {
  /** In rules.tsv. */
  id: string
  /** Sends more than GETs: what must be refused, dry runs, questions. It stores something only where the service is wrong. */
  writes?: true
  /** Throws `Broken` where the service does not keep the rule, `NotLooked` where that cannot be seen. */
  look(probe: Probe): Promise<void> | void
}

/** The service does not keep a rule. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

/** A rule could not be looked at here. */
export class NotLooked extends Error {
  override readonly name = 'NotLooked'
}

/** Throws `Broken` with what was seen unless the condition holds. */
export function must(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Broken(seen)
}

/** A rule that only reads. */
export function rule(id: string, look: Rule['look']): Rule {
  return { id, look }
}

/** A rule that sends more than GETs, and changes nothing. */
export function refusalRule(id: string, look: Rule['look']): Rule {
  return { id, writes: true, look }
}
