import { rowOf } from '../contract/operations/index.js'
import { memberSchemas } from '../contract/schema.js'
import type { Breach } from './judge.js'
import { DISTURBANCES } from './kinds.js'
import {
  type Disturbance,
  type DisturbanceName,
  inOrder,
  isRepeat,
  type ObservedRequest,
  type Run,
} from './observed.js'

/** What is probably wrong with the client. */
export const CAUSES = {
  'retries-without-key': 'It repeats a push without the Idempotency-Key of its first attempt',
  'retries-with-new-key': 'It makes a new Idempotency-Key for each attempt',
  'repeats-without-looking': 'It repeats a request that may have been carried out, without checking first',
  'takes-html-for-success': 'It treats an HTML page with status 200 as success',
  'ignores-task': 'It treats 202 as done and does not wait for the task',
  'ignores-retry-after': 'It does not wait as long as Retry-After says',
  'takes-conflict-for-done': 'It treats 409 as "already done"',
  'drops-page': 'It ends a listing early when a page fails',
  'ignores-failure': 'It goes ahead after a request failed',
  'relies-on-order': 'It relies on the order of webhooks',
  'counts-redelivery': 'It handles a redelivered webhook as a new one',
  'verifies-other-bytes': 'It verifies a signature over JSON it serialised itself, not over the bytes it received',
  'rejects-unknown-event': 'It does not tolerate webhook events that it does not know',
  'expects-prompt-webhook': 'It does not wait long enough for a webhook',
  'reads-root-only': 'It does not read the payload from `data`',
  'rejects-unknown-member': 'It does not ignore response fields that it does not know',
  'rejects-unknown-value': 'It does not tolerate values that it does not know',
  'key-in-url': 'It puts the API key into the URL',
  'does-not-retry': 'It does not retry a request that is safe to retry',
  'not-patient': 'It does not wait for a slow response',
  'relies-on-clock': 'It relies on the clock of the service',
  'never-ends': 'It waits for something that never comes',
} as const
export type CauseName = keyof typeof CAUSES

/** What each disturbance finds out about a client, where its requests don't say more. */
const BY_DISTURBANCE: Partial<Record<DisturbanceName, CauseName>> = {
  html: 'takes-html-for-success',
  'bulk-to-task': 'ignores-task',
  'slow-task': 'ignores-task',
  wrapped: 'reads-root-only',
  'unknown-member': 'rejects-unknown-member',
  'unknown-value': 'rejects-unknown-value',
  'unknown-event': 'rejects-unknown-event',
  'webhook-duplicated': 'counts-redelivery',
  'webhook-reordered': 'relies-on-order',
  'webhook-respelled': 'verifies-other-bytes',
  'webhook-late': 'expects-prompt-webhook',
  delayed: 'not-patient',
  'clock-jump': 'relies-on-clock',
}

/** The probable cause of a breach, from what was done and what the client did next. */
export function causeOf(breach: Breach, run: Run, disturbances: readonly Disturbance[]): CauseName {
  if (breach.name === 'secret-in-url') return 'key-in-url'
  if (breach.name === 'too-soon') return 'ignores-retry-after'
  const requests = inOrder(run.requests)
  const struck = requests.findIndex(({ struck: by }) => by.length > 0)
  const later = requests.slice(struck + 1).filter(({ organization }) => organization === requests[struck]?.organization)
  if (breach.name === 'stored-twice' || breach.name === 'key-missing') {
    const repeated = repeatCause(requests[struck], later)
    if (repeated) return repeated
  }
  const isDone = run.exitCode === 0
  const own = disturbances.map(({ kind }) => BY_DISTURBANCE[kind]).find((each) => each !== undefined)
  // An HTML page where a publication should have been leads to a 409, too.
  const saysLittle = own === undefined || own === 'takes-html-for-success'
  if (isDone && saysLittle && later.some(({ status }) => status === 409)) return 'takes-conflict-for-done'
  if (isDone && own === undefined && isPage(requests[struck])) return 'drops-page'
  // A late one came after one that was sent later.
  if (isDone && own === 'expects-prompt-webhook') return 'relies-on-order'
  if (own !== undefined) return own
  // A service that was killed delivers again what it was delivering.
  const wasKilled = disturbances.some(({ kind }) => DISTURBANCES[kind].restarts)
  if (isDone && wasKilled && breach.name === 'other-end' && run.deliveries.length > 0) return 'counts-redelivery'
  if (breach.name === 'hung') return 'never-ends'
  return isDone ? 'ignores-failure' : 'does-not-retry'
}

function repeatCause(doubted: ObservedRequest | undefined, later: readonly ObservedRequest[]): CauseName | undefined {
  const repeat = doubted && later.find((each) => isRepeat(each, doubted))
  if (!doubted || !repeat) return undefined
  const isPush = doubted.operation !== null && rowOf(doubted.operation).idempotencyKey === 'shown'
  if (!isPush) return 'repeats-without-looking'
  if (repeat.idempotencyKey === undefined) return 'retries-without-key'
  return repeat.idempotencyKey === doubted.idempotencyKey ? undefined : 'retries-with-new-key'
}

function isPage(request: ObservedRequest | undefined): boolean {
  if (!request?.operation) return false
  return memberSchemas(rowOf(request.operation).query)?.cursor !== undefined
}
