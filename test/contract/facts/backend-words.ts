/** Words of enums as others write them, by the member's words of ours. */
function table(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = text.trim().split('\n')
  return new Map(rows.map((row) => row.trim().split(/\s+/)).map(([key = '', ...words]) => [key, words]))
}

/** Of enums that share a word, `with another word of it: word` tells which is meant. */
const ENUM_WORDS = table(`
  none              off never one_off disabled no
  weekly            week every_week WEEK P1W
  monthly           month every_month MONTH P1M
  quarterly         quarter every_quarter QUARTER P3M
  EDITING           draft unpublished in_design inactive editing
  ACCESSIBLE        live published active open accessible
  DEPTH_TEXT        long_text paragraph open_ended textarea essay long_answer
  TEXT              short_text single_line input short_answer text_input
  MCQ               multiple_choice multi_select checkbox checkboxes multi
  SCQ               single_choice single_select radio choice dropdown
  RATING            stars scale star_rating rating_scale
  NPS               net_promoter net_promoter_score recommendation
  survey            questionnaire form poll
  call_transcript   call phone_call transcript voice
  app_review        app_store_review store_review mobile_review
  support_ticket    ticket support case helpdesk
  chat              live_chat conversation messenger
  email             mail e_mail email_message
  social_media      social social_post
  review            product_review online_review
  other             misc unknown general custom
  queued            pending waiting scheduled created submitted enqueued new
  processing        running in_progress started active working executing
  completed         done succeeded finished success complete
  failed            error errored failure aborted crashed
  bulk              push bulk_push batch content_push
  upload            file import file_upload csv_import
  accepted          ok success imported stored
  rejected          failed error refused invalid declined
  sending           in_progress running processing dispatching
  sent              dispatched submitted handed_over
  delivered         received ok arrived success
  bounced           bounce undeliverable returned hard_bounce failed
  complained        complaint spam marked_as_spam abuse
  bounce            bounced hard_bounce undelivered
  complaint         complained spam spam_report
  verified          active valid confirmed ok authenticated
  pending           unverified waiting in_progress awaiting_dns
  missing           not_configured absent unset not_set
  already_invited   previously_invited already_sent repeat invited_before
  duplicate_in_request duplicate duplicated repeated
  suppressed        unsubscribed opted_out blocked on_suppression_list
  bare              raw plain flat
  data              wrapped enveloped nested
`)

/** Other words for one of ours. */
export function otherWords(word: string): readonly string[] {
  return ENUM_WORDS.get(word) ?? []
}

/** Error codes of other services, in snake case. */
export const ERROR_CODES = table(`
  VALIDATION_ERROR         invalid_request validation_failed bad_request invalid_input invalid_parameters invalid_argument unprocessable_entity
  INVALID_JSON             malformed_json json_parse_error parse_error invalid_body malformed_request bad_json unreadable_body
  UNAUTHORIZED             unauthenticated invalid_api_key authentication_failed authentication_required invalid_credentials invalid_token
  APS_EXHAUSTED            quota_exceeded insufficient_credits out_of_credits payment_required credits_exhausted plan_limit_reached
  SENDER_DOMAIN_UNVERIFIED domain_not_verified unverified_domain sender_not_verified domain_verification_required
  INVITE_QUOTA_EXCEEDED    invite_limit_reached email_quota_exceeded monthly_limit_exceeded too_many_invites sending_limit_reached
  FORBIDDEN_ORIGIN         origin_not_allowed invalid_origin cors_error forbidden host_not_allowed
  NOT_FOUND                resource_not_found not_found no_such_resource unknown_resource missing_resource does_not_exist entity_not_found
  METHOD_NOT_ALLOWED       method_not_supported unsupported_method invalid_method http_method_not_allowed
  IDEMPOTENCY_KEY_REUSED   idempotency_conflict idempotency_mismatch idempotency_error duplicate_request conflict key_reused
  SOURCE_NOT_PUBLISHED     source_is_draft survey_not_published invalid_state not_published source_inactive draft_source
  INVITE_TEMPLATE_MISSING  template_not_found no_template template_required missing_template template_not_configured
  SUBSCRIPTION_LIMIT       too_many_webhooks webhook_limit_reached max_subscriptions limit_exceeded
  HISTORY_ERASED           history_gone erased cannot_undo irreversible undo_not_possible
  PAYLOAD_TOO_LARGE        request_too_large body_too_large entity_too_large file_too_large max_size_exceeded content_too_large
  UNSUPPORTED_MEDIA_TYPE   invalid_content_type unsupported_content_type wrong_content_type media_type_not_supported
  RATE_LIMITED             rate_limit_exceeded too_many_requests throttled rate_limit slow_down request_limit_exceeded
  INTERNAL_ERROR           server_error internal_server_error unexpected_error internal unknown_error
  SERVICE_BUSY             service_unavailable overloaded temporarily_unavailable try_again_later unavailable
`)

