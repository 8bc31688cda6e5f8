import type { StreamEvent } from '../../src/contract/control/stream.js'
import type { Change } from '../state/change.js'
import type { LogEntry } from '../store/index.js'
import type { LoggedRequest } from './request-log.js'

/** Something that just happened in an organisation. */
export type OrganizationActivity =
  | { kind: 'request'; entry: LoggedRequest }
  | { kind: 'change'; entry: LogEntry; changes: readonly Change[] }

/** What the stream of an organisation tells, or that there is no such organisation any more. */
export type OrganizationNews = { orgId: string } & (StreamEvent | { event: 'deleted' })

/** Tells whoever listens what happens, as it happens; nothing is kept. */
export interface EventStream {
  publish(news: OrganizationActivity): void
  /** Calls `listener` from now on; the returned function ends that. Of too many that can be sent away, the one that came first is. */
  subscribe(listener: (news: OrganizationActivity) => void, sendAway?: () => void): () => void
}

/** A feed nobody listens to yet. */
export function createEventStream(mostReaders: number): EventStream {
  const listeners = new Map<(news: OrganizationActivity) => void, (() => void) | undefined>()
  return {
    publish(news) {
      for (const listener of listeners.keys()) listener(news)
    },
    subscribe(listener, sendAway) {
      listeners.set(listener, sendAway)
      const readers = [...listeners.values()].filter((each) => each !== undefined)
      if (readers.length > mostReaders) readers[0]!()
      return () => void listeners.delete(listener)
    },
  }
}
