import { encodeMultipart } from '../../src/client/request-body.js'
import type { ErrorCode, ErrorEnvelope } from '../../src/contract/errors.js'
import type { RecordedExamples } from '../../src/contract/openapi-examples.js'
import { type Answer, type Ask, type Json, type Service, startService } from '../emulator/service.js'

const MCP_HEADERS = { accept: 'application/json', 'mcp-protocol-version': '2025-06-18' }
const TEMPLATE = {
  subject: 'How was {{product}}?',
  text: 'Dear {{name}}, how was {{product}}? Tell us: {{survey_link}}',
  html: '<p>Dear {{name}}, how was {{product}}? <a href="{{survey_link}}">Tell us</a></p>',
  variables: [
    { name: 'name', required: true },
    { name: 'product', required: false },
  ],
}
const REVIEWS = [
  { text: 'Delivery was two days late and nobody told me.', external_id: 'T-1001', customer_id: 'C-7', rating: 2 },
  {
    text: 'The checkout is quick and the app is a joy to use.',
    external_id: 'T-1002',
    channel: 'email',
    language: 'en',
  },
  { text: 'Support answered within the hour. Great!', external_id: 'T-1003', occurred_at: '2026-02-27T10:15:00Z' },
]
const RECIPIENT = { email: 'ada@example.com', external_id: 'C-7', variables: { name: 'Ada', product: 'the lamp' } }

/** Records what each route and each error of the description is shown with, from a run on a frozen clock. */
export async function recordExamples(): Promise<RecordedExamples> {
  const service = await startService({ randomSeed: 7 })
  const examples: RecordedExamples = { routes: {}, errors: {} }
  await recordRoutes(service, examples)
  await recordErrors(service, examples)
  return examples
}

