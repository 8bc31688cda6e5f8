import type { ErrorCode } from '../errors.js'
import { OPERATION_IDS, rowOf } from '../operations/index.js'

/**
 * What shows how a service decided: its description, recorded traffic, recorded deliveries of webhooks, harmless GET requests, writes in
 * a test environment. What none of them shows, only an emulator can play.
 */
export type EvidenceKind = 'description' | 'traffic' | 'deliveries' | 'probe' | 'probe-writes'

/** Errors that a probe can bring about. */
const PROBED_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
])
/** Errors whose refusals show in traffic what they are for: a status alone has many reasons. */
const SEEN_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(['VALIDATION_ERROR', 'NOT_FOUND'])
const WRITTEN_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  'INVALID_JSON',
  'IDEMPOTENCY_KEY_REUSED',
  'SOURCE_NOT_PUBLISHED',
  'UNSUPPORTED_MEDIA_TYPE',
])
/** Errors that no request to the service itself brings about: two are of people's own pages, and one is a fault that nobody plans. */
const EMULATED_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  'SUBSCRIPTION_LIMIT',
  'HISTORY_ERASED',
  'INTERNAL_ERROR',
])
/** A description has the methods that there are: another one has no entry that could name its refusal. */
const UNDESCRIBED_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(['METHOD_NOT_ALLOWED'])

/** What shows each behaviour; those that are not here, nothing shows. */
const BEHAVIOURS: Readonly<Record<string, readonly EvidenceKind[]>> = {
  'error-details': ['traffic', 'probe'],
  'erase-answer': ['description', 'traffic', 'probe-writes'],
  'erase-task': ['description', 'traffic', 'probe-writes'],
  'invite-answer': ['description', 'traffic'],
  'upload-file': ['description', 'traffic'],
  'upload-mapping': ['description', 'traffic', 'probe-writes'],
  'info-version': ['description', 'probe'],
  'recommended-words': ['description', 'traffic', 'probe'],
  'paging-clamp': ['description', 'traffic', 'probe'],
  'item-lengths': ['description'],
  // A schema bounds each list of items, not all of them together; and to push so many would be no probe.
  'bulk-item-limit': [],
  'default-feedback-type': ['description', 'traffic', 'probe-writes'],
  'draft-at-creation': ['traffic', 'probe-writes'],
  'publish-twice': ['probe-writes'],
  // Answers show the day, but not from when it is counted: when an organisation was made is nowhere.
  'envelope-sunset': [],
  'migration-headers': ['probe'],
  'introspection-counts': ['probe'],
  'unauthorized-uniform': ['probe'],
  'default-quota': ['probe', 'traffic'],
  'credit-formula': ['traffic'],
  'webhook-delivery-id': ['description', 'deliveries'],
  // When a delivery arrived, or what it reports happened, is not what was planned: both come late by the work before them.
  'webhook-schedule': [],
  'analysis-delay': [],
  'invite-duration': [],
  'webhook-retry-bytes': ['deliveries'],
  'invite-from': [],
  identifiers: ['description', 'traffic', 'probe'],
  times: ['description', 'traffic', 'probe'],
  trimming: ['probe-writes'],
  'white-text': ['probe-writes'],
  'lone-surrogates': ['probe-writes'],
  'group-names-exact': ['probe-writes'],
  'unknown-members': ['probe-writes'],
  'null-is-absent': ['probe-writes'],
  'word-clash': ['probe-writes'],
  'atomic-push': ['probe-writes'],
  'bulk-partial': ['probe-writes'],
  'duplicate-scope': ['probe-writes'],
  'erase-union': ['probe-writes'],
  'occurred-ahead': ['probe-writes'],
  'pages-of-groups': ['traffic', 'probe'],
  'idempotency-everywhere': ['probe-writes'],
  // Operations that answer at addresses of both vocabularies.
  'answers-in-route-words': ['description', 'traffic', 'probe-writes'],
}

/** Behaviours that something shows; a test holds that each is a row of the ledger. */
export const OBSERVED_BEHAVIOURS: readonly string[] = Object.keys(BEHAVIOURS)

/** What evidence can show how a service decided this; none: only an emulator can show it. */
export function observableBy(id: string): readonly EvidenceKind[] {
  const [kind = '', rest = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  const [operation = ''] = rest.split(/[.[]/)
  switch (kind) {
    case 'event':
      return ['description', 'deliveries']
    case 'error':
      return observableError(rest)
    case 'behaviour':
      return BEHAVIOURS[rest] ?? []
    case 'route':
      return ['description', 'traffic']
    case 'status':
    case 'body':
      return ['description', 'traffic', ...(kind === 'status' ? probesOf(operation) : [])]
    default:
      return ['description', 'traffic', ...probesOf(operation)]
  }
}

function observableError(code: string): readonly EvidenceKind[] {
  if (EMULATED_ERRORS.has(code)) return []
  const probe = PROBED_ERRORS.has(code)
    ? (['probe'] as const)
    : WRITTEN_ERRORS.has(code)
      ? (['probe-writes'] as const)
      : []
  const described = UNDESCRIBED_ERRORS.has(code) ? [] : (['description'] as const)
  return [...described, ...(SEEN_ERRORS.has(code) ? (['traffic'] as const) : []), ...probe]
}

function probesOf(operation: string): readonly EvidenceKind[] {
  const probe = OPERATION_IDS.map(rowOf).find(({ id }) => id === operation)?.probe
  return probe === undefined ? [] : [probe === 'harmless' ? 'probe' : 'probe-writes']
}
