import { CONTROL_PREFIX } from '../../src/contract/control/index.js'
import { rowOf } from '../../src/contract/operations/index.js'
import type { TSchema } from '../../src/contract/schema.js'
import { noUnknownMembers, type UnknownMembers } from '../../src/contract/unknown-members.js'
import { requireOwnOrigin } from '../core/addresses.js'
import { beginCall, type Call } from '../core/call.js'
import { commitDecision } from '../core/commit.js'
import { contextOf } from '../core/context.js'
import type { Context, Decision } from '../core/decision.js'
import { type Reply, readBody, requireDeclaredSize, type ServerRequest } from '../core/exchange.js'
import { NO_MEMBERS, parseQuery, requireInput } from '../core/input.js'
import { parseJson } from '../core/json.js'
import { requireMedia } from '../core/media.js'
import type { Organization } from '../core/organization.js'
import { asRefusal, Refusal } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { unknownHints } from '../core/unknown-members.js'
import { answerMcp } from '../mcp/answer-mcp.js'
import { HANDLERS } from '../operations/index.js'
import { timeOf } from '../rules/clock.js'
import { dropOldAnswers } from '../rules/ledger.js'
import { idSource } from '../state/ids.js'
import { identify, requireAccess } from './credentials.js'
import { meetFaults } from './faults.js'
import { findIdempotentRequest, findKeptAnswer, keepAnswer, type Payload, sha256 } from './idempotency.js'
import { countAgainstLimits } from './limits.js'
import { withForm } from './receive-form.js'
import { bareReply, type Outcome, replyTo } from './reply.js'
import { underNames } from './under-names.js'

/** Where the API host says how it is. */
export const HEALTH = `${CONTROL_PREFIX}/health`

/** Answers a request to the API host. The order of the steps is contract.md section 4; a step that refuses ends it. */
export async function answerApiCall(request: ServerRequest, service: Service): Promise<Reply> {
  const call = beginCall(request, service)
  const startedAt = service.clock.now()
  const outcome = await takeSteps(call).catch((error: unknown): Outcome => ({ refusal: asRefusal(error) }))
  if (call.request.method !== 'GET') service.jobs.wake(call.organization)
  try {
    return replyTo(call, outcome, startedAt)
  } catch (error) {
    // Not even the refusal can be put into words, as where the organisation is damaged: its caller is answered all the same.
    service.onFault(error)
    return bareReply(asRefusal(error))
  }
}

async function takeSteps(call: Call): Promise<Outcome> {
  requireOwnOrigin(call.request, call.service.addresses)
  identify(call)
  await call.organization.reopenAfterFailure()
  countAgainstLimits(call)
  requireNoneOfTheOtherHost(call)
  call.match = call.service.settings.routes.require(call.request.method, call.path)
  requireAccess(call)
  await meetFaults(call)
  const { outcome, store } = await decided(call)
  await store.durable()
  return outcome
}

/** 404 for the control API, which is the other host's; of its paths this one has the health check alone (contract.md section 1). */
function requireNoneOfTheOtherHost({ path, request, service }: Call): void {
  if (path === HEALTH) {
    const message = `${path} takes GET, not ${request.method}`
    throw new Refusal('METHOD_NOT_ALLOWED', message, undefined, { Allow: 'GET' })
  }
  if (!path.startsWith(`${CONTROL_PREFIX}/`)) return
  throw new Refusal(
    'NOT_FOUND',
    `${path.slice(0, 200)} not found; the control API is on the dashboard host, ${service.dashboardUrl}`,
  )
}

/** An outcome, and the store that must be on disk before it is answered: the organisation may have another one by then. */
interface Decided {
  outcome: Outcome
  store: Organization['store']
}

function decided(call: Call): Promise<Decided> {
  if (rowOf(call.match!.id).protocol === 'json-rpc') return converse(call)
  return call.match!.route.method === 'GET' ? read(call) : write(call)
}

/** The MCP endpoint only reads, so nothing waits for it. */
async function converse(call: Call): Promise<Decided> {
  const { store } = call.organization
  return { outcome: { asIs: await answerMcp(call) }, store }
}

async function read(call: Call): Promise<Decided> {
  const { store } = call.organization
  const { decision } = await decide(call, undefined)
  return { outcome: { decision }, store }
}

async function write(call: Call): Promise<Decided> {
  const { json_bytes: most } = call.service.settings.overrides.values['body-size']
  requireDeclaredSize(call.request, most)
  requireMedia(call)
  if (rowOf(call.match!.id).media === 'multipart/form-data') return withForm(call, (form) => changeAlone(call, form))
  const body = await readBody(call.request, most)
  call.body = body
  return changeAlone(call, { hash: () => sha256(body), parse: () => parseJson(body) })
}

function changeAlone(call: Call, payload: Payload): Promise<Decided> {
  return call.organization.runExclusive(async () => {
    const { store } = call.organization
    return { outcome: await change(call, payload), store }
  })
}

/** One request that may change something: a kept answer is given again, else what is decided is committed with its answer. */
async function change(call: Call, payload: Payload): Promise<Outcome> {
  const { organization, service, match } = call
  const now = timeOf(organization.store.state.clock, service.clock.now())
  const idempotent = findIdempotentRequest(call, payload)
  const kept = idempotent && findKeptAnswer(organization.store.state, idempotent, now)
  if (kept) return { decision: { answer: JSON.parse(kept.answer), status: kept.status }, replayed: true }
  const { decision, context } = await decide(call, payload.parse())
  const status = decision.status ?? rowOf(match!.id).statuses[0]
  const extra = idempotent
    ? [
        ...dropOldAnswers(organization.store.state, context.now, organization.caps.keptAnswers),
        keepAnswer(idempotent, context.now, status, decision.answer),
      ]
    : []
  await commitDecision(organization, decision, { operation: match!.id, now: context.now, ids: context.ids, extra })
  return { decision }
}

async function decide(call: Call, body: unknown): Promise<{ decision: Decision<unknown>; context: Context }> {
  const { id, params } = call.match!
  const row = call.service.settings.overrides.rowOf(id)
  const handler = HANDLERS[id as keyof typeof HANDLERS] as unknown as (
    input: unknown,
    context: Context,
  ) => Promise<Decision<unknown>>
  const query = checked(call, 'query', row.query ?? NO_MEMBERS, parseQuery(row, call.search))
  const context = contextOf(call, idSource(call.organization.store.state))
  const input = { params, query, body: row.body && checked(call, 'body', row.body, body) }
  return { decision: await handler(input, context), context }
}

function checked(call: Call, slot: 'query' | 'body', schema: TSchema, raw: unknown): unknown {
  const { strict, overrides } = call.service.settings
  const { id, route } = call.match!
  const names = overrides.namesOf(id, slot, route.words)
  const ask = (members: unknown, renamed: UnknownMembers) => {
    const { value, unknown } = requireInput(schema, members, route.words, strict)
    call.hints.push(...unknownHints(unknown), ...unknownHints(renamed))
    return value
  }
  return names ? underNames(names, raw, { strict, ask }) : ask(raw, noUnknownMembers())
}
