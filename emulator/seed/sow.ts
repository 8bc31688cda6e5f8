import type { ControlId } from '../../src/contract/control/index.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { SEED_LISTS, SeedDocument } from '../../src/contract/seed.js'
import { requireClock } from '../control/clock.js'
import type { ControlHandler, ControlInput } from '../control/handler.js'
import { withSettings } from '../control/organization-settings.js'
import type { Decision } from '../decision.js'
import { requireInput } from '../http/input.js'
import { Refusal } from '../http/refusal.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { randomnessOf } from '../randomness-of.js'
import { set } from '../state/change.js'
import { type Draft, take } from './draft.js'
import { sowGroups } from './sow-groups.js'

/** A seed as it is meant; 400 with a message at the path of each fault. */
export function requireSeed(raw: unknown): SeedDocument {
  return requireInput(SeedDocument, raw, 'classic', true).value as SeedDocument
}

/**
 * Takes a checked seed into a draft: first the clock, for times are checked against it, subscriptions last, for what is
 * seeded is no event. Refuses with the path of what does not fit, and then nothing is to be committed.
 */
export async function sow(draft: Draft, seed: SeedDocument): Promise<void> {
  sowSettings(draft, seed)
  await sowGroups(draft, seed.groups ?? [])
  if (seed.sender_domain) await control(draft, 'setSenderDomain', 'sender_domain', { body: seed.sender_domain })
  if (seed.analysis_rules) {
    await control(draft, 'setAnalysisRules', 'analysis_rules', { body: { items: seed.analysis_rules } })
  }
  for (const [list, id] of Object.entries(SEED_LISTS)) {
    for (const [index, entry] of (seed[list as keyof typeof SEED_LISTS] ?? []).entries()) {
      const { secret, ...body } = entry as { secret?: string }
      await control(draft, id, `${list}[${index}]`, { body })
      if (secret !== undefined) draft.secrets[lastSecret(draft)] = secret
    }
  }
}

function sowSettings(draft: Draft, { organization, clock }: SeedDocument): void {
  if (organization) take(draft, [set('organization', withSettings(draft.state.organization, organization))])
  if (!clock) return
  const moved = atPath('clock', () => requireClock(clock, draft.state.clock, draft.service.clock.now()))
  take(draft, [set('clock', moved)])
}

/** Carries out a control operation in the draft, as if it had been asked for. */
export async function control(
  draft: Draft,
  id: ControlId,
  path: string,
  input: { body: unknown; params?: Record<string, string> },
): Promise<void> {
  const handler = draft.service.controlHandlers[id] as ControlHandler<never>
  if (!('decide' in handler)) throw new Error(`${id} decides nothing, so no seed can hold it`)
  const { world, state, ids, service } = draft
  const asked = { params: {}, query: {}, ...input } as unknown as ControlInput<never>
  const randomness = randomnessOf(world, service)
  const context = { world, state, now: draft.now(), ids, service, randomness }
  const decision: Decision<unknown> = await atPathAsync(path, async () => handler.decide(asked, context))
  take(draft, decision.changes ?? [])
  Object.assign(draft.secrets, decision.secrets?.set)
}

function lastSecret({ state }: Draft): string {
  return secretName(Math.max(...Object.keys(state.subscriptions).map(Number)))
}

/** A refusal of `work` names its members below `path`. */
export function atPath<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw below(path, error)
  }
}

async function atPathAsync<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw below(path, error)
  }
}

function below(path: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const own = error.details as FieldMap | undefined
  const details = own && Object.keys(own).length > 0 ? own : { '': [error.message] }
  const moved = Object.entries(details).map(([name, texts]) => [name === '' ? path : `${path}.${name}`, texts])
  return new Refusal(error.code, `${path}: ${error.message}`, Object.fromEntries(moved), error.headers)
}