async function recordRoutes(service: Service, { routes }: RecordedExamples): Promise<void> {
  const record = async (name: string, method: string, path: string, body?: Json, ask?: Ask): Promise<Json> => {
    const answer = await service.call(method, path, body, ask)
    return keep(name, answer, body)
  }
  const keep = (name: string, { status, json, text }: Answer, body?: Json): Json => {
    if (status >= 300) throw new Error(`${name}: ${status} ${text}`)
    const known = routes[name]?.results
    routes[name] = { ...(body === undefined ? {} : { body }), ...routes[name], results: { ...known, [status]: json } }
    return json
  }
  const nextDay = () => service.control('POST', '/clock/advance', { by: '1d' })

  const group = await record('createGroup', 'POST', '/survey_series/create', { name: 'Support' })
  await record('createGroupRecommended', 'POST', '/feedback_groups/create', { name: 'Support' })
  const survey = await record('createSource', 'POST', '/survey/create', {
    survey_series_id: group.survey_series_id,
    survey_title: 'Tickets 2026',
    survey_description: 'Closed tickets of the help desk',
    questions: [
      { type: 'DEPTH_TEXT', question_text: 'What happened?' },
      { type: 'SCQ', question_text: 'Was it solved?', options: ['yes', 'no'] },
    ],
    feedback_type: 'support_ticket',
  })
  const source = await record('createSourceRecommended', 'POST', '/sources/create', {
    feedback_group_id: group.survey_series_id,
    source_title: 'App reviews',
    fields: [{ type: 'long_answer', field_text: 'Review' }],
    feedback_type: 'app_review',
  })
  await record('publishSource', 'POST', '/survey/publish', { survey_id: survey.survey_id })
  await record('publishSourceRecommended', 'POST', '/sources/publish', { source_id: source.source_id })
  const classic = { survey_series_id: group.survey_series_id, survey_id: survey.survey_id }
  const recommended = { feedback_group_id: group.survey_series_id, source_id: source.source_id }
  const [questionId, fieldId] = [survey.questions[0].question_id, source.fields[0].field_id]

  await record('pushContent', 'POST', '/content/push', {
    ...classic,
    question: { question_id: questionId, content: ['The invoice was wrong twice.', REVIEWS[0]] },
    source_reference: 'help-desk-2026-03',
  })
  await record('pushContentRecommended', 'POST', '/feedback/push', {
    ...recommended,
    field: { field_id: fieldId, content: REVIEWS },
    source_reference: 'store-2026-03',
  })
  const questions = [{ question_id: questionId, content: ['It took three calls.', 'Solved at once, thank you.'] }]
  const fields = [{ field_id: fieldId, content: [{ text: 'Crashes since the update.', external_id: 'T-1004' }] }]
  const task = await record('pushBulk', 'POST', '/content/push/bulk', { ...classic, questions })
  await record('pushBulk', 'POST', '/content/push/bulk', {
    ...classic,
    questions: [{ question_id: questionId, content: [{ text: 'Never heard back.', external_id: 'T-1005' }] }],
    sync: true,
  })
  const bulk = await record('pushBulkRecommended', 'POST', '/feedback/push/bulk', { ...recommended, fields })
  await record('pushBulkRecommended', 'POST', '/feedback/push/bulk', { ...recommended, fields, sync: true })
  const versioned = async (name: string, method: string, path: string, body?: Json) =>
    keep(name, await atMount(service, '/api/v1', { method, path, body }), body)
  await versioned('pushBulkV1', 'POST', '/content/push/bulk', { ...recommended, fields })
  await versioned('pushBulkV1', 'POST', '/content/push/bulk', { ...recommended, fields, sync: true })
  const file = Buffer.from('review,id\nSlow but reliable.,T-1006\nLove the new search.,T-1007\n')
  const mapping = { fields: { [fieldId]: 'review' }, external_id: 'id' }
  const form = encodeMultipart({ ...recommended, mapping, file }, { fileName: 'reviews.csv', random: () => 0.5 })
  const uploaded = await atMount(service, '/api/input', { method: 'POST', path: '/feedback/upload', form })
  const upload = keep('uploadFeedback', uploaded, { ...recommended, mapping, file: file.toString() })
  await nextDay()
  await record('getTask', 'GET', `/content/push/bulk/${task.task_id}`)
  await record('getTaskRecommended', 'GET', `/feedback/push/bulk/${bulk.task_id}`)
  await record('getUploadTask', 'GET', `/feedback/upload/${upload.task_id}`)
  await versioned('getTaskV1', 'GET', `/content/push/bulk/${bulk.task_id}`)

  await record('getMe', 'GET', '/me')
  const description = await atMount(service, '/api/v1', { method: 'GET', path: '/openapi.json' })
  const { openapi, info } = description.json
  routes.getOpenapi = { results: { 200: { openapi, info: { title: info.title, version: info.version }, paths: {} } } }
  await record('listSources', 'GET', '/surveys/list?survey_id=1')
  await record('listSourcesRecommended', 'GET', '/sources/list')
  await record('listFeedback', 'GET', `/feedback?source_id=${source.source_id}&limit=2`)
  const monitor = { name: 'Delivery', query: ['delivery', 'late'], threshold: 5, alerts: false, source_id: null }
  await service.control('POST', '/monitors', monitor)
  await record('getAnalysis', 'GET', `/sources/${source.source_id}/analysis`)
  await record('eraseFeedback', 'POST', '/feedback/erase', {
    external_ids: ['T-1001', 'T-9999'],
    customer_ids: ['C-7'],
  })

  await service.control('PUT', `/invite-templates/${source.source_id}`, TEMPLATE)
  await service.control('PUT', '/sender-domain', { domain: 'mail.example.com', status: 'verified' })
  await record('getInviteTemplate', 'GET', `/sources/${source.source_id}/invite-template`)
  const invites = `/sources/${source.source_id}/invites`
  const invite = await record('sendInvites', 'POST', invites, { recipients: [RECIPIENT] })
  await record('sendInvites', 'POST', invites, {
    recipients: [{ ...RECIPIENT, email: 'bob@example.com' }, RECIPIENT],
    dry_run: true,
  })
  await nextDay()
  await record('getInvite', 'GET', `/invites/${invite.invite_id}`)
  await record('listInviteRecipients', 'GET', `/invites/${invite.invite_id}/recipients`)

  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_feedback_groups', arguments: {} },
  }
  await record('mcp', 'POST', '/mcp', message, { key: service.emulator.apiKeys.live.mcp_read, headers: MCP_HEADERS })
}

/** A call under another mount, or with a form. */
async function atMount(
  { emulator }: Service,
  mount: string,
  {
    method,
    path,
    body,
    form,
  }: { method: string; path: string; body?: Json; form?: ReturnType<typeof encodeMultipart> },
): Promise<Answer> {
  const authorization = `Bearer ${emulator.apiKeys.live.all}`
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const { headers, body: sent } = form ?? json
  const url = `${emulator.baseUrl}${mount}${path}`
  const request = { method, url, headers: { ...headers, authorization } }
  const answer = await emulator.handle(method === 'GET' ? request : { ...request, body: sent })
  const text = Buffer.from(answer.body).toString()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
}

