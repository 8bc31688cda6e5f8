import type { JsonObject } from '../../../base/is-object.js'
import type { Contract } from '../../../contract/facts/contract.js'
import { contractWith } from '../../../contract/facts/contract-with.js'
import type { Facts } from '../../../contract/facts/facts.js'
import type { Asked } from '../../../contract/facts/paging.js'
import { withTimeUnit } from '../../../contract/facts/time-units.js'
import type { OperationId } from '../../../contract/operations/index.js'
import type { Behaviour, Observed, ObservedConduct } from '../conduct/conduct.js'
import type { SeenExchange } from '../evidence/evidence.js'
import { openOperations } from '../evidence/read-operations.js'
import { type Evidence, type Kept, type Learned, learn } from '../learn.js'
import { factsOf } from '../verdicts.js'
import { type Found, isKnown, refusedWrites } from './found.js'
import { eraseInHaste } from './probe-erase.js'
import { READS } from './probe-reads.js'
import {
  exchangeOf,
  type Input,
  nextCursor,
  type ProbeAnswer,
  type ProbeRequest,
  payloadOf,
  requestOf,
} from './probe-requests.js'
import { WRITES } from './probe-writes.js'

interface ProbeOptions {
  send: (request: ProbeRequest) => Promise<ProbeAnswer>
  /** Sends what takes away again what was made, after the rest has failed or was to stop; absent: as all else. */
  sendLast?: (request: ProbeRequest) => Promise<ProbeAnswer>
  /** Waits between two looks at a task; absent: not at all. */
  wait?: (ms: number) => Promise<void>
  /** The same, after the rest has failed or was to stop; absent: as all else. */
  waitLast?: (ms: number) => Promise<void>
  /** Also what creates, pushes and erases, with keys of a test environment only. */
  writes: boolean
  /** Epoch milliseconds. */
  now: number
  /** What a person wrote: it outranks what is learned. */
  facts?: Facts
}

export interface ProbeStep {
  what: string
  /** Why it was not done; absent if it was. */
  skipped?: string
}

export interface Probed {
  /** With what was seen, for `learn`. */
  evidence: Evidence
  learned: Learned
  steps: readonly ProbeStep[]
  /** Writes that were refused each time, with the last status: `createGroup 403`. */
  refusedWrites: readonly string[]
  /** What the probes made and could not take away again. */
  left: readonly string[]
  /** Why the rest was not asked: no answer came, or the command was asked to stop. */
  failed?: { error: unknown }
}

/** What a step works with. */
export interface Probe {
  readonly now: number
  /** What a probe has found so far, for the steps after it. */
  readonly found: Found
  contract(): Contract
  /** All that is known by now. */
  learned(): Learned
  /**
   * Asks an operation and keeps what is seen. Undefined, and said so, where its request is not known: `needs` are the assumptions that
   * it rests on, or members of them (`query:listFeedback survey_id`).
   */
  ask(id: OperationId, input: Input, needs?: readonly string[]): Promise<SeenExchange | undefined>
  payload(id: OperationId, seen: SeenExchange | undefined): Record<string, unknown>
  /** Our cursor of the page after one that was asked for so; undefined after the last. */
  next(id: OperationId, seen: SeenExchange | undefined, asked: Asked): string | undefined
  /** Sends a request that is none of a contract, and keeps what is answered. */
  send(request: ProbeRequest): Promise<SeenExchange>
  /**
   * Makes a request that shows conduct alone; its answer is not kept, for it may hold what no other does. `wire`: members of its
   * body beside ours.
   */
  trial(id: OperationId, input: Input, wire?: JsonObject): Promise<SeenExchange | undefined>
  /** The same of a request that is none of a contract. */
  sendTrial(request: ProbeRequest): Promise<SeenExchange>
  /** Keeps what a trial was found to show. */
  keep(seen: SeenExchange): void
  /** Notes what requests showed of a behaviour. */
  noteConduct(behaviour: Behaviour, observed: Observed): void
  skip(what: string, why: string): void
  knows(...needs: readonly string[]): boolean
  /** What an assumption may be, as long as evidence leaves it open. */
  candidatesOf(id: string): readonly string[]
  /** What is known of an assumption. */
  factOf(id: string): Record<string, unknown> | undefined
  wait(ms: number): Promise<void>
  /** Says that something stays in the service, from before it is sent: its answer may never come. */
  leave(what: string): void
  /** Takes that back: it was refused, or is gone again. */
  gone(what: string): void
}

/**
 * Asks a service what evidence leaves open, a step at a time, under the contract that is known by then; after each step all is learned
 * again. A request that is not known is not sent.
 */
