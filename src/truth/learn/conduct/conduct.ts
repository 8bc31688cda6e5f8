import { writeDuration } from '../../../base/durations.js'
import { isObject, type JsonObject } from '../../../base/is-object.js'
import { GUESSED_VALUES, GUESSES, type Guess } from '../../../contract/assumptions/values.js'
import type { Contract } from '../../../contract/facts/contract.js'
import type { Provenance, SeenExchange } from '../evidence/evidence.js'
import type { Finding } from '../findings.js'
import type { Probe } from '../probe/probe.js'

export type Behaviour = keyof typeof GUESSED_VALUES

/** What requests show of a behaviour: the values of its fact, or what may be meant. */
export type Observed = { values: Readonly<Record<string, unknown>> } | { unclear: string }

/** One row of the tables of conduct: the requests that show a behaviour, and how their answers are read. */
export interface ConductProbe {
  behaviour: Behaviour
  /** The assumptions that the requests and the reading rest on, or members of them. */
  needs?: readonly string[]
  /** Undefined, where a step before it left nothing to ask about: that is said there. */
  observe(probe: Probe): Promise<Observed | undefined>
}

export const rule = (word: string): Observed => ({ values: { rule: word } })
export const unclear = (why: string): Observed => ({ unclear: why })

/** The steps that ask for one behaviour after the other, and note what shows. A row whose request is not known is skipped, and that is said. */
export function conductSteps(rows: readonly ConductProbe[]): ((probe: Probe) => Promise<void>)[] {
  return rows.map(({ behaviour, needs = [], observe }) => async (probe) => {
    const missing = needs.filter((need) => !probe.knows(need))
    if (missing.length > 0) return probe.skip(behaviour, `nothing shows ${missing.join(', ')}`)
    const observed = await observe(probe)
    if (observed && 'unclear' in observed) probe.skip(behaviour, observed.unclear)
    else if (observed) probe.noteConduct(behaviour, observed)
  })
}

/** What was observed of a behaviour, and in what. */
export interface ObservedConduct {
  behaviour: Behaviour
  observed: Observed
  from: readonly Provenance[]
}

/**
 * The findings of behaviours: where several kinds of evidence disagree about one, nothing of it is proven. What requests were made
 * for and did not show was not seen: there is nothing to choose from.
 */
export function conductFindings(all: readonly ObservedConduct[]): Finding[] {
  const behaviours = [...new Set(all.map(({ behaviour }) => behaviour))]
  return behaviours.flatMap((behaviour): Finding[] => {
    const own = all.filter((each) => each.behaviour === behaviour)
    const values = own.flatMap(({ observed }) => ('values' in observed ? Object.entries(observed.values) : []))
    const is = { id: `behaviour:${behaviour}`, path: '', from: own.flatMap(({ from }) => from) }
    const known = Object.fromEntries(values)
    const clashes = values.filter(([name, value]) => known[name] !== value)
    if (clashes.length > 0) {
      const candidates = values.map(([name, value]) => `${name} ${value}`)
      return [{ ...is, state: 'ambiguous', candidates: [...new Set(candidates)] }]
    }
    if (values.length === 0) return []
    const guesses: Readonly<Record<string, unknown>> = GUESSES[behaviour]
    const others = Object.entries(known).filter(([name, value]) => guesses[name] !== value)
    const fact = Object.fromEntries(others.map(([name, value]) => [name, inFile(behaviour, name, value)]))
    return [{ ...is, ...(others.length === 0 ? { state: 'confirmed' } : { state: 'contradicted', fact }) }]
  })
}

/** A value as a file of facts has it: lengths of time as text. */
function inFile(behaviour: Behaviour, name: string, value: unknown): unknown {
  const guesses: Readonly<Record<string, Guess>> = GUESSED_VALUES[behaviour]
  return guesses[name]?.kind === 'duration' ? writeDuration(value as number) : value
}

export const isTaken = (seen: SeenExchange | undefined): boolean => seen !== undefined && seen.status < 300

/** Statuses of refusals that say nothing of what a request holds: no key, no right, not there, too many. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 408, 413, 415, 429])

/** Whether a request was refused for what it holds, as far as a status tells; the control beside it tells the rest. */
export function isRefused(seen: SeenExchange | undefined): boolean {
  return seen !== undefined && seen.status >= 400 && seen.status < 500 && !OTHER_REASONS.has(seen.status)
}

/** The code of a refusal, as it was sent. */
export function codeOf(seen: SeenExchange | undefined): string {
  const { error } = isObject(seen?.responseBody) ? seen.responseBody : { error: undefined }
  return isObject(error) && typeof error.code === 'string' ? error.code : ''
}

/** Our name of what a request was refused for. */
export function refusalOf(contract: Contract, seen: SeenExchange | undefined): string {
  return seen && seen.status >= 400 ? contract.errorCode(seen.status, codeOf(seen)) : ''
}

/** A member of a payload that is a number. */
export function numberOf(payload: JsonObject, name: string): number | undefined {
  const value = payload[name]
  return typeof value === 'number' ? value : undefined
}
