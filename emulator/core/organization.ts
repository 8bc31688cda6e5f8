import type { Caps } from '../../src/contract/caps.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { Window } from '../rules/rate-windows.js'
import type { Change } from '../state/change.js'
import type { State } from '../state/state.js'
import type { OrganizationStore, Uploads } from '../store/index.js'
import type { AnalysisCache } from './analysis-cache.js'
import type { EventStream } from './event-stream.js'
import type { Streams } from './randomness-of.js'
import type { RequestLog } from './request-log.js'

/** Counters kept in memory only: a restart may lose them. */
export interface Counters {
  keyWindows: Map<string, Window>
  organizationWindow: Window | undefined
  /** Answers by status, by key (KEY-9). */
  usage: Map<string, Record<string, number>>
  /** When listeners were last heard of, by subscription, on the process clock. */
  heardAt: Map<number, number>
}

/** One organisation while the emulator runs: isolated, with its own data, clock and limits. */
export interface Organization {
  readonly id: number
  /** Replaced after a write failed: read it each time, and wait for the disk at the store that took the commit. */
  readonly store: OrganizationStore<State, Change>
  readonly analysis: AnalysisCache
  readonly requests: RequestLog
  readonly uploads: Uploads
  readonly events: EventStream
  counters: Counters
  readonly randomStreams: Streams
  /** The contract in force; the same for every organisation. */
  readonly contract: Contract
  /** How much is kept of what grows with use; the same for every organisation. */
  readonly caps: Caps
  /**
   * Runs `work` alone: what is decided on a state is committed before the next decision is taken. A store whose disk failed is
   * reopened first; if that fails too, `work` is not started.
   */
  runExclusive<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs `work` alone among all that reads or rewrites every item (erase, restore, snapshot, export), while everything else
   * continues: files of items and history stay if they are. `runExclusive` may be called within it, never the other way round.
   */
  runLong<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when the store can be trusted: memory is not ahead of a disk that failed. */
  reopenAfterFailure(): Promise<void>
  /** Closes the store after all work before it, the long included; it is not opened again. */
  close(): Promise<void>
  /** Jobs that run now, by id. */
  readonly running: Map<string, Promise<void>>
}

/** Empty counters, as after a start or a reset. */
export function emptyCounters(): Counters {
  return {
    keyWindows: new Map(),
    organizationWindow: undefined,
    usage: new Map(),
    heardAt: new Map(),
  }
}

/** A mutex: each piece of work starts when the one before has ended, well or badly. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}
