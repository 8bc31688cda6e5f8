import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SeedDocument } from '../../emulator/index.js'
import { createPick } from '../draw.js'
import { type Json, requireOk, START, startService } from './service.js'

const SEEDS = 10
const SCOPES = ['push', 'create', 'send', 'mcp_read', 'all'] as const

type Pick = (limit: number) => number

/** Different whole numbers from 2 on, in any order: 1 is the owner's. */
function distinct(count: number, pick: Pick): number[] {
  const ids = new Set<number>()
  while (ids.size < count) ids.add(2 + pick(pick(2) === 0 ? 50 : 900_000_000))
  return [...ids]
}

const list = <Entry>(count: number, entry: (index: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(index))

/** A seed in which everything that can be stated is stated, in the order in which an organisation has it. */
function randomSeed(pick: Pick): SeedDocument {
  const fieldIds = distinct(20, pick)
  const sourceIds = distinct(6, pick)
  const groupIds = distinct(3, pick)
  const members = distinct(1 + pick(3), pick).map((id) => ({
    id,
    name: `Member ${id}`,
    email: `m${id}@example.com`,
    active: pick(3) > 0,
  }))
  const memberOf = () => members[pick(members.length)]!
  const groups = groupIds.slice(0, 1 + pick(3)).map((id) => ({
    id,
    name: `Group ${id}`,
    tracking: (['weekly', 'none'] as const)[pick(2)]!,
    sources: list(pick(3), () => {
      const id = sourceIds.pop()!
      const published = pick(4) > 0
      const items = () => (published ? list(pick(4), (at) => ({ text: `Text ${pick(1_000)} ${at}` })) : [])
      const fields = list(1 + pick(3), () => {
        const fieldId = fieldIds.pop()!
        return { id: fieldId, text: `Question ${fieldId}`, type: 'DEPTH_TEXT' as const, items: items() }
      })
      return { id, title: `Source ${id}`, published, fields }
    }),
  }))
  const secret = () => `${String(pick(1e9)).padEnd(43, 'A')}=`
  const producedIds = distinct(9, pick)
  const tracked = groups.filter(({ tracking }) => tracking === 'weekly')
  const sources = groups.flatMap((group) => group.sources)
  return {
    organization: { name: `Shop ${pick(100)}`, plan: { limit: pick(1_000) }, per_org_per_minute: 1 + pick(500) },
    groups,
    members,
    keys: list(pick(4), (index) => {
      const environment = (['live', 'test'] as const)[pick(2)]!
      return {
        api_key: `inpk_${environment}_EMU${String(index).padStart(7, 'k')}_${secret()}`,
        label: `Key ${index}`,
        environment,
        scope: SCOPES[pick(5)]!,
        rate_limit_per_minute: 1 + pick(300),
        member_id: memberOf().id,
        state: (['active', 'revoked'] as const)[pick(2)]!,
      }
    }),
    connections: members
      .filter(({ active }) => active)
      .map(({ id }, index) => ({
        id: `con_${index}`,
        client_name: `Assistant ${index}`,
        client_id: `client-${index}`,
        member_id: id,
        access_token: `inpk_at_${String(pick(1e9)).padEnd(16, 'x')}${index}`,
        expires_at: new Date(START + pick(1e9)).toISOString(),
        refresh_token: `inpk_rt_${String(pick(1e9)).padEnd(16, 'x')}${index}`,
      })),
    subscriptions: distinct(pick(3), pick).map((id) => ({
      id,
      url: `http://127.0.0.1:9/${id}`,
      events: ['content.pushed' as const],
      local: true,
    })),
    monitors: distinct(pick(3), pick).map((id) => ({
      id,
      name: `Monitor ${id}`,
      query: ['text'],
      threshold: 1 + pick(9),
      source_id: sources.length > 0 && pick(2) === 0 ? sources[pick(sources.length)]!.id : null,
      alerts: pick(2) === 0,
    })),
    reports: distinct(tracked.length, pick).map((id, index) => ({
      id,
      feedback_group_id: tracked[index]!.id,
      produced: list(pick(3), (at) => ({ report_id: producedIds.pop()!, period_key: `2026-W0${1 + at}` })),
    })),
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Tables hold their rows by id; here, too, so that order means nothing. */
const byId = (rows: Json[] = [], id = 'id') =>
  Object.fromEntries(rows.map((row) => [row[id] ?? row.api_key ?? row.name, row]))

/** A seed as an export can have it: secrets by their hashes, lists by their ids. */
function comparable({ groups = [], keys = [], connections = [], ...seed }: SeedDocument): Json {
  return {
    organization: seed.organization,
    groups: byId(groups.map((group) => ({ ...group, sources: byId(group.sources) }))),
    members: byId(seed.members),
    keys: byId(
      keys.map(({ api_key, ...key }) => ({ id: api_key.split('_')[2], hash: hashOf(api_key.slice(21)), ...key })),
    ),
    connections: byId(
      connections.map(({ access_token = '', refresh_token = '', ...connection }) => ({
        ...connection,
        tokens: [hashOf(access_token), hashOf(refresh_token)].sort(),
      })),
    ),
    subscriptions: byId(seed.subscriptions),
    monitors: byId(seed.monitors),
    reports: byId(seed.reports),
  }
}

/** The same, read from an export: what every organisation starts with is left out. */
function seedIn({ state, items }: Json): Json {
  const rows = (table: string): Json[] => Object.values(state[table])
  const { name, apsLimit, perOrganizationPerMinute: per_org_per_minute } = state.organization
  const fieldOf = (sourceId: number, { id, text, type }: Json) => ({
    id,
    text,
    type,
    items: items
      .filter((item: Json) => item.sourceId === sourceId && item.fieldId === id)
      .map((item: Json) => ({ text: item.text })),
  })
  const sourceOf = ({ id, title, publishedAt, fields }: Json) => ({
    id,
    title,
    published: publishedAt !== null,
    fields: fields.map((field: Json) => fieldOf(id, field)),
  })
  return {
    organization: { name, plan: { limit: apsLimit }, per_org_per_minute },
    groups: byId(
      rows('groups').map(({ id, name, tracking }) => {
        const sources = rows('sources').filter(({ groupId }) => groupId === id)
        return { id, name, tracking, sources: byId(sources.map(sourceOf)) }
      }),
    ),
    members: byId(rows('members').flatMap(({ id, ...member }) => (id === '1' ? [] : [{ id: Number(id), ...member }]))),
    keys: byId(
      rows('keys').flatMap(({ id, label, environment, scope, state, memberId, secretHash, rateLimitPerMinute }) => {
        const key = { id, hash: secretHash, label, environment, scope, state }
        const isInitial = memberId === '1'
        return isInitial ? [] : [{ ...key, member_id: Number(memberId), rate_limit_per_minute: rateLimitPerMinute }]
      }),
    ),
    connections: byId(
      rows('connections').map(({ id, clientId, clientName, memberId }) => {
        const tokens = rows('oauthTokens').filter(({ connectionId }) => connectionId === id)
        const access = tokens.find(({ kind }) => kind === 'access')
        return {
          id,
          client_name: clientName,
          client_id: clientId,
          member_id: Number(memberId),
          expires_at: new Date(access.expiresAt).toISOString(),
          tokens: tokens.map(({ hash }) => hash).sort(),
        }
      }),
    ),
    subscriptions: byId(rows('subscriptions').map(({ id, url, events, local }) => ({ id, url, events, local }))),
    monitors: byId(
      rows('monitors').map(({ createdAt: _, sourceId, ...monitor }) => ({ ...monitor, source_id: sourceId })),
    ),
    reports: byId(
      rows('reports').map(({ id, groupId, produced }) => ({
        id,
        feedback_group_id: groupId,
        produced: produced.map(({ reportId, periodKey }: Json) => ({ report_id: reportId, period_key: periodKey })),
      })),
    ),
  }
}

test('an export of a seeded organisation is the seed, also after a reset and an import', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const document = randomSeed(createPick(seed))
    const wanted = comparable(document)
    const service = await startService({ seed: document })
    const exported = requireOk(await service.control('GET', '/export'))
    expect(seedIn(exported), `seed ${seed}`).toEqual(wanted)
    requireOk(await service.call('POST', '/survey_series/create', { name: 'Later' }))
    requireOk(await service.control('POST', '/reset'))
    expect(seedIn(requireOk(await service.control('GET', '/export'))), `seed ${seed}, reset`).toEqual(wanted)
    await service.emulator.close()
    const other = await startService()
    requireOk(await other.control('POST', '/import', exported))
    expect(seedIn(requireOk(await other.control('GET', '/export'))), `seed ${seed}, imported`).toEqual(wanted)
    await other.emulator.close()
  }
})
