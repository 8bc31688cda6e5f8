import { expect } from 'vitest'
import { type Json, makePlace, requireOk, type Service } from '../service.js'
import { makeGroup, makeSource, type Plays, pass, play, pushTo, upload } from './play.js'

const TEMPLATE = {
  subject: 'Dear {{name}}',
  text: 'Hello {{name}}: {{survey_link}}',
  html: '<p>{{name}} {{survey_link}}</p>',
  variables: [{ name: 'name', required: false }],
}

async function makeInviting(service: Service, domain: string | null = 'mail.example.com'): Promise<Json> {
  const source = await makeSource(service, await makeGroup(service, 'Group A'))
  await inviting(service, source)
  if (domain) requireOk(await service.control('PUT', '/sender-domain', { domain, status: 'verified' }))
  return source
}

const inviting = async ({ control }: Service, { survey_id }: Json) =>
  requireOk(await control('PUT', `/invite-templates/${survey_id}`, TEMPLATE))
const invite = ({ call }: Service, { survey_id }: Json, members: Json = {}) =>
  call('POST', `/sources/${survey_id}/invites`, {
    recipients: [{ email: 'ada@example.com', external_id: 'x', variables: { name: 'Ada' } }],
    ...members,
  })

const late = (occurred_at: string) => ({ text: 'The delivery was late.', occurred_at })

async function subscribe({ control }: Service, events: string[], url = 'http://127.0.0.1:9/'): Promise<string> {
  return requireOk(await control('POST', '/subscriptions', { url, events, local: true })).id
}

const bodiesOf = async ({ control }: Service) =>
  requireOk(await control('GET', '/deliveries?limit=200')).items as Json[]

const quota = { facts: { 'behaviour:default-quota': { aps: 1 } } }
const refusing = { outbound: async () => ({ status: 500 }) }
const taking = { outbound: async () => ({ status: 200 }) }

/** The bodies that were sent, in order. */
const SENT: string[] = []
const listening = {
  outbound: async ({ body }: { body: Uint8Array }) => {
    SENT.push(Buffer.from(body).toString())
    return { status: 500 }
  },
}

