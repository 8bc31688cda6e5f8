import { analysisRoutes } from './analysis.js'
import { faultsOf } from './check.js'
import type { Choices } from './choices.js'
import { choicesWith } from './choices.js'
import { describeService } from './describe.js'
import { eraseRoute } from './erase.js'
import { feedbackRoutes } from './feedback.js'
import { groupRoutes } from './groups.js'
import { inviteRoutes } from './invites.js'
import { createLimiter, limitHeaders, type Standing } from './limits.js'
import { meRoute } from './me.js'
import { readParts } from './multipart.js'
import { pushRoutes } from './push.js'
import { invalid, missing, Refusal } from './refusals.js'
import {
  type Call,
  type ForeignRequest,
  type ForeignResponse,
  type Part,
  type Route,
  toClassic,
  toRecommended,
} from './route.js'
import { sourceRoutes } from './sources.js'
import { createState, type Key, type Scope, type State } from './state.js'
import { taskRoutes } from './tasks.js'
import { uploadRoute } from './upload.js'
import { SECRET, signDelivery } from './webhooks.js'

export interface ForeignOptions {
  now?: () => number
  environment?: 'test' | 'live'
  perKeyPerMinute?: number
  /** Serves no description of itself. */
  isUndescribed?: boolean
  /** How many reads of an analysis find none after each push. */
  readsUntilAnalysed?: number
}

export interface ForeignService {
  choices: Choices
  routes: Route[]
  state: State
  /** Signs the deliveries. */
  secret: string
  /** The text of the key with this scope. */
  keyWith: (scope: Scope) => string
  /** Answers one request, without a socket. */
  handle: (request: ForeignRequest) => ForeignResponse
  /** Its own OpenAPI description. */
  describe: () => Record<string, unknown>
}

const SUNSET = 'Sun, 01 Nov 2026 00:00:00 GMT'
const DAY_MS = 86_400_000
const IMPLIED: Record<Scope, Scope[]> = {
  push: ['push'],
  create: ['push', 'create'],
  send: ['send'],
  mcp_read: ['mcp_read'],
  all: ['push', 'create', 'send', 'mcp_read', 'all'],
}

interface Kept {
  payload: string
  at: number
  response: { status: number; headers: Record<string, string>; body: unknown }
}

/** Makes a service that follows interface.md, and these choices where it is silent. */
export function createForeignService(choices: Partial<Choices> = {}, options: ForeignOptions = {}): ForeignService {
  const c = choicesWith(choices)
  const state = createState(options.environment ?? 'test')
  const now = options.now ?? Date.now
  const limiter = createLimiter(options.perKeyPerMinute)
  const kept = new Map<string, Kept>()
  const routes: Route[] = [
    meRoute(c, limiter.numbers),
    ...groupRoutes(c),
    ...sourceRoutes(c),
    ...pushRoutes(c, options.readsUntilAnalysed ?? 0),
    ...taskRoutes(c),
    ...feedbackRoutes(c),
    eraseRoute(c),
    uploadRoute(c, options.readsUntilAnalysed ?? 0),
    ...analysisRoutes(c),
    ...inviteRoutes(c),
  ]
  const describe = () => describeService(c, routes)

  function handle(request: ForeignRequest): ForeignResponse {
    const key = keyOf(state, request)
    const standing = limiter.admit(key?.id, now())
    const headers: Record<string, string> = { 'content-type': 'application/json', ...limitHeaders(standing) }
    try {
      const answer = answerTo(request, key, standing)
      const extra: Record<string, string> = c.envelope === 'bare' ? { deprecation: 'true', sunset: SUNSET } : {}
      return { status: answer.status, headers: { ...headers, ...extra, ...answer.headers }, body: answer.body }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, code, message, details } = error
      return { status, headers, body: { error: { code, message, ...(details !== undefined && { details }) } } }
    }
  }

  function answerTo(request: ForeignRequest, key: Key | undefined, { retryAfter }: Standing): Kept['response'] {
    const url = new URL(request.path, 'http://foreign')
    if (url.pathname === '/api/v1/openapi.json' && !options.isUndescribed)
      return { status: 200, headers: {}, body: describe() }
    if (!key) throw new Refusal(401, c['error.unauthorized'], 'Missing or invalid credentials.')
    if (retryAfter !== undefined) throw new Refusal(429, c['error.limited'], 'Too many requests.')
    const found = findRoute(routes, request.method, url.pathname)
    if (!found) throw new Refusal(404, missing(c, 'PATH').code, `Cannot ${request.method} ${url.pathname}`)
    const { route, params } = found
    if (route.scope !== 'any' && !IMPLIED[key.scope].includes(route.scope))
      throw new Refusal(403, 'INSUFFICIENT_PERMISSION', `This needs the scope ${route.scope}.`)
    const idempotency = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const mark = `${key.id} ${url.pathname} ${idempotency}`
    const payload = Buffer.from(request.body ?? []).toString('latin1')
    const before = kept.get(mark)
    if (idempotency && before && now() - before.at < DAY_MS) {
      if (before.payload === payload) return before.response
      throw new Refusal(409, c['error.conflict'], 'This Idempotency-Key was used with another payload.')
    }
    const answer = route.run({ ...readCall(c, route, url, request), params, c, state, now: now(), key, emit })
    const body = c.envelope === 'data' ? { data: answer.payload } : answer.payload
    const response = { status: answer.status, headers: answer.headers ?? {}, body: structuredClone(body) }
    if (idempotency) kept.set(mark, { payload, at: now(), response })
    return response
  }

  const emit: Call['emit'] = (event, data) => state.deliveries.push(signDelivery(event, data, now()))
  const keyWith = (scope: Scope) => state.keys.find((each) => each.scope === scope)!.text
  return { choices: c, routes, state, secret: SECRET, keyWith, handle, describe }
}

