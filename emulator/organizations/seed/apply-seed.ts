import { SEED_LISTS, SeedDocument } from '../../../src/contract/seed.js'
import { requireInput } from '../../core/input.js'
import { secretName } from '../../jobs/deliver-webhook.js'
import { set } from '../../state/change.js'
import { withSettings } from '../organization-settings.js'
import { requireClock } from '../require-clock.js'
import { sowGroups } from './seed-groups.js'
import { atPath, control, type Draft, take } from './staged-changes.js'

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

function lastSecret({ state }: Draft): string {
  return secretName(Math.max(...Object.keys(state.subscriptions).map(Number)))
}