/** What shows later: uploads, analyses, monitors, reports, invites and webhooks. */
export const OF_LATER: Plays = {
  'upload-partial all-or-nothing': play(async (service) => {
    const task = await upload(service, await makePlace(service), ['good,a', ',b'])
    expect([task.status, task.error.code]).toEqual(['failed', 'VALIDATION_ERROR'])
    expect(requireOk(await service.call('GET', '/feedback')).items).toEqual([])
  }),
  'upload-credits as-stored': play(async (service) => {
    const place = await makePlace(service)
    const task = await upload(service, place, ['good,a', 'better,b'])
    expect([task.status, task.result.inserted, task.result.aps_deducted > 0]).toEqual(['completed', 2, true])
    expect(requireOk(await service.call('GET', '/me')).credits.used).toBe(task.result.aps_deducted)
    expect((await upload(service, place, [`${'best '.repeat(1_000)},c`])).error.code).toBe('APS_EXHAUSTED')
    expect(requireOk(await service.call('GET', '/feedback')).items).toHaveLength(2)
  }, quota),
  'analysis-periods arrival': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    requireOk(await service.control('PATCH', `/groups/${source.survey_series_id}`, { tracking: 'monthly' }))
    requireOk(await pushTo(service, source, [late('2025-12-03')]))
    await pass(service, '5s')
    const count = async (period: string) =>
      requireOk(await service.call('GET', `/sources/${source.survey_id}/analysis?period_key=${period}`)).item_count
    expect([await count('2025-12'), await count('2026-03')]).toEqual([0, 1])
  }),
  'monitor-match substrings': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    requireOk(await service.control('POST', '/monitors', { name: 'M', query: ['fund'], threshold: 1, alerts: false }))
    requireOk(await pushTo(service, source, ['I want a refund.']))
    await pass(service, '5s')
    const { monitor_matches } = requireOk(await service.call('GET', `/sources/${source.survey_id}/analysis`))
    expect(monitor_matches[0].match_count).toBe(1)
  }),
  'flag-crossing every-pass': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    await subscribe(service, ['flag.raised'])
    requireOk(await service.control('POST', '/monitors', { name: 'M', query: ['late'], threshold: 1, alerts: true }))
    for (const text of ['late', 'fine']) {
      requireOk(await pushTo(service, source, [text]))
      await pass(service, '5s')
    }
    expect(await bodiesOf(service)).toHaveLength(2)
  }, taking),
  'report-close with-items': play(async (service) => {
    const source = await makeSource(service, await makeGroup(service, 'Group A'))
    await subscribe(service, ['report.ready'])
    requireOk(await service.control('PATCH', `/groups/${source.survey_series_id}`, { tracking: 'weekly' }))
    requireOk(await service.control('POST', '/reports', { feedback_group_id: source.survey_series_id }))
    requireOk(await pushTo(service, source, ['late']))
    await pass(service, '21d')
    expect(await bodiesOf(service)).toHaveLength(1)
  }, taking),
  'invite-once group': play(async (service) => {
    const source = await makeInviting(service)
    const [sibling, stranger] = [
      await makeSource(service, source.survey_series_id),
      await makeSource(service, await makeGroup(service, 'Group B')),
    ]
    for (const each of [sibling, stranger]) await inviting(service, each)
    const accepted = []
    for (const each of [source, sibling, stranger]) accepted.push(requireOk(await invite(service, each)).accepted)
    expect(accepted).toEqual([1, 0, 1])
  }),
  'invite-once organisation': play(async (service) => {
    const source = await makeInviting(service)
    const stranger = await makeSource(service, await makeGroup(service, 'Group B'))
    await inviting(service, stranger)
    expect([
      requireOk(await invite(service, source)).accepted,
      requireOk(await invite(service, stranger)).accepted,
    ]).toEqual([1, 0])
  }),
  'invite-erasure erased': play(async (service) => {
    const { invite_id } = requireOk(await invite(service, await makeInviting(service)))
    requireOk(await service.call('POST', '/feedback/erase', { external_ids: ['x'] }))
    expect(requireOk(await service.call('GET', `/invites/${invite_id}/recipients`)).recipients).toEqual([])
  }),
  'invite-variables body': play(async (service) => {
    const source = await makeInviting(service)
    const { previews } = requireOk(await invite(service, source, { dry_run: true }))
    expect([previews[0].subject, previews[0].text]).toEqual(['Dear {{name}}', expect.stringContaining('Hello Ada')])
    requireOk(await invite(service, source))
    await pass(service, '5s')
    expect(requireOk(await service.control('GET', '/outbox')).items[0].subject).toBe('Dear {{name}}')
  }),
  'dry-run-free domain-needed': play(async (service) => {
    const { status, json } = await invite(service, await makeInviting(service, null), { dry_run: true })
    expect([status, json.error.code]).toEqual([403, 'SENDER_DOMAIN_UNVERIFIED'])
  }),
  'webhook-retry-bytes fresh': play(async (service) => {
    SENT.length = 0
    await subscribe(service, ['series.created'])
    await makeGroup(service, 'Group A')
    await pass(service, '10m')
    const [first, ...others] = SENT.map((body) => JSON.parse(body))
    expect(others.map(({ data }) => data)).toEqual([first.data, first.data])
    expect(new Set(SENT.map((body) => JSON.parse(body).timestamp)).size).toBe(3)
  }, listening),
  'webhook-test counted': play(async (service) => {
    const id = await subscribe(service, ['series.created'])
    for (let count = 0; count < 10; count += 1) {
      requireOk(await service.control('POST', `/subscriptions/${id}/test`))
      await pass(service, '1s')
    }
    expect(requireOk(await service.control('GET', `/subscriptions/${id}`)).state).toBe('deactivated')
  }, refusing),
  'webhook-reenable kept': play(async (service) => {
    const id = await subscribe(service, ['series.created'])
    await makeGroup(service, 'Group A')
    await pass(service, '1s')
    requireOk(await service.control('PATCH', `/subscriptions/${id}`, { state: 'paused' }))
    const { failure_count } = requireOk(await service.control('PATCH', `/subscriptions/${id}`, { state: 'active' }))
    expect(failure_count).toBe(1)
  }, refusing),
  'mcp-key-returns stopped': play(async ({ control }) => {
    const [member] = requireOk(await control('GET', '/members')).items
    const made = requireOk(await control('POST', '/keys', { label: 'K', environment: 'test', scope: 'mcp_read' }))
    for (const active of [false, true]) requireOk(await control('PATCH', `/members/${member.id}`, { active }))
    expect(requireOk(await control('GET', `/keys/${made.id}`)).state).toBe('stopped')
  }),
}
