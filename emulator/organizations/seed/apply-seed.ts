import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { SeedDocument } from '../../../src/contract/seed.js'
import { requireInput } from '../../core/input.js'
import { secretName } from '../../jobs/deliver-webhook.js'
import { put, set } from '../../state/change.js'
import { startingWith } from '../../state/ids.js'
import { withSettings } from '../organization-settings.js'
import { requireClock } from '../require-clock.js'
import { numberOf, reserveGivenIds } from './given-ids.js'
import { findKnownRows, type KnownRows } from './known-rows.js'
import { seedConnections, seedKeys } from './seed-access.js'
import { seedGroups } from './seed-groups.js'
import { seedReports } from './seed-reports.js'
import { atPath, type StagedChanges, stage, stageControl } from './staged-changes.js'

/** A seed as it is meant; 400 with a message at the path of each fault. */
export function requireSeed(raw: unknown): SeedDocument {
  return requireInput(SeedDocument, raw, 'classic', true).value as SeedDocument
}

/**
 * Stages a checked seed: first the clock, since times are checked against it, and what others refer to before them. What is seeded
 * is not an event, and what is there already is not added again. Refuses with the path of what does not fit, and then nothing is to be committed.
 */
export async function applySeed(staged: StagedChanges, seed: SeedDocument): Promise<void> {
  seedSettings(staged, seed)
  const known = findKnownRows(seed, staged.state)
  reserveGivenIds(seed, staged.state, staged.ids, known)
  await seedGroups(staged, seed.groups ?? [])
  if (seed.sender_domain) await stageControl(staged, 'setSenderDomain', 'sender_domain', { body: seed.sender_domain })
  if (seed.analysis_rules) {
    await stageControl(staged, 'setAnalysisRules', 'analysis_rules', { body: { items: seed.analysis_rules } })
  }
  await seedMembers(staged, seed.members ?? [], known)
  seedKeys(staged, seed.keys ?? [], known)
  seedConnections(staged, seed.connections ?? [], known)
  await seedSubscriptions(staged, seed.subscriptions ?? [], known)
  for (const [index, monitor] of (seed.monitors ?? []).entries()) {
    if (known.monitors.has(monitor)) continue
    const { id, source_id, ...others } = monitor
    const source = source_id === undefined || source_id === null ? {} : { source_id: String(source_id) }
    const ids = startingWith(staged.ids, 'monitor', numberOf(id))
    await stageControl(staged, 'createMonitor', `monitors[${index}]`, { body: { ...others, ...source } }, ids)
  }
  await seedReports(staged, seed.reports ?? [], known)
  for (const [index, body] of (seed.faults ?? []).entries()) {
    if (!known.faults.has(body)) await stageControl(staged, 'createFault', `faults[${index}]`, { body })
  }
}

function seedSettings(staged: StagedChanges, { organization, clock }: SeedDocument): void {
  if (organization) stage(staged, [set('organization', withSettings(staged.state.organization, organization))])
  if (!clock) return
  const moved = atPath('clock', () => requireClock(clock, staged.state.clock, staged.service.clock.now()))
  stage(staged, [set('clock', moved)])
}

async function seedMembers(
  staged: StagedChanges,
  members: NonNullable<SeedDocument['members']>,
  known: KnownRows,
): Promise<void> {
  for (const [index, member] of members.entries()) {
    const row = known.members.get(member)
    if (row) {
      const next = { ...row, name: member.name, active: member.active ?? row.active }
      if (next.name !== row.name || next.active !== row.active) stage(staged, [put('members', row.id, next)])
      continue
    }
    const { id, active = true, ...body } = member
    const ids = startingWith(staged.ids, 'member', numberOf(id))
    const answer = await stageControl(staged, 'createMember', `members[${index}]`, { body }, ids)
    const created = answer as ControlResultOf<'createMember'>
    if (!active) stage(staged, [put('members', created.id, { ...created, active })])
  }
}

async function seedSubscriptions(
  staged: StagedChanges,
  subscriptions: NonNullable<SeedDocument['subscriptions']>,
  known: KnownRows,
): Promise<void> {
  for (const [index, subscription] of subscriptions.entries()) {
    const { id, secret, ...body } = subscription
    const row = known.subscriptions.get(subscription)
    if (row) {
      const name = secretName(row.id)
      if (secret !== undefined && secret !== staged.organization.store.secret(name)) staged.secrets[name] = secret
      continue
    }
    const ids = startingWith(staged.ids, 'subscription', numberOf(id))
    const answer = await stageControl(staged, 'createSubscription', `subscriptions[${index}]`, { body }, ids)
    const created = answer as ControlResultOf<'createSubscription'>
    if (secret !== undefined) staged.secrets[secretName(Number(created.id))] = secret
  }
}
