import { parseApiKey } from '../../src/contract/api-key.js'
import { INITIAL_KEYS } from '../../src/contract/well-known-keys.js'
import { type Change, put, set } from '../state/change.js'
import type { ApiKey, State, StoredOrganization } from '../state/state.js'
import { newKey } from './api-keys.js'
import { monthStart } from './credits.js'

/** The member every organisation starts with; the initial `mcp_read` keys are bound to it (MCP-10). */
export const FIRST_MEMBER = { id: '1', name: 'Owner', email: 'owner@example.com', active: true }

/** The first facts of an organisation: its record, its first member, one key for each environment and scope. */
export function initialChanges(organization: StoredOrganization, apiKeys: readonly string[]): Change[] {
  const now = organization.createdAt
  return [
    set('organization', organization),
    set('clock', organization.bornClock),
    set('credits', { periodStart: monthStart(now), usedTokens: 0 }),
    set('counters', { member: 1 }),
    put('members', FIRST_MEMBER.id, FIRST_MEMBER),
    ...INITIAL_KEYS.map(({ environment, scope }, index) => {
      const { id, secret } = parseApiKey(apiKeys[index]!)!
      const label = `${environment} ${scope}`
      const memberId = FIRST_MEMBER.id
      return put('keys', id, newKey({ id, secret, label, environment, scope, memberId, createdAt: now }))
    }),
  ]
}

/** What tells initial keys apart. */
export function pairOf({ environment, scope }: ApiKey): string {
  return `${environment} ${scope}`
}

/** The initial keys of an organisation, well known or random: of each environment and scope the first made at its creation. */
export function initialKeys({ organization, keys }: Readonly<State>): Map<string, ApiKey> {
  const initial = new Map<string, ApiKey>()
  for (const key of Object.values(keys)) {
    if (key.createdAt === organization.createdAt && !initial.has(pairOf(key))) initial.set(pairOf(key), key)
  }
  return initial
}
