import { maxLengthOf, SHORT_TEXT_MEMBERS } from '../items/members.js'
import { LATER } from './later-behaviours.js'

/** A decision about what the service does where the interface is silent. */
export interface Assumption {
  id: string
  what: string
  why: string
}

/** Behaviours no table can carry: what this project decided (contract.md), and why. Keyed by what follows `behaviour:` in the ledger. */
const DECISIONS: Record<string, readonly [what: string, why: string]> = {
  'order-of-checks': [
    'Host and Origin, key lookup, rate limit, route, credentials, scope, size and type, idempotency, body, ids, field type, state, credits',
    'order not specified; this one reveals nothing to a caller without a key and stores nothing before all checks passed',
  ],
  mounts: [
    'every short path answers under /api/input, /api/v1 and at the root',
    'the interface shows no prefix for most operations and writes two of them both ways',
  ],
  'mcp-tools': [
    'the MCP endpoint has seven tools: list_feedback_groups, list_sources, get_analysis, list_themes, get_theme_verbatims, list_monitor_matches, search_feedback',
    'the interface says there are seven and names two; arguments and results are in recommended words',
  ],
  'mcp-errors': [
    'at the MCP endpoint, what HTTP rejects gets the error envelope, and a faulty body gets an error of the protocol (-32700 if it is not JSON); a caller that does not accept a stream gets JSON',
    'every error body is the envelope, but an assistant understands the errors of its protocol only',
  ],
  'mcp-path': ['the MCP endpoint is POST /mcp under each mount', 'path not specified'],
  ledgers: [
    'the newest 10,000 deliveries, tasks and idempotency records are kept; what is still due is never dropped',
    'how many the service keeps is not specified, and an emulator that runs for weeks must not grow',
  ],
  'unknown-members': [
    'unknown members of a body are ignored, or rejected with --strict',
    'minor versions add optional request fields, so an older service must ignore them',
  ],
  'revoked-keys': [
    "a revoked key stays in the list, and can't be changed or rotated: 404",
    'a rotation promises a key that works, and a revoked one never works again',
  ],
  'null-is-absent': [
    'a null optional member counts as absent',
    'clients in typed languages send null for unset members',
  ],
  'word-clash': [
    'both words of a pair with different values: 400',
    'both are accepted; guessing could store the wrong one',
  ],
  'recommended-words': [
    'the recommended vocabulary renames ten keys: ids, lists, titles, descriptions and texts of groups, sources and fields',
    'exact names not specified',
  ],
  'answers-in-route-words': ['a route answers in its own words', 'the interface says so of validation errors only'],
  'code-points': [
    'lengths count Unicode code points',
    'the interface says "characters"; neither UTF-16 units nor bytes are what a person counts',
  ],
  trimming: [
    'names and titles are trimmed before they are measured and stored',
    'two groups must not differ only by a trailing space',
  ],
  'lone-surrogates': [
    'text with a lone surrogate is refused',
    "it can't be written as UTF-8 and would come back changed",
  ],
  'white-text': ['blank text is rejected', 'there is nothing to analyse or to charge for'],
  'group-names-exact': ['names of groups compare exactly after trimming', '"the same name" is not defined'],
  identifiers: [
    'identifiers are positive integers per organisation, written as strings; org_id is an integer',
    'bodies show strings, webhooks and query filters integers',
  ],
  times: [
    'times are written as ISO-8601 UTC with milliseconds; input needs an offset or Z, or is a plain date',
    'formats are not specified, and a time without a zone means nothing to a server',
  ],
  'draft-at-creation': [
    'a new source is a draft (EDITING)',
    'the initial state is not specified, but publishing is required before pushing',
  ],
  'default-feedback-type': [
    'feedback_type defaults to survey',
    'the field is optional and its default is not specified',
  ],
  'publish-twice': [
    'publishing again changes nothing, emits nothing and says already_published',
    'a retried call must be harmless',
  ],
  'paging-clamp': [
    'a limit above 200 is cut to 200 and echoed; below 1 it is refused',
    'only default and maximum are specified',
  ],
  'pages-of-groups': [
    'the listing pages by group, oldest first',
    'groups are the top level; their order is not specified',
  ],
  'stable-cursor': [
    'a cursor stays valid while items arrive or are erased',
    "a listing that skips or repeats items can't be copied",
  ],
  'atomic-push': ['one bad item rejects a whole push to one field', 'its result has no member for rejected items'],
  'duplicate-scope': [
    'an external_id is a duplicate within the same source and field, also within one request; plain strings never are',
    'the interface says only that external_id de-duplicates',
  ],
  'bulk-item-limit': [
    '1,000 items are counted over all fields of a bulk push',
    'the limit is specified per push request',
  ],
  'bulk-partial': [
    'in a bulk push an unfit field is rejected alone; faults of the whole refuse the request',
    'PUSH_FAILED, "no field accepted anything", implies that some may be accepted and others not',
  ],
  'occurred-ahead': [
    'occurred_at may be at most a day ahead',
    'clocks and zones differ; a far future time is a mistake',
  ],
  'erase-union': [
    'erasing by both lists erases their union; an erased external_id may be pushed again',
    'combination not specified',
  ],
  'erase-answer': [
    'an erase is answered with how many items it erased and a list of the ids that no item had',
    'the erase is specified, what it answers is not',
  ],
  'erase-task': ['an erase is done when it is answered', 'the erase is specified, when it is done is not'],
  'invite-answer': [
    'sending invites is answered with how many recipients were accepted and a list of those that were skipped',
    'skipped recipients are specified, how they are listed is not',
  ],
  'upload-file': [
    'an upload is a form, and its file is a part of it',
    'the upload is specified, how its file is sent is not',
  ],
  'upload-mapping': [
    'the mapping of an upload has the header of each field by the id of that field, and those of other members by their names',
    'the upload is specified, the names of its columns are not',
  ],
  'upload-credits': [
    'the credits of a whole file are taken before its first row is stored; if they do not suffice, nothing is stored',
    'half a file that was charged helps no one',
  ],
  'upload-partial': ['invalid rows of an upload are rejected one by one', 'large files are rarely fixed in one go'],
  'credit-formula': [
    'tokens of a text are its UTF-8 bytes divided by four, rounded up; analysis points are tokens over rate_tokens_per_aps',
    'the rate is specified, the tokeniser is not',
  ],
  'rate-limit-layers': [
    'a 429 counts in no layer and reports the exhausted one that ends last; else headers report the layer with the fewest left',
    'three layers share one set of headers',
  ],
  'address-layer': [
    'the address layer counts only requests that no valid key identifies',
    'the interface calls it a fallback',
  ],
  'idempotency-scope': [
    'a key counts per API key, operation and path; the payload is the hash of the raw body',
    'organisations must not share keys, and any re-serialisation is a different payload',
  ],
  'idempotency-only-success': ['only 2xx responses are kept', 'a corrected request must be able to go through'],
  'idempotency-waits': [
    'a second request during the first waits and gets the same response',
    '409 keeps its one meaning',
  ],
  'idempotency-everywhere': [
    'every POST but the MCP endpoint takes Idempotency-Key',
    'the interface shows it for pushes',
  ],
  'envelope-sunset': [
    'the unwrapped payload ends a year after the organisation was created, by default',
    'sunset date not specified',
  ],
  'unauthorized-uniform': [
    'one message for every kind of bad credentials',
    'anything else tells an attacker which keys exist',
  ],
  'item-lengths': [longestMembers(), 'only the length of its text is specified'],
  'body-size': ['a JSON body has at most 128 MiB', 'only limits on items and characters are specified'],
  'default-quota': ['the quota is 10,000 analysis points a month', 'a limit is named, its size is not specified'],
  'introspection-counts': [
    'introspection counts towards the address layer only, not towards its key or organisation',
    'the interface says that it is not charged, and the word may mean credits alone',
  ],
  'info-version': [
    'info.version of the description is 1.3.0',
    'the description seen reports that, while the change history goes on to 1.3.1',
  ],
  'mcp-key-returns': [
    'a stopped mcp_read key works again once its creator is an active member again',
    'membership is checked on every request, which says nothing of a key that was stopped before',
  ],
  'migration-headers': [
    'responses of the MCP endpoint and the description carry neither Deprecation nor Sunset',
    'the interface says "every 2xx", but these two are never put into the data wrapper that the headers announce',
  ],
  'bulk-check-order': [
    'a synchronous bulk push is measured before its rows are asked for an external_id',
    'both rules are specified, their order is not',
  ],
  'error-details': [
    'details of a validation error map paths, as questions[0].type, to lists of messages',
    'the interface shows a validation field map as an example only',
  ],
  oauth: [
    'sign-in of AI assistants follows the authorization part of the MCP specification',
    'details of the flow not specified',
  ],
}

export const ASSUMED_BEHAVIOURS: readonly Assumption[] = Object.entries({ ...DECISIONS, ...LATER }).map(
  ([id, [what, why]]) => ({
    id: `behaviour:${id}`,
    what,
    why,
  }),
)

function longestMembers(): string {
  const lengths = [...new Set(SHORT_TEXT_MEMBERS.map(maxLengthOf))]
  const [first, ...others] = lengths.map((length) => {
    const members = SHORT_TEXT_MEMBERS.filter((member) => maxLengthOf(member) === length)
    return { members: members.join(' and '), length }
  })
  const rest = others.map(({ members, length }) => `, ${members} ${length}`)
  return `${first!.members} of an item have at most ${first!.length} characters${rest.join('')}`
}
