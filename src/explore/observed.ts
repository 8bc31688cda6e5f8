import type { OperationId } from '../contract/operations/index.js'
import type { EndState } from './end-state.js'

/** One thing that is done to one request, or to one webhook delivery, of a run. */
export interface Disturbance {
  kind: DisturbanceName
  /** The id of the organisation it is done to: the default one, or one that the command makes. */
  organization: string
  operation: OperationId | 'webhook'
  /** Which request of that operation in its organisation, from 0, in the order in which they arrive. */
  nth: number
  /** The same request counted among those of all operations there. */
  index: number
}

/** The names of the disturbances, the most telling first: the matrix is searched in this order. */
export const DISTURBANCE_NAMES = [
  'response-lost',
  'limited',
  'html',
  'bulk-to-task',
  'wrapped',
  'webhook-duplicated',
  'webhook-respelled',
  'webhook-reordered',
  'unknown-member',
  'key-rotated',
  'truncated',
  'request-lost',
  'unavailable',
  'slow-task',
  'sync-timeout',
  'connection-reset',
  'unknown-value',
  'unknown-event',
  'webhook-late',
  'delayed',
  'restarted',
  'clock-jump',
] as const
export type DisturbanceName = (typeof DISTURBANCE_NAMES)[number]

/** A request as the emulator saw it. */
export interface ObservedRequest {
  /** The id of the organisation of its key; the default one if none is known. */
  organization: string
  operation: OperationId | null
  method: string
  path: string
  status: number
  /** Milliseconds since the command started. */
  arrivedMs: number
  answeredMs: number
  keyId: string | null
  idempotencyKey: string | undefined
  /** Seconds, as the response said. */
  retryAfter: number | undefined
  body: string | null
  answer: string | null
  /** Places in the list of disturbances that hit it. */
  struck: readonly number[]
}

/** What was sent to a receiver, and what it answered; null where it did not. */
export interface ObservedDelivery {
  organization: string
  event: string
  statuses: readonly (number | null)[]
}

/** One run of the command. */
export interface Run {
  /** Its exit code; null if it had to be stopped. */
  exitCode: number | null
  ms: number
  /** In the order in which they arrived. */
  requests: readonly ObservedRequest[]
  deliveries: readonly ObservedDelivery[]
  /** When the command ended, and when the service had nothing left to do. */
  atEnd: EndState
  settled: EndState
  /** What the command that shows the end state printed, and its exit code. */
  stateOutput: string | undefined
  stateCode: number | null | undefined
  /** Places of disturbances that met nothing: the command sent fewer requests than before. */
  missed: readonly number[]
  /** The last lines the command printed. */
  lastWords: readonly string[]
}

/** The requests of a run in the order in which they arrived. */
export function inOrder(requests: readonly ObservedRequest[]): ObservedRequest[] {
  return [...requests].sort((a, b) => a.arrivedMs - b.arrivedMs)
}

/** The id of the organisation that every emulator has. */
export const DEFAULT_ORGANIZATION = '1'

/** Whether two requests ask for the same thing of the same organisation. */
export function isRepeat(a: ObservedRequest, b: ObservedRequest): boolean {
  const isSamePlace = a.organization === b.organization && a.operation === b.operation
  return isSamePlace && a.method === b.method && a.path === b.path && a.body === b.body
}
