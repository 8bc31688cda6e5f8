import type { GUESSED_VALUES } from '../../../src/contract/assumptions/values.js'

/** The words of a rule beside the one that is assumed. */
type Others<B extends keyof typeof GUESSED_VALUES> = (typeof GUESSED_VALUES)[B] extends {
  rule: { guess: infer Word }
}
  ? Word
  : never

type RuleId = { [B in keyof typeof GUESSED_VALUES]: Others<B> extends never ? never : B }[keyof typeof GUESSED_VALUES]

/**
 * What a service does that decided otherwise, by behaviour and rule: one sentence as it is seen from outside. An emulator plays
 * each; what the assumed rules do is in the ledger. MCP and OAuth are protocols of their own, which no rule can replace: they can
 * only be confirmed.
 */
export const ALTERNATIVES: { readonly [B in RuleId]: Readonly<Record<string, string>> } = {
  'order-of-checks': {
    'credentials-first': 'a request without a valid key is refused before it counts towards a limit',
  },
  mounts: { 'canonical-only': 'short paths answer under /api/input alone' },
  'mcp-errors': { protocol: 'what is refused at the MCP endpoint is an error of JSON-RPC' },
  'unknown-members': { refused: 'a body with an unknown member is refused' },
  'revoked-keys': { gone: 'a revoked key is no longer listed' },
  'null-is-absent': { refused: 'a null member of a body is refused' },
  'word-clash': {
    classic: 'if both words of a pair have different values, the classic one counts',
    recommended: 'if both words of a pair have different values, the recommended one counts',
  },
  'answers-in-route-words': {
    classic: 'every response is in classic words',
    recommended: 'every response is in recommended words',
  },
  'code-points': {
    'utf16-units': 'lengths count UTF-16 units',
    bytes: 'lengths count bytes of UTF-8',
  },
  trimming: { kept: 'names and titles are stored as they were sent' },
  'lone-surrogates': { replaced: 'lone surrogates are replaced, and the text is accepted' },
  'white-text': { accepted: 'blank text is stored' },
  'group-names-exact': { 'without-case': 'names of groups that differ only in case are the same' },
  'draft-at-creation': { published: 'a new source accepts content immediately' },
  'publish-twice': { refused: 'publishing again is refused' },
  'pages-of-groups': { 'newest-first': 'the listing starts with the newest group' },
  'stable-cursor': { 'by-position': 'a cursor counts entries, so that a page moves when some before it are erased' },
  'atomic-push': { 'each-item': 'bad items of a push are left out, and the others stored' },
  'duplicate-scope': {
    source: 'an external_id is a duplicate within its source',
    group: 'an external_id is a duplicate within its group',
  },
  'bulk-partial': { 'all-or-nothing': 'a bulk push with one unfit field stores nothing' },
  'erase-union': { refused: 'erasing by both lists in one request is rejected' },
  'upload-credits': { 'as-stored': 'an upload is charged as its rows are stored, and ends where the quota does' },
  'upload-partial': { 'all-or-nothing': 'an upload with one invalid row stores nothing' },
  'analysis-periods': { arrival: 'items belong to the period in which they arrived' },
  'monitor-match': { substrings: 'an entry of a monitor is found in any part of a text' },
  'flag-crossing': { 'every-pass': 'flag.raised is sent on every analysis that finds the threshold reached' },
  'report-close': { 'with-items': 'a period without items has no report' },
  'invite-once': {
    group: 'an address is invited once by all sources of a group',
    organisation: 'an address is invited once by the whole organisation',
  },
  'invite-erasure': { erased: 'erasing by external_id reaches recipients of invites' },
  'invite-variables': { body: 'variables in the subject of an invite are left as they are' },
  'dry-run-free': { 'domain-needed': 'a dry run needs a verified domain' },
  'rate-limit-layers': { key: 'headers report the window of the key' },
  'address-layer': { 'every-request': 'the window of an address counts requests with a valid key, too' },
  'introspection-counts': { counted: 'introspection counts towards the window of its key' },
  'idempotency-scope': { key: 'an idempotency key counts for all operations of its API key' },
  'idempotency-only-success': { 'every-answer': 'rejections are stored for their idempotency key, too' },
  'idempotency-waits': { conflict: 'a second request while the first one runs is refused with 409' },
  'idempotency-everywhere': { pushes: 'only pushes take an idempotency key' },
  'unauthorized-uniform': { 'told-apart': 'a 401 tells a missing, an unknown and a revoked key apart' },
  'webhook-retry-bytes': { fresh: 'the timestamp of a retried delivery is that of the attempt' },
  'webhook-test': { counted: 'failed test deliveries count towards deactivation' },
  'webhook-reenable': { kept: 'enabling a subscription again keeps its count of failures' },
  'mcp-key-returns': { stopped: 'a stopped mcp_read key stays stopped when its member returns' },
  'migration-headers': { present: 'the description carries Deprecation and Sunset, too' },
  'bulk-check-order': { 'ids-first': 'a synchronous bulk push is checked for external ids before it is measured' },
}
