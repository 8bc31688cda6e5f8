import { GUESSES } from '../../src/contract/assumptions/values.js'
import { DEFAULT_CONTRACT } from '../../src/contract/facts/contract.js'
import { type OperationId, type PathParams, rowOf } from '../../src/contract/operations/index.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import type { Context, Decision } from '../core/decision.js'
import { requireInput } from '../core/input.js'
import { HANDLERS } from '../operations/index.js'

type Read = Extract<OperationId, 'listSources' | 'getAnalysis' | 'listFeedback'>
/** A payload in recommended words. */
export type WirePayload = Record<string, unknown>

/**
 * What an operation answers to these members, in recommended words both ways: the same checks and the same handler as a
 * request over HTTP. Throws a Refusal where that would be refused.
 */
export async function readOperation(
  id: Read,
  query: WirePayload,
  context: Context,
  params: PathParams = {},
): Promise<WirePayload> {
  const row = rowOf(id)
  const checked = requireInput(row.query!, asQuery(query), 'recommended', false).value
  const handler = HANDLERS[id] as (input: unknown, context: Context) => Promise<Decision<unknown>>
  const { answer } = await handler({ params, query: checked, body: undefined }, withOwnPages(context))
  return toRecommended(row.result, answer) as WirePayload
}

/** The tools describe pages of their own, whatever the listings of the service do. */
function withOwnPages(context: Context): Context {
  const clamp = { ...context.values['paging-clamp'], above: 'clamped' as const }
  const values = { ...context.values, 'paging-clamp': clamp, 'stable-cursor': GUESSES['stable-cursor'] }
  return Object.create(context, { contract: { value: { ...DEFAULT_CONTRACT, values } } })
}

/** Members of a query are texts; those not given are absent. */
function asQuery(members: WirePayload): Record<string, string> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
