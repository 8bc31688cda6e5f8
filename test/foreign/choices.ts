import { createPick } from '../draw.js'

const row = <const V extends readonly (string | number)[]>(says: string, ...values: V) => ({ says, values })

/**
 * What interface.md leaves open ("not shown"), each with the values different teams would take; the first is the plainest. `none` leaves the
 * member out. A value that names a member is written in the service's casing; what interface.md shows never changes.
 */
export const TABLE = {
  casing: row('spelling of the names chosen here', 'snake', 'camel'),
  envelope: row('success payloads: at the root, or under `data`', 'bare', 'data'),
  nulls: row('a member without a value', 'null', 'absent', 'empty'),
  time: row('moments in answers', 'iso-ms', 'iso', 'iso-offset', 'iso-naive', 'epoch', 'epoch-ms'),
  prefix: row('before the routes of which only the end is shown', '/api/input', '/api/v1', '', '/api', '/api/v1/input'),
  'unknown.body': row('members of a body that the service does not know', 'ignored', 'refused'),
  'unknown.query': row('query members that the service does not know', 'ignored', 'refused'),
  'ids.main': row('identifiers of groups and sources in answers', 'integer', 'string'),
  'ids.other': row('identifiers of all else', 'integer', 'string', 'uuid', 'prefixed'),
  'ids.accepted': row('identifiers in bodies', 'string', 'string or integer'),

  'error.invalid.status': row('status of a body that does not pass', 400, 422),
  'error.invalid.code': row(
    'and its code',
    'VALIDATION_ERROR',
    'INVALID_REQUEST',
    'validation_failed',
    'BAD_REQUEST',
    'E1001',
  ),
  'error.details': row('form of `details`', 'map', 'map of lists', 'loc list', 'field list', 'strings', 'none'),
  'error.unauthorized': row('code of 401', 'UNAUTHORIZED', 'INVALID_API_KEY', 'unauthenticated', 'AUTH_REQUIRED'),
  'error.missing': row('code of 404', 'NOT_FOUND', 'RESOURCE_NOT_FOUND', '{what}_NOT_FOUND', 'not_found'),
  'error.conflict': row(
    'code of 409',
    'IDEMPOTENCY_CONFLICT',
    'IDEMPOTENCY_KEY_REUSED',
    'CONFLICT',
    'idempotency_mismatch',
  ),
  'error.limited': row('code of 429', 'RATE_LIMITED', 'RATE_LIMIT_EXCEEDED', 'TOO_MANY_REQUESTS', 'throttled'),
  'error.draft.status': row('status of a push to a draft', 400, 409, 422, 403),
  'error.draft.code': row(
    'and its code',
    'SURVEY_NOT_PUBLISHED',
    'SOURCE_NOT_PUBLISHED',
    'INVALID_STATE',
    'not_accessible',
  ),
  'error.noText': row(
    'code of a push to a question without text',
    'QUESTION_NOT_TEXT',
    'INVALID_QUESTION',
    'UNSUPPORTED_FIELD_TYPE',
  ),

  'me.permissions': row('permissions of the key', 'list', 'string'),
  'me.keyId': row('id of the key', 'identifier', 'integer'),

  'list.paging': row('how the listing goes on', 'cursor', 'offset', 'page', 'link'),
  'list.cursor': row('query member that goes on', 'cursor', 'after', 'page_token', 'starting_after'),
  'list.next': row('member of `pagination` that holds it', 'next_cursor', 'next', 'next_page_token', 'end_cursor'),
  'list.more': row('member that says there is more', 'has_more', 'has_next', 'has_next_page', 'none'),
  'list.total': row('member with the number of all', 'total', 'total_count', 'count', 'none'),
  'list.overLimit': row('limit above 200', 'clamped', 'refused'),

  'group.id': row('', 'survey_series_id', 'id', 'series_id', 'group_id'),
  'group.name': row('', 'name', 'survey_series_name', 'title', 'label', 'series_name'),
  'group.created': row('', 'created_at', 'created_on', 'date_created', 'none'),
  'group.count': row('number of its sources', 'none', 'survey_count', 'surveys_count', 'num_surveys'),
  'group.wrap': row(
    'around a created group; `created` stays outside',
    'none',
    'survey_series',
    'group',
    'series',
    'result',
  ),
  'created.status': row('status of what was created', 200, 201),

  'source.id': row('', 'survey_id', 'id', 'source_id', 'uid'),
  'source.title': row('', 'survey_title', 'title', 'survey_name', 'name', 'label'),
  'source.description': row('', 'survey_description', 'description', 'summary', 'none'),
  'source.type': row('', 'feedback_type', 'type', 'kind', 'none'),
  'source.group': row('group inside a source', 'none', 'survey_series_id', 'series_id', 'parent_id'),
  'source.created': row('', 'created_at', 'created_on', 'date_created', 'none'),
  'source.count': row('number of its items', 'none', 'response_count', 'total_responses', 'items_count'),
  'source.wrap': row('around a created source', 'none', 'survey', 'source', 'result'),
  'source.born': row('mode of a new source', 'EDITING', 'ACCESSIBLE'),
  'source.questions': row('questions in the answer to a creation', 'records', 'question_ids', 'none'),
  'question.id': row('', 'question_id', 'id', 'qid', 'uuid'),
  'question.text': row('in answers and at creation', 'question_text', 'text', 'title', 'label', 'name', 'prompt'),
  'question.type': row('in answers and at creation', 'question_type', 'type', 'kind', 'format'),
  'question.word': row('types in answers', 'name', 'alias', 'lower'),
  'question.options': row('in answers and at creation', 'options', 'choices', 'answers', 'possible_values'),
  'question.optionForm': row('', 'strings', 'label records', 'text records', 'numbered map'),
  'question.required': row('at creation', 'required', 'is_required', 'mandatory', 'none'),
  'publish.body': row('what publishing asks for', 'survey_id', 'both ids', 'id', 'source_id'),
  'publish.answer': row('', 'record', 'short record', 'mode', 'success', 'message'),

  'push.group': row('group in a push result', 'survey_series_id', 'series_id', 'group_id', 'none'),
  'push.source': row('source in a push result', 'survey_id', 'source_id', 'none'),
  'push.nested': row('these two', 'flat', 'under target', 'as records'),
  'push.dates': row('form of occurred_at', 'date or time', 'time', 'date', 'epoch', 'epoch-ms'),
  'push.rating': row('', 'number', 'integer', 'digits'),
  'push.ratingMax': row('', 10, 5, 100),
  'push.language': row('', 'any', 'two letters', 'BCP 47'),
  'push.channel': row('', 'any', 'lower case'),
  'push.plainTwice': row('a text pushed twice without external_id', 'stored', 'skipped'),
  'bulk.perQuestion': row('counts a question', 'none', 'results', 'questions', 'breakdown'),

  'task.path': row(
    '',
    '/tasks/{id}',
    '/content/push/bulk/{id}',
    '/content/tasks/{id}',
    '/push/bulk/status/{id}',
    '/jobs/{id}',
  ),
  'task.wrap': row('around a task', 'none', 'task', 'job', 'result'),
  'task.id': row('', 'task_id', 'id', 'job_id', 'uuid'),
  'task.status': row('', 'status', 'state', 'task_status', 'phase'),
  'task.words': row(
    'waiting, working, done',
    'pending running completed',
    'PENDING PROGRESS SUCCESS',
    'queued processing done',
    'SUBMITTED RUNNING FINISHED',
    'waiting active succeeded',
  ),
  'task.progress': row('', 'progress', 'percent', 'percentage', 'progress_percent'),
  'task.result': row('where its counts stand', 'result', 'flat', 'output', 'summary'),
  'task.link': row('where to ask', 'none', 'status_url', 'Location header'),

  'feedback.list': row('member that holds the items', 'items', 'feedback', 'results', 'entries', 'records'),
  'feedback.shape': row('', 'object', 'bare list, with the Link header'),
  'feedback.paging': row(
    'where the next cursor stands',
    'pagination',
    'top',
    'meta',
    'page_info',
    'link',
    'links.next',
  ),
  'feedback.cursor': row('query member', 'cursor', 'after', 'page_token', 'next'),
  'feedback.limit': row('query member', 'limit', 'page_size', 'per_page', 'first'),
  'feedback.order': row('', 'oldest first', 'newest first'),
  'filter.group': row('query member', 'survey_series_id', 'series_id', 'group_id', 'none'),
  'filter.source': row('query member', 'survey_id', 'source_id', 'source', 'none'),
  'filter.question': row('query member', 'question_id', 'field_id', 'none'),
  'filter.external': row('query member', 'external_id', 'external_ids', 'ref', 'none'),
  'filter.customer': row('query member', 'customer_id', 'customer', 'none'),
  'filter.times': row(
    'query members',
    'since until',
    'from to',
    'occurred_after occurred_before',
    'start_date end_date',
    'posted_after posted_before',
  ),
  'filter.until': row('the last moment itself', 'excluded', 'included'),
  'item.id': row('', 'id', 'item_id', 'feedback_id', 'uuid'),
  'item.text': row('', 'text', 'content', 'value', 'body'),
  'item.source': row('', 'survey_id', 'source_id', 'record source', 'record survey'),
  'item.question': row('', 'question_id', 'field_id', 'record question', 'record field'),
  'item.pushed': row('when it was pushed', 'created_at', 'pushed_at', 'ingested_at', 'received_at'),
  'item.extras': row('channel, language, rating, customer', 'flat', 'under metadata', 'under attributes'),

  'erase.form': row('', 'plural lists', 'singular lists', 'id_type ids', 'one at a time', 'selectors'),
  'erase.scope': row('restriction to a source', 'none', 'source_id', 'survey_id'),
  'erase.count': row('', 'erased', 'deleted', 'erased_count', 'removed', 'rows_deleted'),
  'erase.missing': row('what was not found', 'number not_found', 'list not_found', 'none'),
  'erase.max': row('identifiers a call', 1000, 100, 500),
  'erase.status': row('', 200, 202),

  'upload.file': row('part with the file', 'file', 'upload', 'csv', 'document'),
  'upload.source': row('', 'survey_id', 'source_id', 'id'),
  'upload.group': row('', 'none', 'survey_series_id', 'group_id'),
  'upload.question': row('', 'question_id', 'field_id', 'none'),
  'upload.mapping': row('', 'mapping', 'column_mapping', 'columns', 'field_map'),
  'upload.form': row('', 'member to column', 'column to member', 'list of pairs', 'parts'),
  'upload.status': row('', 202, 200, 201),

  'analysis.period': row('query member', 'period_key', 'period', 'none'),
  'analysis.wrap': row('', 'none', 'analysis', 'result', 'summary'),
  'analysis.total': row('', 'total', 'items_analyzed', 'response_count', 'item_count', 'none'),
  'analysis.at': row('', 'analyzed_at', 'completed_at', 'updated_at', 'none'),
  'sentiment.name': row('', 'sentiment', 'sentiment_distribution', 'sentiments', 'distribution'),
  'sentiment.form': row('', 'counts', 'fractions', 'percentages', 'count list', 'share list', 'records'),
  'sentiment.words': row('', 'lower', 'upper', 'title', 'short'),
  'theme.form': row('', 'list', 'map of counts', 'map of records'),
  'theme.name': row('', 'name', 'title', 'label', 'theme'),
  'theme.count': row('', 'count', 'mentions', 'volume', 'frequency'),
  'monitor.list': row('', 'monitors', 'monitor_matches', 'flags', 'alerts'),
  'monitor.name': row('', 'name', 'title', 'label'),
  'monitor.count': row('', 'matches', 'match_count', 'count', 'hits'),

  'template.present': row('', 'exists', 'has_template', 'template_configured', 'present', 'record template'),
  'template.variables': row('', 'names', 'records', 'map'),
  'template.domain': row('', 'sender_domain_verified', 'record sender_domain', 'domain_status'),
  'template.quota': row('', 'quota used limit', 'quota sent remaining', 'flat'),
  'invite.id': row('', 'distribution_id', 'invite_id', 'id', 'batch_id'),
  'invite.wrap': row('', 'none', 'invite', 'distribution', 'result'),
  'invite.status': row('', 'status', 'state', 'distribution_status'),
  'invite.words': row('sending, done', 'sending completed', 'IN_PROGRESS DONE', 'queued sent', 'processing finished'),
  'invite.counts': row('', 'flat', 'under counts', 'under stats', 'list'),
  'invite.sent': row('how many go out', 'sent', 'accepted', 'queued', 'delivered'),
  'invite.answer': row('status', 202, 200, 201),
  'recipient.list': row('in answers', 'recipients', 'items', 'results', 'invites'),
  'recipient.email': row('in answers and when sending', 'email', 'email_address', 'address', 'to'),
  'recipient.status': row('', 'status', 'delivery_status', 'outcome', 'state'),
  'recipient.words': row('', 'delivered skipped', 'DELIVERED SKIPPED', 'sent already_invited', 'ok ignored'),
  'preview.list': row('', 'previews', 'preview', 'messages', 'rendered'),
  'preview.body': row('', 'body', 'html', 'text', 'content'),
  'webhook.data': row('data of the other events', 'ids', 'ids and names', 'record'),
  'description.dialect': row('', 'fastapi', 'nest', 'spring', 'hand'),
  'description.envelope': row('success schemas', 'data', 'bare'),
  'description.detail': row('of answers', 'schemas', 'schemas and examples', 'nothing'),

  'upload.media': row('the body of an upload', 'form', 'csv, all else in the query'),
  'upload.ids': row('where a form has its identifiers', 'parts', 'query'),
  'upload.asked': row('the question', 'optional', 'required'),
  'upload.mapped': row('the columns', 'required', 'optional'),
  'upload.end': row('what it answers', 'task', 'counts'),
  'upload.task': row('its task', 'as all', '/feedback/upload/{id}', '/uploads/{id}', '/imports/{id}'),
  'upload.counts': row(
    'and its counts',
    'inserted duplicates none',
    'created duplicates rejected',
    'imported skipped failed',
  ),
  'upload.scale': row('and its progress', 'percent', 'fraction', 'none'),
  // Drawn last, so that what seeds draw for the others stays.
  'feedback.form': row(
    'how items and recipients go on, where not as `feedback.paging` says',
    'as said',
    'header cursor',
    'page',
    'page headers',
    'bare pages',
    'offset',
    'next address',
    'paging.next',
  ),
  'feedback.size': row(
    'query member with the size of a page, where not as `feedback.limit` says',
    'as said',
    'size',
    'none',
  ),
  'recipients.form': row('how recipients go on', 'as items', 'whole'),
  'page.first': row('number of the first page', 1, 0),
  'monitor.form': row('', 'list', 'map of counts', 'map of records'),
  'upload.told': row('what its description says of the form of a mapping', 'form', 'nothing'),
} as const

export type ChoiceId = keyof typeof TABLE
export type Choices = { [K in ChoiceId]: (typeof TABLE)[K]['values'][number] }

export const CHOICE_IDS = Object.keys(TABLE) as ChoiceId[]

/** Takes the first value everywhere but where another is given. */
export function choicesWith(others: Partial<Choices> = {}): Choices {
  const first = CHOICE_IDS.map((id) => [id, TABLE[id].values[0]])
  return { ...(Object.fromEntries(first) as Choices), ...others }
}

/** Picks every value at random, the same for the same seed. */
export function choicesFrom(seed: number): Choices {
  const pick = createPick(seed)
  const picked = CHOICE_IDS.map((id) => [id, TABLE[id].values[pick(TABLE[id].values.length)]])
  // The interface calls an upload asynchronous: one that answers with its counts has tests of its own.
  return { ...(Object.fromEntries(picked) as Choices), 'upload.end': 'task' }
}