/** Other statuses that services give these errors. */
export const ERROR_STATUSES: Readonly<Record<string, readonly number[]>> = {
  VALIDATION_ERROR: [422],
  INVALID_JSON: [422],
  APS_EXHAUSTED: [403, 429],
  SENDER_DOMAIN_UNVERIFIED: [409, 422, 412],
  INVITE_QUOTA_EXCEEDED: [402, 429],
  FORBIDDEN_ORIGIN: [400, 421],
  IDEMPOTENCY_KEY_REUSED: [422, 400],
  SOURCE_NOT_PUBLISHED: [400, 422, 403],
  INVITE_TEMPLATE_MISSING: [400, 404, 422],
  SUBSCRIPTION_LIMIT: [403, 422, 429],
  HISTORY_ERASED: [410, 400],
  PAYLOAD_TOO_LARGE: [400],
  UNSUPPORTED_MEDIA_TYPE: [400],
  RATE_LIMITED: [503],
  SERVICE_BUSY: [429, 502],
}

/** Before routes of which interface.md shows only the end. */
export const PREFIXES = [
  '/api/v1',
  '/api/v2',
  '/v1',
  '/v2',
  '',
  '/rest/api',
  '/api/v1/input',
  '/ingest',
  '/public/api/v1',
]

const TASKS = [
  ...['/tasks/{task_id}', '/jobs/{task_id}', '/operations/{task_id}', '/task/{task_id}', '/push/tasks/{task_id}'],
  ...['/bulk/{task_id}', '/bulk-jobs/{task_id}', '/content/tasks/{task_id}', '/push/bulk/status/{task_id}'],
  ...['/jobs/{task_id}/status', '/async-operations/{task_id}', '/imports/{task_id}', '/batches/{task_id}'],
]

/** Where services have the routes of which interface.md does not show the path. */
export const PATHS: Readonly<Record<string, readonly string[]>> = {
  'GET /api/input/sources/list': [
    '/sources',
    '/feedback-sources',
    '/surveys/all',
    '/source/list',
    '/sources/search',
    '/list-sources',
  ],
  'POST /api/input/sources/create': [
    '/sources',
    '/feedback-sources',
    '/source/create',
    '/sources/new',
    '/create-source',
    '/sources/add',
  ],
  'POST /api/input/sources/publish': [
    '/source/publish',
    '/sources/activate',
    '/publish-source',
    '/sources/publications',
    '/publish',
  ],
  'GET /api/input/content/push/bulk/{task_id}': TASKS,
  'GET /api/input/feedback/push/bulk/{task_id}': ['/feedback/tasks/{task_id}', '/feedback/bulk/{task_id}', ...TASKS],
  'GET /api/input/feedback/upload/{task_id}': [
    '/uploads/{task_id}',
    '/feedback/uploads/{task_id}',
    '/files/{task_id}',
    '/imports/{task_id}/status',
  ],
  'GET /api/v1/content/push/bulk/{task_id}': TASKS,
  'POST /api/input/mcp': ['/mcp/v1', '/mcp-server', '/ai/mcp', '/tools/mcp', '/agents/mcp'],
}

