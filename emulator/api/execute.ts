import { rowOf } from '../../src/contract/operations/index.js'
import type { RoutedCall } from '../core/call.js'
import { commitDecision, readDurably, writeDurably } from '../core/commit.js'
import { callerOf, contextOf } from '../core/context.js'
import type { Context, Decision } from '../core/decision.js'
import type { Organization } from '../core/organization.js'
import { Refusal } from '../core/refusal.js'
import { answerMcp } from '../mcp/answer-mcp.js'
import { HANDLERS } from '../operations/index.js'
import { timeOf } from '../rules/clock.js'
import { dropOldIdempotencyRecords } from '../rules/ledger.js'
import { idSource } from '../state/ids.js'
import type { PreparedErase } from '../store/index.js'
import { checkInput } from './check-input.js'
import {
  findIdempotencyRecord,
  findIdempotentRequest,
  type IdempotentRequest,
  recordAnswer,
  recordedRefusal,
  recordRefusal,
  runOnce,
  type UnparsedBody,
} from './idempotency.js'
import type { CallOutcome } from './reply.js'

/** Carries out the operation of a call. Only what may change something waits for the organisation's other writes. */
export function execute(call: RoutedCall, payload: UnparsedBody | undefined): Promise<CallOutcome> {
  const { organization, match } = call
  if (!payload) return readDurably(organization, async () => ({ decision: (await decide(call, undefined)).decision }))
  // The MCP endpoint only reads, too.
  if (rowOf(match.id).protocol === 'json-rpc') {
    return readDurably(organization, async () => ({ asIs: await answerMcp(call, payload.parse) }))
  }
  return runOnce(call, payload, () => write(call, payload))
}

async function write(call: RoutedCall, payload: UnparsedBody): Promise<CallOutcome> {
  const { organization, hints } = call
  const hintsBefore = hints.length
  const once: Once = (begun) =>
    writeDurably(organization, () => {
      // The request is checked each time, and hints each time.
      hints.length = hintsBefore
      return writeOnce(call, payload, begun)
    })
  const done = await once()
  return 'unprepared' in done ? prepareAndErase(organization, once) : done
}

/**
 * Prepares an erase while other requests are served, then decides again, on what has come meanwhile. Before it touches a snapshot
 * it decides again, for another erase may have used its idempotency key; from then on no other runs. Where the store was opened
 * again in between, for a write failed, what was prepared is of no use, and all of it starts again.
 */
async function prepareAndErase(organization: Organization, once: Once): Promise<CallOutcome> {
  const attempt = async (): Promise<CallOutcome | Unprepared> => {
    const { store } = organization
    const asked = await once()
    if (!('unprepared' in asked) || organization.store !== store) return asked
    const { erase = [], eraseQuery } = asked.unprepared
    const prepared = await store.prepareErase(erase, eraseQuery)
    try {
      return await once({ store, prepared })
    } finally {
      await prepared.drop()
    }
  }
  for (;;) {
    const outcome = await organization.runLong(attempt)
    if (!('unprepared' in outcome)) return outcome
  }
}

/** Items are to be erased, and nothing is prepared for that yet; nothing was committed. */
interface Unprepared {
  unprepared: Decision<unknown>
}

/** An erase that is prepared, and the store it can be used with. */
interface BegunErase {
  store: Organization['store']
  prepared: PreparedErase
}

/** Decides a request on the present, and commits that if it can. */
type Once = (begun?: BegunErase) => Promise<CallOutcome | Unprepared>

/** Answers a repeated request from its idempotency record; else commits what is decided, and its answer with it. */
async function writeOnce(
  call: RoutedCall,
  payload: UnparsedBody,
  begun?: BegunErase,
): Promise<CallOutcome | Unprepared> {
  const { organization, service, match } = call
  const { state } = organization.store
  const idempotent = findIdempotentRequest(call, payload)
  const record = idempotent && findIdempotencyRecord(state, idempotent, timeOf(state.clock, service.clock.now()))
  const refused = record && recordedRefusal(record)
  if (refused) throw refused
  if (record) return { decision: { answer: JSON.parse(record.answer), status: record.status }, replayed: true }
  const { decision, context } = await decideOnce(call, payload, idempotent)
  const prepared = begun?.store === organization.store ? begun.prepared : undefined
  if (decision.erase && !prepared) return { unprepared: decision }
  const { now, ids, caps } = context
  const status = decision.status ?? rowOf(match.id).statuses[0]
  const extra = idempotent
    ? [
        ...dropOldIdempotencyRecords(state, now, caps.keptAnswers),
        recordAnswer(idempotent, now, status, decision.answer),
      ]
    : []
  await commitDecision(organization, decision, { operation: match.id, now, ids, extra }, prepared)
  return { decision }
}

/** Decides; a refusal is kept for its key where this service keeps every answer. */
async function decideOnce(call: RoutedCall, payload: UnparsedBody, idempotent: IdempotentRequest | undefined) {
  try {
    return await decide(call, payload.parse())
  } catch (error) {
    const { contract, store } = call.organization
    const isKept = idempotent && contract.values['idempotency-only-success'].rule === 'every-answer'
    if (!isKept || !(error instanceof Refusal)) throw error
    const now = timeOf(store.state.clock, call.service.clock.now())
    const dropped = dropOldIdempotencyRecords(store.state, now, call.organization.caps.keptAnswers)
    const extra = [...dropped, recordRefusal(idempotent, now, error)]
    const ids = idSource(store.state)
    await commitDecision(call.organization, { answer: null }, { operation: call.match.id, now, ids, extra })
    throw error
  }
}

async function decide(call: RoutedCall, body: unknown): Promise<{ decision: Decision<unknown>; context: Context }> {
  const handler: (input: never, context: Context) => unknown = HANDLERS[call.match.id as keyof typeof HANDLERS]
  const input = checkInput(call, body)
  const context = contextOf(call.organization, call.service, callerOf(call))
  return { decision: (await handler(input as never, context)) as Decision<unknown>, context }
}
