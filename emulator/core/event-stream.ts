import type { StreamEvent } from '../../src/contract/control/stream.js'
import type { Change } from '../state/change.js'
import type { LogEntry } from '../store/index.js'
import type { LoggedRequest } from './request-log.js'

/** Something that just happened in an organisation. */
export type OrganizationActivity =
  | { kind: 'request'; entry: LoggedRequest }
  | { kind: 'change'; entry: LogEntry; changes: readonly Change[] }

/** An event of an organisation's stream, or that the organisation was deleted. */
export type OrganizationEvent = { orgId: string } & (StreamEvent | { event: 'deleted' })

/** Passes on what happens, as it happens; nothing is kept. */
export interface EventStream {
  publish(activity: OrganizationActivity): void
  /** Calls `listener` from now on; the returned function ends that. Of too many with `disconnect`, the first is disconnected. */
  subscribe(listener: Listener, disconnect?: () => void): () => void
}

type Listener = (activity: OrganizationActivity) => void

/** A stream without listeners. */
export function createEventStream(mostReaders: number): EventStream {
  const listeners = new Map<Listener, (() => void) | undefined>()
  return {
    publish(activity) {
      for (const listener of listeners.keys()) listener(activity)
    },
    subscribe(listener, disconnect) {
      listeners.set(listener, disconnect)
      const readers = [...listeners.values()].filter((each) => each !== undefined)
      if (readers.length > mostReaders) readers[0]!()
      return () => void listeners.delete(listener)
    },
  }
}
