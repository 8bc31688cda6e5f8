import { isDeepStrictEqual } from 'node:util'
import { parseApiKey } from '../../../src/contract/api-key.js'
import type { SeedConnection, SeedDocument, SeedKey } from '../../../src/contract/seed.js'
import { parseTime } from '../../../src/contract/times.js'
import { rowOfId } from '../../operations/find-rows.js'
import { hashSecret, secretMatches } from '../../rules/api-keys.js'
import { FIRST_MEMBER } from '../../rules/initial-changes.js'
import type { Connection } from '../../state/oauth-rows.js'
import type { ApiKey, Fault, Member, Monitor, Report, State, Subscription } from '../../state/state.js'

type Entry<List extends keyof SeedDocument> = NonNullable<SeedDocument[List]> extends (infer One)[] ? One : never

/** The rows that an organisation had before a seed, by the entries of the seed that say the same. */
export interface KnownRows {
  members: ReadonlyMap<Entry<'members'>, Member>
  keys: ReadonlyMap<Entry<'keys'>, ApiKey>
  connections: ReadonlyMap<Entry<'connections'>, Connection>
  subscriptions: ReadonlyMap<Entry<'subscriptions'>, Subscription>
  monitors: ReadonlyMap<Entry<'monitors'>, Monitor>
  reports: ReadonlyMap<Entry<'reports'>, Report>
  faults: ReadonlyMap<Entry<'faults'>, Fault>
}

/** Finds what of a seed is there already, so that a seed taken again adds nothing; each row stands for one entry. */
export function findKnownRows(seed: SeedDocument, state: State): KnownRows {
  return {
    members: match(seed.members, state.members, ({ email }, row) => row.email === email),
    keys: match(seed.keys, state.keys, isKey),
    connections: match(seed.connections, state.connections, (entry, row) => isConnection(entry, row, state)),
    subscriptions: match(
      seed.subscriptions,
      state.subscriptions,
      ({ url, events, local = false, ca = null }, row) =>
        isSame({ url, local, ca }, row) && isDeepStrictEqual([...row.events].sort(), [...events].sort()),
    ),
    monitors: match(seed.monitors, state.monitors, ({ name, query, threshold, alerts, source_id = null }, row) => {
      const sourceId = source_id === null ? null : Number(source_id)
      return isSame({ name, query, threshold, alerts, sourceId }, row)
    }),
    reports: match(seed.reports, state.reports, ({ feedback_group_id, produced = [] }, row) => {
      const periods = new Set(row.produced.map(({ periodKey }) => periodKey))
      return row.groupId === Number(feedback_group_id) && produced.every(({ period_key }) => periods.has(period_key))
    }),
    // One that has been applied as often as it should does nothing any more.
    faults: match(seed.faults, state.faults, (entry, row) => row.hits < row.times && isSame(entry, row)),
  }
}

function match<E extends object, Row>(
  entries: readonly E[] = [],
  rows: Readonly<Record<string, Row>>,
  isOf: (entry: E, row: Row) => boolean,
): Map<E, Row> {
  const left = new Set(Object.values(rows))
  const found = new Map<E, Row>()
  for (const entry of entries) {
    const row = [...left].find((each) => isOf(entry, each))
    if (row === undefined) continue
    left.delete(row)
    found.set(entry, row)
  }
  return found
}

/** Whether a row has every member of an entry as it is there. */
function isSame(entry: object, row: object): boolean {
  return Object.entries(entry).every(([name, value]) => isDeepStrictEqual(row[name as keyof typeof row], value))
}

/** Whether a key is the one of an entry: a revoked one, or one of another scope, is not what the seed says. */
function isKey(entry: SeedKey, row: ApiKey): boolean {
  const { id, secret } = parseApiKey(entry.api_key)!
  const { label, environment = row.environment, scope, state = 'active' } = entry
  const { rate_limit_per_minute: rateLimitPerMinute = row.rateLimitPerMinute, member_id = FIRST_MEMBER.id } = entry
  const said = { id, label, environment, scope, state, rateLimitPerMinute, memberId: String(member_id) }
  return isSame(said, row) && secretMatches(row, secret)
}

function isConnection(entry: SeedConnection, row: Connection, { oauthTokens }: State): boolean {
  const { id = row.id, client_name, client_id = row.clientId, member_id = FIRST_MEMBER.id } = entry
  const said = { id, clientName: client_name, clientId: client_id, memberId: String(member_id), state: 'approved' }
  const { access_token: access, refresh_token: refresh, expires_at } = entry
  const expiresAt = access !== undefined && expires_at !== undefined ? { expiresAt: parseTime(expires_at) } : {}
  const isToken = (secret: string | undefined, members: object) =>
    secret === undefined || isSame({ connectionId: row.id, ...members }, rowOfId(oauthTokens, hashSecret(secret)) ?? {})
  return isSame(said, row) && isToken(access, expiresAt) && isToken(refresh, {})
}
