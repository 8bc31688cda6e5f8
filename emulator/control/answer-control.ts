import type { ControlRow } from '../../src/contract/control/control-row.js'
import { CONTROL_IDS, CONTROL_PREFIX, type ControlId, controlRowOf } from '../../src/contract/control/index.js'
import type { PathParams } from '../../src/contract/operations/index.js'
import type { TSchema } from '../../src/contract/schema.js'
import { receiveBody } from '../api/receive-body.js'
import { createRouter, methodNotAllowed } from '../api/router.js'
import { commitDecision, readDurably, writeDurably } from '../core/commit.js'
import type { ControlContext, ControlHandler, ControlInput } from '../core/control-handler.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import { NO_MEMBERS, parseQuery, requireInput } from '../core/input.js'
import { requireJsonBody } from '../core/json.js'
import { requireLongJsonBody } from '../core/long-json.js'
import type { Organization } from '../core/organization.js'
import { randomnessOf } from '../core/randomness-of.js'
import { Refusal } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { idSource } from '../state/ids.js'
import { CONTROL_HANDLERS } from './index.js'
import { controlReply, documentReply, streamReply } from './reply.js'

/** A whole organisation may come in one file. */
const MAX_BODY_BYTES = 480 * 1024 * 1024

const ROUTER = createRouter(
  CONTROL_IDS.map((id) => ({
    method: controlRowOf(id).method,
    path: CONTROL_PREFIX + controlRowOf(id).path,
    target: id,
  })),
)

/** Answers a request to the control API, step by step; a step that refuses throws a Refusal. Host and Origin are checked before. */
export async function answerControl(request: ServerRequest, service: Service): Promise<Reply> {
  const url = new URL(request.target, 'http://dashboard')
  const { target: id, params } = requireRoute(request.method, url.pathname)
  const row = controlRowOf(id)
  const organization = await findOrganization(row, params, service)
  const body = await receiveInput(row, request)
  const query = check(row.query ?? NO_MEMBERS, parseQuery(row, url.searchParams))
  await organization?.reopenAfterFailure()
  return execute({ id, row, service, input: { params, query, body } as ControlInput<never> }, organization)
}

/** 404 for a path that is not of the control API, 405 with `Allow` for another method. */
function requireRoute(method: string, path: string): { target: ControlId; params: PathParams } {
  const found = ROUTER.find(method, path)
  if (found) return found
  const allowed = ROUTER.methodsOf(path)
  if (allowed.length > 0) throw methodNotAllowed(path, method, allowed)
  throw new Refusal('NOT_FOUND', `${path} not found in the control API`)
}

async function findOrganization(
  row: ControlRow,
  { org_id = '' }: PathParams,
  service: Service,
): Promise<Organization | undefined> {
  if (!row.perOrganization) return undefined
  const organization = await service.organizations.find(org_id)
  if (!organization) throw new Refusal('NOT_FOUND', `organisation ${org_id.slice(0, 40)} not found on this emulator`)
  return organization
}

/** The body of a row that takes one; a row that takes none is sent none, or one without members. */
async function receiveInput(row: ControlRow, request: ServerRequest): Promise<unknown> {
  if (row.method === 'GET') return undefined
  const bytes = await receiveBody(request, { maxBytes: MAX_BODY_BYTES })
  if (row.body) return check(row.body, await requireLongJsonBody(bytes))
  if (bytes.length > 0) check(NO_MEMBERS, requireJsonBody(bytes))
  return undefined
}

function check(schema: TSchema, raw: unknown): unknown {
  return requireInput(schema, raw, 'classic', true).value
}

interface ControlCall {
  id: ControlId
  row: ControlRow
  service: Service
  input: ControlInput<never>
}

async function execute(call: ControlCall, organization: Organization | undefined): Promise<Reply> {
  const { id, row, service, input } = call
  const handler = CONTROL_HANDLERS[id] as ControlHandler<never>
  if ('stream' in handler) return streamReply(handler.stream(input, service, organization!))
  if ('write' in handler) return documentReply(await handler.write(input, service, organization!))
  const answer = await ('act' in handler
    ? handler.act(input, service, organization!)
    : decide(call, handler, organization!))
  if (organization) service.jobs.wake(organization)
  return controlReply(row, input.query, answer)
}

/** Decides on the state of an organisation. Only what may change something waits for the organisation's other writes. */
async function decide(
  { id, row, service, input }: ControlCall,
  handler: Extract<ControlHandler<never>, { decide: unknown }>,
  organization: Organization,
): Promise<unknown> {
  if (row.method === 'GET') {
    return readDurably(organization, async () => (await handler.decide(input, contextOf(organization, service))).answer)
  }
  await handler.prepare?.(input, contextOf(organization, service))
  return writeDurably(organization, async () => {
    const context = contextOf(organization, service)
    const decision = await handler.decide(input, context)
    await commitDecision(organization, decision, { operation: id, now: context.now, ids: context.ids })
    return decision.answer
  })
}

function contextOf(organization: Organization, service: Service): ControlContext {
  const { state } = organization.store
  const now = timeOf(state.clock, service.clock.now())
  return { organization, state, now, ids: idSource(state), service, randomness: randomnessOf(organization, service) }
}
