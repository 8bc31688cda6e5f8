import type { LoggedRequest } from '../../emulator/index.js'
import { DEFAULT_ORGANIZATION } from '../config/running-emulator.js'
import { CAPS } from '../contract/caps.js'
import type { ClockRecord } from '../contract/control/clock.js'
import type { ListedSource } from '../contract/control/feedback.js'
import type { RequestRecord } from '../contract/control/requests.js'
import type { DeliverySummary } from '../contract/control/stream.js'

export const TABS = ['requests', 'deliveries', 'sources'] as const
export type Tab = (typeof TABS)[number]

/** This many of the newest are kept to be looked at, without bodies: those are asked for when one is opened. */
const KEPT = CAPS.shownRows.most

/** What an answer said of the rate limit: requests left, of how many, until when (epoch, ms). */
export interface LimitsLeft {
  left: string
  of: string
  until: number
}

type Owned<T> = T & { orgId: string }
export type RequestRow = Owned<
  Pick<LoggedRequest, 'id' | 'at' | 'method' | 'path' | 'operation' | 'status' | 'ms' | 'hints' | 'refusal'>
> & { limits: LimitsLeft | undefined }
export type DeliveryRow = Owned<DeliverySummary>
export type SourceRow = Owned<ListedSource>
export type LiveRow = RequestRow | DeliveryRow | SourceRow

/** A request that is looked at: where, and what was found. */
export interface OpenRequest {
  orgId: string
  id: string
  /** Lines scrolled. */
  at: number
  /** Undefined until it has come. */
  record: RequestRecord | undefined
}

/** Everything the live view shows. */
export interface LiveState {
  tab: Tab
  /** The one organisation whose rows are on show; undefined if all are. */
  org: { id: string; name: string } | undefined
  /** Whether more than one organisation has been seen, so that each row tells its own. */
  hasMany: boolean
  /** Newest first, all three. */
  requests: readonly RequestRow[]
  deliveries: readonly DeliveryRow[]
  sources: readonly SourceRow[]
  /** Requests seen since the start. */
  count: number
  /** That of the organisation on show, or of the default one. */
  clock: ClockRecord | undefined
  /** How the lists stood when they were paused; new ones wait behind it. */
  paused: Pick<LiveState, 'requests' | 'deliveries'> | undefined
  selected: number
  opened: OpenRequest | undefined
  filter: string
  /** A line that is being typed. */
  typing: { what: 'filter' | 'advance' | 'org'; text: string } | undefined
  /** Whether the keys are explained in place of the list. */
  showsKeys: boolean
  said: string
  /** The data folder that commands must name; absent where they find the emulator by themselves. */
  data?: string | undefined
}

/** The view before anything came. */
export const NOTHING_SEEN: LiveState = {
  tab: 'requests',
  org: undefined,
  hasMany: false,
  requests: [],
  deliveries: [],
  sources: [],
  count: 0,
  clock: undefined,
  paused: undefined,
  selected: 0,
  opened: undefined,
  filter: '',
  typing: undefined,
  showsKeys: false,
  said: '',
}

const DEFAULT = String(DEFAULT_ORGANIZATION)

/** The organisation that a key press is about. */
export const orgOf = ({ org }: LiveState): string => org?.id ?? DEFAULT

/** A request came in front; what is chosen stays chosen. */
export function withRequest(state: LiveState, entry: LoggedRequest): LiveState {
  const { id, orgId, at, method, path, operation, status, ms, hints, refusal } = entry
  const row = { id, orgId, at, method, path, operation, status, ms, hints, refusal, limits: limitsOf(entry) }
  const requests = [row, ...state.requests].slice(0, KEPT)
  return { ...state, ...seen(state, orgId), requests, count: state.count + 1, selected: kept(state, 'requests', row) }
}

/** A delivery came in front, or in the place of how it stood before. */
export function withDelivery(state: LiveState, delivery: DeliveryRow): LiveState {
  const at = state.deliveries.findIndex(({ id, orgId }) => id === delivery.id && orgId === delivery.orgId)
  if (at >= 0) return { ...state, deliveries: state.deliveries.with(at, delivery) }
  const deliveries = [delivery, ...state.deliveries].slice(0, KEPT)
  return { ...state, ...seen(state, delivery.orgId), deliveries, selected: kept(state, 'deliveries', delivery) }
}

/** The sources of some organisations as they are now. */
export function withSources(state: LiveState, fresh: ReadonlyMap<string, readonly ListedSource[]>): LiveState {
  const others = state.sources.filter(({ orgId }) => !fresh.has(orgId))
  const own = [...fresh].flatMap(([orgId, sources]) => sources.map((source) => ({ ...source, orgId })))
  const sources = [...others, ...own].sort((a, b) => Number(a.orgId) - Number(b.orgId))
  return { ...state, hasMany: state.hasMany || own.some(({ orgId }) => orgId !== DEFAULT), sources }
}

/** The rows of the list on show that the organisation and the filter leave. */
export function shownRows(state: LiveState): readonly LiveRow[] {
  const { requests, deliveries } = state.paused ?? state
  const rows: readonly LiveRow[] = { requests, deliveries, sources: state.sources }[state.tab]
  return state.filter === '' && !state.org ? rows : rows.filter((row) => isWanted(row, state))
}

/** The row that is chosen, where the list on show has one. */
export const chosenRow = (state: LiveState): LiveRow | undefined => shownRows(state)[state.selected]

function seen({ hasMany }: LiveState, orgId: string): Pick<LiveState, 'hasMany'> {
  return { hasMany: hasMany || orgId !== DEFAULT }
}

/** The place of the chosen row after another came in front of it. */
function kept(state: LiveState, tab: Tab, row: LiveRow): number {
  const isReading = state.tab === tab && !state.paused && (state.selected > 0 || state.opened !== undefined)
  return isReading && isWanted(row, state) ? Math.min(state.selected + 1, KEPT - 1) : state.selected
}

function isWanted(row: LiveRow, { filter, org }: LiveState): boolean {
  return (org === undefined || row.orgId === org.id) && (filter === '' || isFound(row, filter))
}

function isFound(row: object, filter: string): boolean {
  const { path, method, status, operation, hints, refusal, event, id, state, source_title, orgId } = row as Record<
    string,
    unknown
  >
  const words = [method, path, status, operation, refusal, hints, event, id, state, source_title, `#${orgId}`]
  const text = words.flat().join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function limitsOf({ responseHeaders }: LoggedRequest): LimitsLeft | undefined {
  const of = responseHeaders['X-RateLimit-Limit']
  const left = responseHeaders['X-RateLimit-Remaining']
  const until = Number(responseHeaders['X-RateLimit-Reset']) * 1_000
  return of === undefined || left === undefined ? undefined : { left, of, until }
}
