import type { FaultSetting } from '../contract/control/faults.js'
import type { Operation } from '../contract/operation.js'
import type { DisturbanceName } from './observed.js'

/** A sentence of the interface that lets the service, or the network before it, do this. */
export interface Allowance {
  /** Absent where it is not the interface that allows it. */
  section?: string
  sentence: string
}

/** A way to disturb a run: the faults of the emulator it is made of, and what a client may make of it. */
export interface DisturbanceKind {
  title: string
  /** What was done, in a story. */
  done: string
  allowed: Allowance
  /** Members of the fault; `times` is 1 unless given. */
  faults: readonly (Pick<FaultSetting, 'kind'> & Partial<FaultSetting>)[]
  /** Its faults hit every operation from that request on, not only its own. */
  everything?: true
  /** The emulator is killed while it answers, and started again. */
  restarts?: true
  ofWebhooks?: true
  /** It does something only where another of its operation follows. */
  needsNext?: true
  suits?(row: Operation): boolean
  /** Whether a client that follows the interface ends as it would have undisturbed; always, if absent. */
  isSurvivable?(row: Operation): boolean
}

const LIMIT_SECONDS = 2
const SLOW_TASK_MS = 2_500
const FOREVER = 1_000_000

const isRead = (row: Operation) => row.routes[0].method === 'GET'
/** Whether the interface shows how to repeat it safely. */
const isRepeatable = (row: Operation) => isRead(row) || row.idempotencyKey === 'shown'
const never = () => false
const hasFault = (kind: 'busy' | 'sync_timeout' | 'slow_task') => (row: Operation) =>
  (row.faults as readonly string[] | undefined)?.includes(kind) === true
const isWrapped = (row: Operation) => !row.unwrapped

/** What can be lost is a matter of the network; the interface says how a push is repeated then. */
export const ANY_CONNECTION: Allowance = {
  sentence: 'The network: any connection can be cut, before a request is done or after.',
}
export const RETRY: Allowance = {
  section: 'Idempotency',
  sentence: 'Same key, same payload: returns the cached response; no duplicate insert.',
}
const VERSIONING: Allowance = {
  section: 'Versioning',
  sentence: 'Clients must ignore unknown response fields, tolerate new webhook event types, and rely on error `code`.',
}
const delivery = (sentence: string): Allowance => ({ section: 'Delivery semantics', sentence })