function keyOf(state: State, { headers }: ForeignRequest): Key | undefined {
  return state.keys.find(({ text }) => headers.authorization === `Bearer ${text}`)
}

/** Finds the route of a path, and what stands for `{id}` in it. */
export function findRoute(routes: Route[], method: string, path: string) {
  for (const route of routes) {
    const match = new RegExp(`^${route.path.replace('{id}', '([^/]+)')}$`).exec(path)
    if (match && route.method === method)
      return { route, params: (match[1] ? { id: decodeURIComponent(match[1]) } : {}) as Record<string, string> }
  }
  return undefined
}

function readCall(
  c: Choices,
  route: Route,
  url: URL,
  request: ForeignRequest,
): Pick<Call, 'path' | 'query' | 'body' | 'parts' | 'text'> {
  const query = Object.fromEntries(url.searchParams)
  checkQuery(c, route, query)
  const text = Buffer.from(request.body ?? []).toString('utf8')
  if (route.isRaw) return { path: url.pathname, query, body: {}, parts: [], text: requireCsv(c, request, text) }
  return { path: url.pathname, query, ...readBody(c, route, request), text }
}

function checkQuery(c: Choices, route: Route, query: Record<string, string>): void {
  const faults = Object.entries(query).flatMap(([name, text]) => {
    const member = route.query?.find((each) => each.name === name)
    if (!member)
      return c['unknown.query'] === 'refused'
        ? [{ path: [name], message: 'is not allowed', type: 'extra_forbidden' }]
        : []
    const isNumber = member.schema.type === 'integer' || member.schema.type === 'number'
    const value = isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    return faultsOf(member.schema, value, false, [name])
  })
  const lacking = (route.query ?? []).filter(({ name, required }) => required && query[name] === undefined)
  faults.push(...lacking.map(({ name }) => ({ path: [name], message: 'is required', type: 'missing' })))
  if (faults.length > 0) throw invalid(c, faults, 'query')
}

/** Nothing is a file but what is said to be one. */
function requireCsv(c: Choices, { headers }: ForeignRequest, text: string): string {
  if (headers['content-type']?.startsWith('text/csv') && text !== '') return text
  throw invalid(c, [{ path: [], message: 'must be text/csv', type: 'media_type' }])
}

function readBody(c: Choices, route: Route, request: ForeignRequest): { body: Record<string, unknown>; parts: Part[] } {
  const bytes = request.body ?? new Uint8Array()
  const parts = route.isMultipart ? readParts(bytes, request.headers['content-type'] ?? '') : []
  if (!route.body) return { body: {}, parts }
  const body = route.isMultipart ? Object.fromEntries(parts.map(({ name, text }) => [name, text])) : parse(c, bytes)
  const read = route.hasVocabularies ? toClassic(body) : body
  const schema = route.isRecommended ? (toClassicSchema(route.body) as typeof route.body) : route.body
  const faults = faultsOf(schema, read, c['unknown.body'] === 'refused')
  if (faults.length === 0) return { body: read as Record<string, unknown>, parts }
  if (!route.isRecommended) throw invalid(c, faults)
  throw invalid(
    c,
    faults.map((fault) => ({
      ...fault,
      path: fault.path.map((step) => (typeof step === 'string' ? toRecommended(step) : step)),
    })),
  )
}

/** A schema is checked in the classic vocabulary, as bodies are read in it; its own words (`required` lists) are values. */
function toClassicSchema(schema: unknown): unknown {
  const read = toClassic(schema) as { required?: string[] } & Record<string, unknown>
  return JSON.parse(JSON.stringify(read), (name, value) =>
    name === 'required' ? value.map((each: string) => Object.keys(toClassic({ [each]: 0 }) as object)[0]) : value,
  )
}

function parse(c: Choices, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw invalid(c, [{ path: [], message: 'is not JSON', type: 'json_invalid' }])
  }
}
