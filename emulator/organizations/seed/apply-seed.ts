import { SEED_LISTS, SeedDocument } from '../../../src/contract/seed.js'
import { requireInput } from '../../core/input.js'
import { secretName } from '../../jobs/deliver-webhook.js'
import { set } from '../../state/change.js'
import { withSettings } from '../organization-settings.js'
import { requireClock } from '../require-clock.js'
import { seedGroups } from './seed-groups.js'
import { atPath, type StagedChanges, stage, stageControl } from './staged-changes.js'

/** A seed as it is meant; 400 with a message at the path of each fault. */
export function requireSeed(raw: unknown): SeedDocument {
  return requireInput(SeedDocument, raw, 'classic', true).value as SeedDocument
}

/**
 * Stages a checked seed: first the clock, since times are checked against it, subscriptions last, since what is seeded is not an
 * event. Refuses with the path of what does not fit, and then nothing is to be committed.
 */
export async function applySeed(staged: StagedChanges, seed: SeedDocument): Promise<void> {
  seedSettings(staged, seed)
  await seedGroups(staged, seed.groups ?? [])
  if (seed.sender_domain) await stageControl(staged, 'setSenderDomain', 'sender_domain', { body: seed.sender_domain })
  if (seed.analysis_rules) {
    await stageControl(staged, 'setAnalysisRules', 'analysis_rules', { body: { items: seed.analysis_rules } })
  }
  for (const [list, id] of Object.entries(SEED_LISTS)) {
    for (const [index, entry] of (seed[list as keyof typeof SEED_LISTS] ?? []).entries()) {
      const { secret, ...body } = entry as { secret?: string }
      await stageControl(staged, id, `${list}[${index}]`, { body })
      if (secret !== undefined) staged.secrets[lastSecret(staged)] = secret
    }
  }
}

function seedSettings(staged: StagedChanges, { organization, clock }: SeedDocument): void {
  if (organization) stage(staged, [set('organization', withSettings(staged.state.organization, organization))])
  if (!clock) return
  const moved = atPath('clock', () => requireClock(clock, staged.state.clock, staged.service.clock.now()))
  stage(staged, [set('clock', moved)])
}

function lastSecret({ state }: StagedChanges): string {
  return secretName(Math.max(...Object.keys(state.subscriptions).map(Number)))
}