/** Every way to disturb a run, by its name. */
export const DISTURBANCES: Record<DisturbanceName, DisturbanceKind> = {
  'response-lost': {
    title: 'response lost',
    done: 'the service carried it out, but its response was lost',
    allowed: RETRY,
    faults: [{ kind: 'lost_answer' }],
    isSurvivable: isRepeatable,
  },
  limited: {
    title: '429',
    done: `it was refused with 429 and Retry-After: ${LIMIT_SECONDS}`,
    allowed: {
      section: 'Rate limits',
      sentence: '`Retry-After` is exact, and waiting until `X-RateLimit-Reset` recovers.',
    },
    faults: [{ kind: 'limit', retry_after: LIMIT_SECONDS }],
  },
  unavailable: {
    title: '503',
    done: `it was refused with 503 and Retry-After: ${LIMIT_SECONDS}`,
    allowed: { section: 'Errors', sentence: '503: global rate limiter; `Retry-After` present.' },
    faults: [{ kind: 'limit', status: 503, retry_after: LIMIT_SECONDS }],
  },
  html: {
    title: 'HTML instead of JSON',
    done: 'it got an HTML page with status 200 and was not carried out',
    allowed: {
      section: 'Base address',
      sentence: 'The dashboard host answers API paths with an HTML page and HTTP 200.',
    },
    faults: [{ kind: 'html' }],
    isSurvivable: never,
  },
  'bulk-to-task': {
    title: 'synchronous bulk becomes a task',
    done: `it was answered with 202, and its task took ${SLOW_TASK_MS / 1_000} s to finish`,
    allowed: {
      section: 'Push content to several questions',
      sentence: 'Larger batches, and busy moments, fall back to the asynchronous 202 path.',
    },
    faults: [{ kind: 'busy' }, { kind: 'slow_task', ms: SLOW_TASK_MS }],
    suits: hasFault('busy'),
  },
  'slow-task': {
    title: 'slow task',
    done: `its task started ${SLOW_TASK_MS / 1_000} s later`,
    allowed: {
      section: 'Push content to several questions',
      sentence: '202 with a task id. Task progress is a percentage from 0 to 100.',
    },
    faults: [{ kind: 'slow_task', ms: SLOW_TASK_MS }],
    suits: hasFault('slow_task'),
  },
  'sync-timeout': {
    title: '504',
    done: 'it was refused with 504 SYNC_PUSH_TIMEOUT, and nothing was stored',
    allowed: {
      section: 'Push content to several questions',
      sentence: 'When the 60-second budget is exceeded: 504 `SYNC_PUSH_TIMEOUT`.',
    },
    faults: [{ kind: 'sync_timeout' }],
    suits: hasFault('sync_timeout'),
  },
  truncated: {
    title: 'response cut short',
    done: 'the service carried it out, but the connection was cut within its response',
    allowed: RETRY,
    faults: [{ kind: 'truncate', bytes: 10 }],
    isSurvivable: isRepeatable,
  },
  'request-lost': {
    title: 'request lost',
    done: 'the connection was cut before the service did anything',
    allowed: RETRY,
    faults: [{ kind: 'reset' }],
    isSurvivable: isRepeatable,
  },
  'connection-reset': {
    title: 'connection reset',
    done: 'the service carried it out, but the connection was cut after the headers of its response',
    allowed: RETRY,
    faults: [{ kind: 'truncate', bytes: 0 }],
    isSurvivable: isRepeatable,
  },
  delayed: {
    title: 'delay',
    done: 'the service took 1.5 s longer to answer it',
    allowed: { section: 'Other limits', sentence: 'Synchronous bulk push: budget 60 seconds.' },
    faults: [{ kind: 'latency', ms: 1_500 }],
  },
  wrapped: {
    title: 'payload in `data`',
    done: 'its response, and every later one, came in `data`',
    allowed: {
      section: 'Response envelope migration',
      sentence: 'A client reads the payload from `data` when that key is present, and from the root otherwise.',
    },
    faults: [{ kind: 'wrapped', times: FOREVER }],
    everything: true,
    suits: isWrapped,
  },
  'unknown-member': {
    title: 'unknown member',
    done: 'every object in its response had an unknown member',
    allowed: VERSIONING,
    faults: [{ kind: 'unknown_fields' }],
    suits: isWrapped,
  },
  'unknown-value': {
    title: 'unknown value',
    done: 'descriptive values in its response were unknown ones',
    allowed: {
      section: 'Versioning',
      sentence: 'Minor changes are backward-compatible additions: endpoints, response fields, webhook events.',
    },
    faults: [{ kind: 'unknown_values' }],
    suits: isWrapped,
  },
  'key-rotated': {
    title: 'key rotated',
    done: 'its key was rotated, so it was answered with 401, and so was every later request with that key',
    allowed: { section: 'Authentication', sentence: 'The secret is shown once and can be rotated.' },
    faults: [{ kind: 'rotate_key' }],
    isSurvivable: never,
  },
  restarted: {
    title: 'service killed and restarted',
    done: 'the service carried it out, was killed before it answered, and started again',
    allowed: RETRY,
    faults: [{ kind: 'lost_answer' }],
    restarts: true,
    isSurvivable: never,
  },
  'clock-jump': {
    title: 'clock jump',
    done: 'the clock of the service moved forward by 61 minutes',
    allowed: { section: 'Rate limits', sentence: 'Windows are fixed at 60 seconds.' },
    faults: [{ kind: 'clock_jump', ms: 61 * 60_000 }],
  },
  'webhook-duplicated': {
    title: 'delivered twice',
    done: 'it was delivered twice, with the same bytes',
    allowed: delivery('Delivery is at-least-once; receivers must tolerate redelivery.'),
    faults: [{ kind: 'duplicate' }],
    ofWebhooks: true,
  },
  'webhook-respelled': {
    title: 'delivered in another spelling',
    done: 'its JSON had different white space and escapes, and was signed as it was sent',
    allowed: {
      section: 'Signature verification rules',
      sentence: 'Compute the HMAC over the exact received bytes before any JSON parsing.',
    },
    faults: [{ kind: 'respelled' }],
    ofWebhooks: true,
  },
  'webhook-reordered': {
    title: 'delivered out of order',
    done: 'it was delivered after the one that follows it',
    allowed: delivery('Ordering across events is not guaranteed.'),
    faults: [{ kind: 'reorder', window: 2 }],
    ofWebhooks: true,
    needsNext: true,
  },
  'webhook-late': {
    title: 'delivered late',
    done: 'it was delivered 1.5 s later',
    allowed: delivery(
      'A non-2xx response or a timeout is retried after about 1 minute and again after about 5 minutes.',
    ),
    faults: [{ kind: 'delay', ms: 1_500 }],
    ofWebhooks: true,
  },
  'unknown-event': {
    title: 'unknown event',
    done: 'an event of an unknown type was delivered after it',
    allowed: VERSIONING,
    faults: [{ kind: 'unknown_event' }],
    ofWebhooks: true,
  },
}
