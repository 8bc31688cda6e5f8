import { parseJson } from '../../src/base/parse-json.js'
import { type Change, put } from '../state/change.js'
import { jobOrder } from '../state/job-order.js'
import type { Delivery, Fault, Job, State } from '../state/state.js'
import { attemptJobId } from './deliveries.js'
import { type FaultTarget, matchesTarget } from './fault-match.js'

/** What faults make of an attempt: it is sent, sent twice or with an unknown event, lost on its way, or sent later. */
export type FaultOutcome = { kind: 'send' | 'twice' | 'later' | 'and unknown' } | { kind: 'drop'; faultId: string }

type AttemptJob = Extract<Job, { kind: 'attempt' }>

/** A window that does not fill is sent anyway, before the first retry would be due. */
const HELD_AT_MOST_MS = 30_000

/** Whether faults were met by this attempt already: it was only put off. */
export function isHeld(job: Job | undefined): boolean {
  return job?.kind === 'attempt' && job.held !== undefined
}

/**
 * The first webhook fault that hits the attempt that is due decides its outcome; every fault asked on the way counts the
 * attempt as seen. `delay` counts on the organisation's clock.
 */
export function applyWebhookFaults(
  state: State,
  delivery: Delivery,
  now: number,
): { outcome: FaultOutcome; changes: Change[] } {
  const changes: Change[] = []
  for (const fault of Object.values(state.faults).filter((each) => each.operation === 'webhook')) {
    if (fault.kind === 'reorder' && delivery.attempts.length > 0) continue
    if (fault.match && !matchesTarget(fault.match, targetOf(state, delivery))) continue
    const seen = fault.seen + 1
    const window = fault.kind === 'reorder' ? heldTogether(state, fault, delivery, now) : []
    const opens = seen > (fault.after ?? 0) && fault.hits < fault.times
    const hits = fault.hits + (window.length === 0 && opens ? 1 : 0)
    changes.push(put('faults', fault.id, { ...fault, seen, hits }))
    if (window.length > 0 || opens) return applyFault(fault, delivery, window, now, changes)
  }
  return { outcome: { kind: 'send' }, changes }
}

/** What a fault can be aimed at of an attempt; the path is that of the subscription's address. */
function targetOf({ subscriptions }: State, { subscriptionId, body }: Delivery): FaultTarget {
  const url = subscriptions[subscriptionId]?.url
  const sent = parseJson(body) as { data?: { survey_id?: unknown } } | undefined
  const source = sent?.data?.survey_id
  return {
    paths: url === undefined ? [] : [new URL(url).pathname],
    sourceIds: source === undefined ? [] : [String(source)],
    body: sent,
  }
}

/** Once an attempt is over, what waited for it goes out: the reversed window, one after the other. */
export function releaseAfter(state: State, deliveryId: string, now: number): Change[] {
  const waiting = heldBy(state, deliveryId)
  return waiting.map((job) => put('jobs', job.id, { ...job, dueAt: now, held: { faultId: job.held!.faultId } }))
}

function applyFault(fault: Fault, delivery: Delivery, window: AttemptJob[], now: number, changes: Change[]) {
  switch (fault.kind) {
    case 'duplicate':
      return { outcome: { kind: 'twice' as const }, changes }
    case 'drop':
      return { outcome: { kind: 'drop' as const, faultId: fault.id }, changes }
    case 'unknown_event':
      return { outcome: { kind: 'and unknown' as const }, changes }
    case 'respelled': {
      // What is stored is what is sent, so every attempt has the same bytes.
      const body = respelled(delivery.body)
      return {
        outcome: { kind: 'send' as const },
        changes: [...changes, put('deliveries', delivery.id, { ...delivery, body })],
      }
    }
    case 'delay':
      return {
        outcome: { kind: 'later' as const },
        changes: [...changes, ...postpone(fault, delivery, now + fault.ms!)],
      }
    default: {
      const full = window.length + 1 >= fault.window!
      if (full) return { outcome: { kind: 'send' as const }, changes: [...changes, ...reversed(window, delivery)] }
      return {
        outcome: { kind: 'later' as const },
        changes: [...changes, ...postpone(fault, delivery, now + HELD_AT_MOST_MS)],
      }
    }
  }
}

/** The same JSON as another writer spells it: a member a line, slashes and everything beyond ASCII escaped. */
function respelled(body: string): string {
  const spaced = JSON.stringify(JSON.parse(body), null, 1).replaceAll('/', '\\/')
  return spaced.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The deliveries to the same subscription that wait for the window to fill, oldest first. */
function heldTogether(state: State, fault: Fault, { subscriptionId }: Delivery, now: number): AttemptJob[] {
  return heldBy(state, fault.id)
    .filter(({ held, dueAt }) => held?.after === undefined && dueAt > now)
    .filter(({ deliveryId }) => state.deliveries[deliveryId]?.subscriptionId === subscriptionId)
    .sort((a, b) => a.dueAt - b.dueAt || numberOf(a) - numberOf(b))
}

/** Each waits for the one that came after it; the last of them is on its way. */
function reversed(window: AttemptJob[], last: Delivery): Change[] {
  return window.map((job, index) => {
    const after = window[index + 1]?.deliveryId ?? last.id
    return put('jobs', job.id, { ...job, held: { faultId: job.held!.faultId, after } })
  })
}

function postpone(fault: Fault, delivery: Delivery, dueAt: number): Change[] {
  const id = attemptJobId(delivery.id)
  const job: AttemptJob = { id, kind: 'attempt', dueAt, deliveryId: delivery.id, held: { faultId: fault.id } }
  return [put('jobs', id, job), put('deliveries', delivery.id, { ...delivery, nextAttemptAt: dueAt })]
}

function heldBy(state: State, id: string): AttemptJob[] {
  return jobOrder(state).heldBy(id) as AttemptJob[]
}

function numberOf({ deliveryId }: AttemptJob): number {
  return Number(deliveryId.slice('dlv_'.length))
}
