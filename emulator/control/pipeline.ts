import type { ControlRow } from '../../src/contract/control/control-row.js'
import { CONTROL_IDS, CONTROL_PREFIX, type ControlId, controlRowOf } from '../../src/contract/control/index.js'
import type { TSchema } from '../../src/contract/schema.js'
import { commitDecision } from '../core/commit.js'
import type { ControlContext, ControlHandler, ControlInput } from '../core/control-handler.js'
import { type Reply, readBody, type ServerRequest } from '../core/exchange.js'
import { NO_MEMBERS, parseQuery, requireInput } from '../core/input.js'
import { parseJson } from '../core/json.js'
import { requireReadable } from '../core/media.js'
import type { Organization } from '../core/organization.js'
import { randomnessOf } from '../core/randomness-of.js'
import { Refusal } from '../core/refusal.js'
import { decodeSegment } from '../core/routes.js'
import type { Service } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { idSource } from '../state/ids.js'
import { CONTROL_HANDLERS } from './index.js'
import { pageOf } from './pages.js'

/** A whole organisation may come in one file. */
const MAX_BODY_BYTES = 480 * 1024 * 1024

interface Match {
  id: ControlId
  params: Record<string, string>
}

const ENTRIES = CONTROL_IDS.map((id) => {
  const row = controlRowOf(id)
  const names = Array.from(row.path.matchAll(/\{(\w+)\}/g), (match) => match[1]!)
  const pattern = new RegExp(`^${CONTROL_PREFIX}${row.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  return { id, method: row.method, names, pattern }
})

/** Answers a request to the control API; throws a Refusal for what it refuses. Host and Origin are checked before. */
export async function answerControl(request: ServerRequest, service: Service): Promise<Reply> {
  const url = new URL(request.target, 'http://dashboard')
  const { id, params } = requireControlRoute(request.method, url.pathname)
  const row = controlRowOf(id)
  const organization = row.perOrganization ? requireOrganization(service, params.org_id!) : undefined
  const handler = CONTROL_HANDLERS[id] as ControlHandler<never>
  const body = await requireBody(row, request)
  const query = checked(row.query ?? NO_MEMBERS, parseQuery(row, url.searchParams))
  const input = { params, query, body } as ControlInput<never>
  await organization?.reopenAfterFailure()
  if ('stream' in handler) return streamed(handler.stream(input, service, organization!))
  if ('write' in handler) return jsonReply(await handler.write(input, service, organization!))
  const answer = await ('act' in handler
    ? handler.act(input, service, organization)
    : decide(id, handler, input, organization!, service))
  if (organization) service.jobs.wake(organization)
  if (isWhole(answer)) return jsonOf(pageOfWhole(answer, query as PageQuery))
  if (row.status === 204) return { status: 204, headers: {}, body: '' }
  if (row.media !== undefined) return { status: 200, headers: MEDIA_HEADERS[row.media], body: answer as string }
  return jsonOf(answer)
}

function jsonOf(answer: unknown): Reply {
  return jsonReply(JSON.stringify(answer))
}

function jsonReply(body: Reply['body']): Reply {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

interface PageQuery {
  limit?: string
  cursor?: string
}

interface Whole {
  items: object[]
  pagination?: undefined
}

/** Whether an answer is a list that its handler gave as a whole. */
function isWhole(answer: unknown): answer is Whole {
  const { items, pagination } = (answer ?? {}) as Partial<Whole>
  return Array.isArray(items) && pagination === undefined
}

/** Such a list in pages where they are asked for. Its entries begin with what names them. */
function pageOfWhole(answer: Whole, query: PageQuery): unknown {
  if (query.limit === undefined && query.cursor === undefined) return answer
  return { ...answer, ...pageOf(answer.items, query, (entry) => String(Object.values(entry)[0])) }
}

const MEDIA_HEADERS: Record<NonNullable<ControlRow['media']>, Record<string, string>> = {
  'message/rfc822': { 'Content-Type': 'message/rfc822' },
  'text/event-stream': { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
  // What a sender wrote runs nothing, loads nothing, and belongs to no origin, wherever it is opened.
  'text/html': {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
}

function streamed(stream: AsyncIterable<string>): Reply {
  return { status: 200, headers: MEDIA_HEADERS['text/event-stream'], body: '', stream }
}

async function decide(
  id: ControlId,
  handler: Extract<ControlHandler<never>, { decide: unknown }>,
  input: ControlInput<never>,
  organization: Organization,
  service: Service,
): Promise<unknown> {
  // Who only reads holds up nobody.
  if (controlRowOf(id).method === 'GET') return read(handler, input, organization, service)
  await handler.prepare?.(input, contextOf(organization, service))
  const { answer, store } = await organization.runExclusive(async () => {
    const { store } = organization
    const context = contextOf(organization, service)
    const decision = await handler.decide(input, context)
    await commitDecision(organization, decision, { operation: id, now: context.now, ids: context.ids })
    return { answer: decision.answer, store }
  })
  await store.durable()
  return answer
}

async function read(
  handler: Extract<ControlHandler<never>, { decide: unknown }>,
  input: ControlInput<never>,
  organization: Organization,
  service: Service,
): Promise<unknown> {
  const { store } = organization
  const { answer } = await handler.decide(input, contextOf(organization, service))
  await store.durable()
  return answer
}

function contextOf(organization: Organization, service: Service): ControlContext {
  const { state } = organization.store
  const now = timeOf(state.clock, service.clock.now())
  return { organization, state, now, ids: idSource(state), service, randomness: randomnessOf(organization, service) }
}

function requireControlRoute(method: string, path: string): Match {
  const here = ENTRIES.filter((entry) => entry.pattern.test(path))
  const entry = here.find((each) => each.method === method)
  if (!entry) {
    if (here.length === 0) throw new Refusal('NOT_FOUND', `the control API has no ${path}`)
    const allow = here.map((each) => each.method).join(', ')
    throw new Refusal('METHOD_NOT_ALLOWED', `${path} takes ${allow}, not ${method}`, undefined, { Allow: allow })
  }
  const values = entry.pattern.exec(path)!.slice(1).map(decodeSegment)
  return { id: entry.id, params: Object.fromEntries(entry.names.map((name, index) => [name, values[index]!])) }
}

/** A row that takes none is sent none, or one without members. */
async function requireBody(row: ControlRow, request: ServerRequest): Promise<unknown> {
  if (row.method !== 'GET') requireReadable(request)
  const bytes = row.method === 'GET' ? Buffer.alloc(0) : await readBody(request, MAX_BODY_BYTES)
  if (row.body) return checked(row.body, parseJson(bytes))
  if (bytes.length > 0) checked(NO_MEMBERS, parseJson(bytes))
  return undefined
}

function requireOrganization(service: Service, id: string): Organization {
  const organization = service.organizations.find(id)
  if (!organization) throw new Refusal('NOT_FOUND', `there is no organisation ${id.slice(0, 40)} on this emulator`)
  return organization
}

function checked(schema: TSchema, raw: unknown): unknown {
  return requireInput(schema, raw, 'classic', true).value
}