export async function probe(evidence: Evidence, options: ProbeOptions): Promise<Probed> {
  const steps: ProbeStep[] = []
  const left = new Set<string>()
  const answered = new Map<OperationId, number>()
  const knowledge = openKnowledge(evidence, options.facts)
  const line: Line = { send: options.send, wait: options.wait }
  const worker = openWorker(options, line, { knowledge, steps, answered, left })
  const done = (failed?: { error: unknown }): Probed => {
    const all = knowledge.gathered()
    return {
      evidence: all,
      learned: learn(all),
      steps,
      refusedWrites: refusedWrites(answered),
      left: [...left],
      ...(failed ? { failed } : {}),
    }
  }
  try {
    for (const step of READS) await step(worker)
    if (options.writes && worker.found.environment !== 'test') steps.push({ what: 'writes', skipped: NOT_A_TEST })
    else if (options.writes) {
      knowledge.write()
      for (const step of WRITES) await step(worker)
    }
    return done()
  } catch (error) {
    line.send = options.sendLast ?? options.send
    line.wait = options.waitLast ?? options.wait
    if (worker.found.isPushed) await eraseInHaste(worker).catch(() => undefined)
    return done({ error })
  }
}

const NOT_A_TEST = 'only with a key of a test environment'

type Knowledge = ReturnType<typeof openKnowledge>

/** All that was seen, and what is known by it. */
function openKnowledge(evidence: Evidence, facts: Facts | undefined) {
  const seen: Record<'probe' | 'probe-writes', SeenExchange[]> = { probe: [], 'probe-writes': [] }
  let kind: keyof typeof seen = 'probe'
  const observed: ObservedConduct[] = []
  const gathered = (): Evidence => ({
    ...evidence,
    conduct: [...(evidence.conduct ?? []), ...observed],
    traffic: [
      ...evidence.traffic,
      ...(['probe', 'probe-writes'] as const)
        .filter((each) => seen[each].length > 0)
        .map((each) => ({ exchanges: seen[each], from: { from: each, kind: each } })),
    ],
  })
  let known: { learned: Learned; contract: Contract } | undefined
  const kept: Kept = { slots: new Map(), operations: openOperations() }
  /** What is known by now: learned again where something was seen since. */
  const now = () => {
    if (known) return known
    const learned = learn(gathered(), kept)
    known = { learned, contract: contractWith(sendable({ ...factsOf(learned.verdicts), ...facts })) }
    return known
  }
  return {
    gathered,
    now,
    /** A refusal changes no request: it is learned in the end. */
    keep(exchange: SeenExchange) {
      seen[kind].push(exchange)
      if (exchange.status < 400) known = undefined
    },
    /** Conduct changes no request: it is learned in the end. */
    noteConduct(behaviour: Behaviour, what: Observed) {
      observed.push({ behaviour, observed: what, from: [{ from: kind, kind }] })
    },
    /** What is seen from now on is of writes. */
    write() {
      kind = 'probe-writes'
    },
  }
}

type Line = Pick<ProbeOptions, 'send' | 'wait'>

interface Notes {
  knowledge: Knowledge
  steps: ProbeStep[]
  /** The status of each operation: that of a success, if there was one. */
  answered: Map<OperationId, number>
  left: Set<string>
}

function openWorker(options: ProbeOptions, line: Line, { knowledge, steps, answered, left }: Notes): Probe {
  const { now, keep, noteConduct } = knowledge
  const exchange = async (request: ProbeRequest) => exchangeOf(request, await line.send(request))
  const send = async (request: ProbeRequest) => {
    const seen = await exchange(request)
    keep(seen)
    return seen
  }
  const under = (facts?: Facts) =>
    facts ? contractWith(sendable({ ...factsOf(now().learned.verdicts), ...options.facts, ...facts })) : now().contract
  const knows = (...needs: readonly string[]) => needs.every((need) => isKnown(now().learned, need, options.facts))
  return {
    now: options.now,
    keep,
    learned: () => now().learned,
    found: { questions: [], items: new Set(), tasks: new Set(), uploads: [] },
    contract: () => now().contract,
    async ask(id, input, needs = []) {
      const missing = needs.filter((need) => !knows(need))
      if (missing.length > 0) {
        steps.push({ what: id, skipped: `nothing shows ${missing.join(', ')}` })
        return undefined
      }
      const seen = await send(requestOf(now().contract, id, input))
      if ((answered.get(id) ?? 500) >= 300) answered.set(id, seen.status)
      steps.push({ what: `${id} ${seen.status}` })
      return seen
    },
    async trial(id, input, wire) {
      const seen = await exchange(requestOf(under(input.facts), id, input, wire))
      steps.push({ what: `${id} ${seen.status}` })
      return seen
    },
    sendTrial: exchange,
    noteConduct,
    payload: (id, seen) => (seen ? payloadOf(now().contract, id, seen) : {}),
    next: (id, seen, asked) => (seen ? nextCursor(now().contract, id, seen, asked) : undefined),
    send,
    skip: (what, why) => void steps.push({ what, skipped: why }),
    knows,
    candidatesOf: (id) => now().learned.verdicts.find((each) => each.id === id)?.candidates ?? [],
    factOf: (id) => options.facts?.[id] ?? now().learned.verdicts.find((each) => each.id === id)?.fact,
    wait: async (ms) => line.wait?.(ms),
    leave: (what) => void left.add(what),
    gone: (what) => void left.delete(what),
  }
}

/** Facts to send requests by: a time of an unknown unit is sent as the interface has it, for a number that is taken would prove nothing. */
function sendable(facts: Facts): Facts {
  return withTimeUnit(facts, undefined)
}
