import { writeDuration } from '../../../base/durations.js'
import { isObject, type JsonObject } from '../../../base/is-object.js'
import { GUESSED_VALUES, GUESSES, type Guess } from '../../../contract/assumptions/values.js'
import type { Contract } from '../../../contract/facts/contract.js'
import type { OperationId } from '../../../contract/operations/index.js'
import type { Provenance, SeenExchange } from '../evidence/evidence.js'
import type { Finding } from '../findings.js'
import type { Probe } from '../probe/probe.js'
import type { Input } from '../probe/probe-requests.js'

export type Behaviour = keyof typeof GUESSED_VALUES

/** What requests told about a behaviour: the values of its fact, or what may be meant. */
export type Told = { values: Readonly<Record<string, unknown>> } | { unclear: string }

/** One row of the tables of conduct: the requests that tell a behaviour, and how their answers are read. */
export interface ConductProbe {
  behaviour: Behaviour
  /** The assumptions that the requests and the reading rest on, or members of them. */
  needs?: readonly string[]
  /** Undefined, where a step before it left nothing to ask about: that is said there. */
  tell(probe: Probe): Promise<Told | undefined>
}

export const rule = (word: string): Told => ({ values: { rule: word } })
export const unclear = (why: string): Told => ({ unclear: why })

/** Asks for one behaviour after the other, and keeps what was told. A row whose request is not known is skipped, and that is said. */
export function askingConduct(rows: readonly ConductProbe[]): ((probe: Probe) => Promise<void>)[] {
  return rows.map(({ behaviour, needs = [], tell }) => async (probe) => {
    const missing = needs.filter((need) => !probe.knows(need))
    if (missing.length > 0) return probe.skip(behaviour, `nothing shows ${missing.join(', ')}`)
    const told = await tell(probe)
    if (told) probe.tell(behaviour, told)
  })
}

/** What was told about a behaviour, and by what. */
export interface ToldConduct {
  behaviour: Behaviour
  told: Told
  from: readonly Provenance[]
}

/** The findings of behaviours: where several kinds of evidence disagree about one, nothing of it is proven. */
export function conductFindings(all: readonly ToldConduct[]): Finding[] {
  const behaviours = [...new Set(all.map(({ behaviour }) => behaviour))]
  return behaviours.map((behaviour): Finding => {
    const own = all.filter((each) => each.behaviour === behaviour)
    const values = own.flatMap(({ told }) => ('values' in told ? Object.entries(told.values) : []))
    const is = { id: `behaviour:${behaviour}`, path: '', from: own.flatMap(({ from }) => from) }
    const known = Object.fromEntries(values)
    const clashes = values.filter(([name, value]) => known[name] !== value)
    if (clashes.length > 0) {
      const candidates = values.map(([name, value]) => `${name} ${value}`)
      return { ...is, state: 'ambiguous', candidates: [...new Set(candidates)] }
    }
    if (values.length === 0) {
      return {
        ...is,
        state: 'ambiguous',
        candidates: own.flatMap(({ told }) => ('unclear' in told ? [told.unclear] : [])),
      }
    }
    const guesses: Readonly<Record<string, unknown>> = GUESSES[behaviour]
    const others = Object.entries(known).filter(([name, value]) => guesses[name] !== value)
    const fact = Object.fromEntries(others.map(([name, value]) => [name, inFile(behaviour, name, value)]))
    return { ...is, ...(others.length === 0 ? { state: 'confirmed' } : { state: 'contradicted', fact }) }
  })
}

/** A value as a file of facts has it: lengths of time as text. */
function inFile(behaviour: Behaviour, name: string, value: unknown): unknown {
  const guesses: Readonly<Record<string, Guess>> = GUESSED_VALUES[behaviour]
  return guesses[name]?.kind === 'duration' ? writeDuration(value as number) : value
}

/** Findings of behaviours that several kinds of evidence show: where they disagree, none of them is proven. */
export function agreed(findings: readonly Finding[]): Finding[] {
  const ids = [...new Set(findings.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const all = findings.filter((each) => each.id === id)
    const settled = all.filter(({ state }) => state !== 'ambiguous')
    const [first, ...others] = new Set(settled.map(({ fact }) => JSON.stringify(fact ?? {})))
    if (first === undefined) return all
    if (others.length === 0) return settled
    const candidates = [first, ...others]
    return [{ id, path: '', state: 'ambiguous', candidates, from: all.flatMap(({ from = [] }) => from) }]
  })
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

/** Asks twice: as it is, and changed in one thing. Undefined where the first is not taken, so that the second tells nothing. */
export async function beside(
  probe: Probe,
  id: OperationId,
  input: Input,
  changed: Input,
): Promise<SeenExchange | undefined> {
  const control = await probe.aside(id, input)
  return isTaken(control) ? probe.aside(id, changed) : undefined
}

/** A member of a payload that is a number. */
export function numberOf(payload: JsonObject, name: string): number | undefined {
  const value = payload[name]
  return typeof value === 'number' ? value : undefined
}
