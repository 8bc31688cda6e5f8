import type { LoggedRequest } from '../../emulator/index.js'
import type { ClockRecord } from '../contract/control/clock.js'
import type { ListedSource } from '../contract/control/feedback.js'
import type { DeliverySummary } from '../contract/control/stream.js'

export const TABS = ['requests', 'deliveries', 'sources'] as const
export type Tab = (typeof TABS)[number]

/** So many of the newest are kept to be looked at. */
const KEPT = 1_000

/** Everything the live view shows. */
export interface LiveState {
  tab: Tab
  /** Newest first, all three. */
  requests: readonly LoggedRequest[]
  deliveries: readonly DeliverySummary[]
  sources: readonly ListedSource[]
  /** Requests seen since the start. */
  count: number
  clock: ClockRecord | undefined
  /** What the last answer said of the limits. */
  limits: string
  /** How the lists stood when they were paused; new ones wait behind it. */
  paused: Pick<LiveState, 'requests' | 'deliveries'> | undefined
  selected: number
  /** Lines scrolled in what is open; undefined where nothing is. */
  openAt: number | undefined
  filter: string
  /** A line that is being typed. */
  typing: { what: 'filter' | 'advance'; text: string } | undefined
  said: string
}

/** The view before anything came. */
export const NOTHING_SEEN: LiveState = {
  tab: 'requests',
  requests: [],
  deliveries: [],
  sources: [],
  count: 0,
  clock: undefined,
  limits: '',
  paused: undefined,
  selected: 0,
  openAt: undefined,
  filter: '',
  typing: undefined,
  said: '',
}

/** A request came in front; what is chosen stays chosen. */
export function withRequest(state: LiveState, entry: LoggedRequest): LiveState {
  const isReading = state.tab === 'requests' && !state.paused && (state.selected > 0 || state.openAt !== undefined)
  const moves = isReading && isFound(entry, state.filter) ? 1 : 0
  return {
    ...state,
    requests: [entry, ...state.requests].slice(0, KEPT),
    count: state.count + 1,
    limits: limitsOf(entry) ?? state.limits,
    selected: state.selected + moves,
  }
}

/** A delivery came in front, or in the place of how it stood before. */
export function withDelivery(state: LiveState, delivery: DeliverySummary): LiveState {
  const at = state.deliveries.findIndex(({ id }) => id === delivery.id)
  const deliveries = at < 0 ? [delivery, ...state.deliveries].slice(0, KEPT) : state.deliveries.with(at, delivery)
  return { ...state, deliveries }
}

/** The rows of the list on show that the filter leaves. */
export function rowsOf(state: LiveState): readonly (LoggedRequest | DeliverySummary | ListedSource)[] {
  const { requests, deliveries } = state.paused ?? state
  const rows = { requests, deliveries, sources: state.sources }[state.tab]
  return state.filter === ''
    ? rows
    : ((rows as readonly object[]).filter((row) => isFound(row, state.filter)) as typeof rows)
}

/** The request that is chosen; undefined where another list is on show or nothing is there. */
export function chosenRequest(state: LiveState): LoggedRequest | undefined {
  return state.tab === 'requests' ? (rowsOf(state)[state.selected] as LoggedRequest | undefined) : undefined
}

function isFound(row: object, filter: string): boolean {
  const { path, method, status, operation, hints, event, id, state, source_title } = row as Record<string, unknown>
  const text = [method, path, status, operation, hints, event, id, state, source_title].flat().join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function limitsOf({ responseHeaders }: LoggedRequest): string | undefined {
  const limit = responseHeaders['X-RateLimit-Limit']
  const remaining = responseHeaders['X-RateLimit-Remaining']
  return limit === undefined ? undefined : `${remaining}/${limit} left`
}
