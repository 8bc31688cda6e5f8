import { formatApiKey, parseApiKey } from '../../src/contract/api-key.js'
import { ENVIRONMENTS, type KeyEnvironment, SCOPES, type Scope } from '../../src/contract/scopes.js'
import type { SeedDocument } from '../../src/contract/seed.js'
import { INITIAL_KEYS, keyIdentifier, wellKnownKey } from '../../src/contract/well-known-keys.js'
import type { Randomness } from '../adapters/randomness.js'
import type { Organization } from '../core/organization.js'
import { randomnessOf } from '../core/randomness-of.js'
import type { Backend } from '../core/service.js'
import { hashSecret } from '../rules/api-keys.js'
import { timeOf } from '../rules/clock.js'
import { initialChanges } from '../rules/initial-changes.js'
import { apply } from '../state/apply.js'
import { put } from '../state/change.js'
import { emptyState } from '../state/initial.js'
import type { Clock, State, StoredOrganization } from '../state/state.js'
import { requireClock } from './require-clock.js'
import { commitSeed } from './seed/seed-organization.js'
import { atPath } from './seed/staged-changes.js'

export type KeyTable = Record<KeyEnvironment, Record<Scope, string>>

export interface CreateOptions {
  /** By default that of the seed, else that of the emulator. */
  clock?: Clock | undefined
  /** What it starts with, checked. */
  seed?: SeedDocument
  /** The record as it shall be, from the usual one. */
  adjust?(record: StoredOrganization): StoredOrganization
}

/** A new organisation with its member and its ten keys; the key strings are returned here, and never stored. All or nothing. */
export async function createOrganization(
  service: Backend,
  options: CreateOptions,
): Promise<{ organization: Organization; apiKeys: string[] }> {
  const { clock: seedClock, ...seed } = options.seed ?? {}
  const clock = options.clock ?? clockOfSeed(seedClock, service)
  const organization = await service.organizations.create()
  const usual: StoredOrganization = {
    ...organization.store.state.organization,
    id: organization.id,
    name: organization.id === 1 ? 'Default organisation' : `Organisation ${organization.id}`,
    createdAt: timeOf(clock, service.clock.now()),
    rateLimits: service.settings.rateLimits,
    apsLimit: service.settings.contract.values['default-quota'].aps,
    bornClock: clock,
  }
  const adjusted = options.adjust?.(usual) ?? usual
  const randomness = randomnessOf(organization, service, adjusted.givenSeed)
  const record = { ...adjusted, instance: newInstance(organization.id, randomness) }
  const apiKeys = INITIAL_KEYS.map(({ environment, scope }) =>
    service.settings.randomKeys
      ? freshKey(environment, service, randomness)
      : wellKnownKey(organization.id, environment, scope),
  )
  // Logs of older data directories have these words, too.
  const summary = `created organisation ${organization.id}`
  const changes = initialChanges(record, apiKeys)
  try {
    await organization.store.commit({ at: record.createdAt, operation: 'createOrganization', summary, changes }).durable
    if (options.seed) await commitSeed(organization, service, seed)
  } catch (error) {
    await service.organizations.remove(organization.id).catch(() => undefined)
    throw error
  }
  return { organization, apiKeys }
}

/** A clock that is new can show any time: only later does it not go backward. */
function clockOfSeed(clock: SeedDocument['clock'], { clock: process, settings }: Backend): Clock {
  return clock ? atPath('clock', () => requireClock(clock, undefined, process.now())) : settings.initialClock
}

/** Back to how it was created; what it holds is dropped, its settings and its initial keys stay. */
export async function resetToInitial(organization: Organization, service: Backend): Promise<void> {
  const { organization: record, keys } = organization.store.state
  const fresh = { ...record, instance: newInstance(organization.id, randomnessOf(organization, service)) }
  const known = findInitialKeys(organization.store.state)
  const apiKeys = known ?? publishedKeys(organization.id)
  const kept = known ? [] : Object.values(keys).filter((key) => key.createdAt === record.createdAt)
  const at = timeOf(organization.store.state.clock, service.clock.now())
  const initial = initialChanges(fresh, apiKeys).filter(
    (change) => !(kept.length > 0 && 'table' in change && change.table === 'keys'),
  )
  // One step: a crash in between would leave an organisation without its first facts.
  const state = emptyState()
  for (const change of [...initial, ...kept.map((key) => put('keys', key.id, key))]) apply(state, change)
  await organization.store.reset({ at, operation: 'reset', summary: 'reset to the initial state' }, state)
}

/** The initial key strings, in the order of INITIAL_KEYS, where they follow the published rule and no one rotated them. */
export function findInitialKeys(state: Readonly<State>): string[] | undefined {
  const apiKeys = publishedKeys(state.organization.id)
  const intact = apiKeys.every((text) => {
    const { id, secret } = parseApiKey(text)!
    return state.keys[id]?.secretHash === hashSecret(secret)
  })
  return intact ? apiKeys : undefined
}

/** The initial key strings of an organisation by the published rule, in the order of INITIAL_KEYS. */
export function publishedKeys(id: number): string[] {
  return INITIAL_KEYS.map(({ environment, scope }) => wellKnownKey(id, environment, scope))
}

/** Key strings by environment and scope, from the order of INITIAL_KEYS. */
export function keyTable(apiKeys: readonly (string | undefined)[]): KeyTable {
  const of = (environment: KeyEnvironment) =>
    Object.fromEntries(
      SCOPES.map((scope) => [
        scope,
        apiKeys[INITIAL_KEYS.findIndex((each) => each.environment === environment && each.scope === scope)]!,
      ]),
    )
  return Object.fromEntries(ENVIRONMENTS.map((environment) => [environment, of(environment)])) as KeyTable
}

/** A key string no one can guess. */
export function randomKey(environment: KeyEnvironment, randomness: Randomness): string {
  return formatApiKey({ environment, id: keyIdentifier(randomness(7)), secret: randomness(32).toString('base64') })
}

/** A key whose identifier no organisation has: two of one seed draw the same. */
export function freshKey(environment: KeyEnvironment, service: Backend, randomness: Randomness): string {
  const key = randomKey(environment, randomness)
  const holder = service.organizations.holderOfKey(parseApiKey(key)!.id)
  return holder === undefined ? key : freshKey(environment, service, randomness)
}

/** A name that no other instance of an organisation ever had. */
export function newInstance(id: number, randomness: Randomness): string {
  return `${id}-${randomness(9).toString('base64url')}`
}