async function recordErrors(service: Service, { routes, errors }: RecordedExamples): Promise<void> {
  const record = async (code: ErrorCode, method: string, path: string, body?: Json, ask?: Ask): Promise<void> => {
    const { json, text } = await service.call(method, path, body, ask)
    if (json?.error?.code !== code) throw new Error(`${code}: ${text}`)
    errors[code] = json as ErrorEnvelope
  }
  const fault = (operation: string, members: object) =>
    service.control('POST', '/faults', { operation, times: 1, ...members })
  const { emulator } = service
  const push = (members: object) => ({ ...(routes.pushBulkRecommended!.body as object), sync: true, ...members })
  const field = (content: Json[]) => ({ fields: [{ field_id: '3', content }] })

  await record('UNAUTHORIZED', 'GET', '/me', undefined, { key: 'inpk_live_nobody' })
  await record('FORBIDDEN_ORIGIN', 'GET', '/me', undefined, { headers: { origin: 'https://elsewhere.example.com' } })
  await record(
    'INSUFFICIENT_PERMISSION',
    'POST',
    '/survey_series/create',
    { name: 'X1' },
    { key: emulator.apiKeys.live.push },
  )
  await record('VALIDATION_ERROR', 'POST', '/feedback_groups/create', { name: 'A' })
  await record('INVALID_JSON', 'POST', '/content/push', undefined, { headers: { 'content-type': 'application/json' } })
  await record('UNSUPPORTED_MEDIA_TYPE', 'POST', '/content/push', {}, { headers: { 'content-type': 'text/plain' } })
  await record('PAYLOAD_TOO_LARGE', 'POST', '/content/push', {}, { headers: { 'content-length': '134217729' } })
  await record('NOT_FOUND', 'GET', '/sources/999/analysis')
  await record('SYNC_REQUIRES_EXTERNAL_ID', 'POST', '/feedback/push/bulk', push(field(['No id'])))
  await record(
    'PUSH_FAILED',
    'POST',
    '/feedback/push/bulk',
    push({ fields: [{ field_id: '2', content: [{ text: 'No text here', external_id: 'x' }] }] }),
  )
  await fault('pushBulk', { kind: 'sync_timeout' })
  await record('SYNC_PUSH_TIMEOUT', 'POST', '/feedback/push/bulk', push({}))
  await record(
    'IDEMPOTENCY_KEY_REUSED',
    'POST',
    '/survey_series/create',
    { name: 'Other' },
    { idempotencyKey: await usedKey(service) },
  )
  await recordStateErrors(service, record)
  await fault('getMe', { kind: 'status', status: 429, code: 'RATE_LIMITED', retry_after: 7 })
  await record('RATE_LIMITED', 'GET', '/me')
  await fault('getMe', { kind: 'status', status: 503, code: 'SERVICE_BUSY', retry_after: 7 })
  await record('SERVICE_BUSY', 'GET', '/me')
}

async function usedKey(service: Service): Promise<string> {
  await service.call('POST', '/survey_series/create', { name: 'Support' }, { idempotencyKey: 'once' })
  return 'once'
}

/** Errors that need the organisation to be in a state. */
async function recordStateErrors(
  service: Service,
  record: (code: ErrorCode, method: string, path: string, body?: Json, ask?: Ask) => Promise<void>,
): Promise<void> {
  const draft = await service.call('POST', '/sources/create', {
    feedback_group_id: '1',
    source_title: 'Draft',
    fields: [{ type: 'TEXT', field_text: 'Text' }],
  })
  const { source_id, fields } = draft.json
  const push = { feedback_group_id: '1', source_id, field: { field_id: fields[0].field_id, content: ['Hello'] } }
  await record('SOURCE_NOT_PUBLISHED', 'POST', '/feedback/push', push)
  await service.call('POST', '/sources/publish', { source_id })
  await record('INVITE_TEMPLATE_MISSING', 'POST', `/sources/${source_id}/invites`, { recipients: [RECIPIENT] })
  await service.control('PATCH', '', { invite_quota: 1 })
  await record('INVITE_QUOTA_EXCEEDED', 'POST', '/sources/2/invites', {
    recipients: [{ ...RECIPIENT, email: 'c@example.com' }],
  })
  await service.control('PUT', '/sender-domain', { domain: null, status: 'missing' })
  await record('SENDER_DOMAIN_UNVERIFIED', 'POST', '/sources/2/invites', {
    recipients: [{ ...RECIPIENT, email: 'd@example.com' }],
  })
  await service.control('PATCH', '', { plan: { limit: 0 } })
  await record('APS_EXHAUSTED', 'POST', '/feedback/push', push)
  const member = (await service.control('POST', '/members', { name: 'Eve', email: 'eve@example.com' })).json
  const key = { label: 'Assistant', environment: 'live', scope: 'mcp_read', member_id: member.id }
  const { api_key } = (await service.control('POST', '/keys', key)).json
  await service.control('PATCH', `/members/${member.id}`, { active: false })
  const ask = { key: api_key, headers: MCP_HEADERS }
  await record('MCP_KEY_UNBOUND', 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, ask)
}