/** Texts and numbers of conduct that services choose, by behaviour and member. */
export const VALUES: Readonly<Record<string, readonly (string | number | readonly string[])[]>> = {
  'analysis-delay quiet': ['30s', '1m', '2m', '10m', '15m', '30m'],
  'analysis-delay latest': ['45m', '1h', '2h', '6h'],
  'webhook-schedule after': [
    ['0s', '30s', '5m'],
    ['0s', '1m', '10m'],
    ['0s', '10s', '60s'],
    ['0s', '5m', '1h'],
  ],
  'invite-duration after': ['30s', '1m', '5m', '10m', '1h'],
  'envelope-sunset after': ['90d', '180d', '30d'],
  'occurred-ahead most': ['0s', '5m', '1h', '24h', '2d'],
  'paging-clamp default': [10, 20, 25, 30, 100],
  'paging-clamp most': [100, 250, 500, 1_000],
  'bulk-item-limit items': [100, 250, 500, 2_000, 5_000],
  'item-lengths': [64, 100, 128, 191, 255, 512],
  'body-size json_bytes': [1, 5, 10, 16, 64].map((megabytes) => megabytes * 2 ** 20),
  'credit-formula bytes_per_token': [3, 5, 6],
  'credit-formula tokens_per_aps': [50, 100, 500, 1_000, 2_000],
  'default-quota aps': [10_000, 25_000, 50_000, 250_000],
  'ledgers rows': [1_000, 5_000, 50_000],
  'webhook-delivery-id header': [
    'X-Webhook-Id',
    'Webhook-Id',
    'X-Delivery-Id',
    'X-Event-Id',
    'X-Hook-Delivery',
    'X-Message-Id',
  ],
  'error-details path': ['field', 'loc', 'property', 'name', 'param', 'pointer', 'attribute', 'source.pointer'],
  'error-details message': ['msg', 'error', 'detail', 'description', 'reason', 'text', 'title'],
  'error-details joined': ['/', 'list'],
  'error-details below': ['body', 'request', 'payload', 'data'],
  'erase-answer at': ['none', 'data.results', 'entries', 'items', 'outcome.details'],
  'erase-answer external_id': ['external_id', 'externalId', 'ref'],
  'erase-answer customer_id': ['customer_id', 'customerId', 'customer'],
  'erase-answer erased': ['none', 'deleted', 'removed', 'count'],
  'erase-answer status': ['none', 'outcome', 'code', 'state'],
  'erase-answer found': ['erased', 'deleted', 'true', '204'],
  'erase-answer missing': ['not_found', 'missing', 'false', '410'],
  'erase-task task_id': ['task_id', 'task.id', 'id', 'job.uuid', 'links.task'],
  'invite-answer at': ['outcomes', 'recipients', 'sending.results', 'entries'],
  'invite-answer dry_run': ['previewed', 'dry.results', 'sample.entries'],
  'invite-answer email': ['email_address', 'address', 'mail'],
  'invite-answer status': ['outcome', 'result', 'state'],
  'invite-answer reason': ['none', 'why', 'detail', 'skip_reason'],
  'invite-answer accepted': ['queued', 'ACCEPTED', 'scheduled'],
  'invite-answer skipped': ['excluded', 'SKIPPED', 'ignored'],
  'upload-file name': ['file_name', 'filename', 'fileName', 'original_filename', 'none'],
  'upload-mapping column': ['header', 'column_name', 'source', 'csv_column', 'from', 'name', 'col'],
  'upload-mapping member': ['field', 'target', 'attribute', 'to', 'property', 'maps_to'],
  'upload-mapping field': ['question_id', 'question', 'field', 'none'],
  'upload-mapping field_member': ['question_id', 'question', 'text_field'],
  'upload-mapping part': [
    'column_{member}',
    'map_{member}',
    'col_{member}',
    '{member}_header',
    '{member}Column',
    'column{Member}',
  ],
  'info-version version': ['1.0.0', '2.0.0', '2.1.4', '0.9.2', '3.7.0', '2026.1.0'],
  'invite-from local_part': ['noreply', 'no-reply', 'feedback', 'surveys', 'hello', 'notifications'],
}
