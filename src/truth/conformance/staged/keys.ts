import { isObject, type JsonObject } from '../../../base/is-object.js'
import { ServiceError } from '../../../client/errors.js'
import { parseApiKey } from '../../../contract/api-key.js'
import { SCOPES, type Scope } from '../../../contract/scopes.js'
import { anyAssistant, openAssistantWith } from '../assistant.js'
import { codeOf, must, mustAnswer } from '../rule.js'
import { items, push } from './pushing.js'
import { backstageOf, creditsUsed, type Stage, type StagedRule, staged, success } from './stage.js'

/** What the dashboard does must be refused. */
export async function mustDecline(asked: Promise<unknown>, what: string): Promise<void> {
  const declined = await asked.then(
    () => false,
    (error: unknown) => {
      if (error instanceof ServiceError) return true
      throw error
    },
  )
  must(declined, `${what} is not refused`)
}

async function makeKey(stage: Stage, members: JsonObject = {}) {
  const body = { label: stage.unique('key'), environment: 'test', scope: 'all', ...members }
  return backstageOf(stage).control.createKey({ body: body as never })
}

async function limitSeen(stage: Stage, apiKey: string): Promise<unknown> {
  const { rate_limits: limits } = success(await stage.probeWith(apiKey).get('/me'))
  return isObject(limits) ? limits.per_key_per_minute : undefined
}

/** A person, and an mcp_read key of theirs. */
async function boundKey(stage: Stage) {
  const { control } = backstageOf(stage)
  const member = await control.createMember({ body: { name: 'Ada', email: 'ada@example.com' } })
  return { member, key: await makeKey(stage, { scope: 'mcp_read', member_id: member.id }) }
}

/** The key stops with its person: at the next request. */
const unbound = (id: string) =>
  staged(id, async (stage) => {
    const { control } = backstageOf(stage)
    const { member, key } = await boundKey(stage)
    const probe = stage.probeWith(key.api_key)
    const ask = () => probe.send('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'ping' } })
    must((await ask()).status < 400, 'the key does not open the MCP endpoint')
    await control.updateMember({ params: { id: member.id }, body: { active: false } })
    const answer = await ask()
    mustAnswer(answer, 403)
    must(answer.isCodeless || codeOf(answer) === 'MCP_KEY_UNBOUND', `code ${codeOf(answer)}`)
    const { state } = await control.getKey({ params: { id: key.id } })
    must(state === 'stopped', `the dashboard shows the key as ${state}`)
  })

const NO_API = ['keys', 'api_keys', 'members', 'settings', 'organization', 'subscriptions', 'webhooks', 'monitors']

/** No path that an API key could manage these things by. */
const noApi = (id: string) =>
  staged(id, async (stage) => {
    backstageOf(stage)
    for (const thing of NO_API) {
      for (const method of ['GET', 'POST', 'DELETE'])
        mustAnswer(await stage.probe.send(method, `/${thing}`, method === 'GET' ? {} : { body: {} }), 404)
    }
  })

/** Keys as the dashboard makes them, and those of assistants. */
export const KEY_RULES: StagedRule[] = [
  staged('KEY-1', async (stage) => {
    const { label, api_key } = await makeKey(stage, { label: 'Nightly import' })
    const { key } = success(await stage.probeWith(api_key).get('/me'))
    must(label === 'Nightly import' && isObject(key) && key.name === label, `the key is called ${label}`)
  }),
  staged('KEY-3', async (stage) => {
    const { live } = backstageOf(stage)
    const test = await push(stage, items(stage, 2))
    const scene = await stage.scene()
    const body = { survey_series_id: scene.groupId, survey_id: scene.sourceId }
    const question = { question_id: scene.textId, content: items(stage, 2) }
    const answer = await live.send('POST', '/content/push', { body: { ...body, question } })
    must(answer.status === test.status, `a live push answers ${answer.status}, one of a test key ${test.status}`)
    must(Object.keys(answer.payload).join() === Object.keys(test.payload).join(), 'payloads have other members')
  }),
  staged('KEY-4', async (stage) => {
    for (const scope of SCOPES) must((await makeKey(stage, { scope })).scope === scope, `the key is not of ${scope}`)
    for (const scope of ['admin', '', ['push', 'send']]) await mustDecline(makeKey(stage, { scope }), `scope ${scope}`)
  }),
  staged('KEY-5', async (stage) => {
    const { api_key } = await makeKey(stage)
    const seen = await limitSeen(stage, api_key)
    must(seen === 60, `a new key has ${seen} requests per minute`)
  }),
  staged('KEY-6', async (stage) => {
    for (const limit of [1, 300]) await makeKey(stage, { rate_limit_per_minute: limit })
    for (const limit of [0, 301, 1.5])
      await mustDecline(makeKey(stage, { rate_limit_per_minute: limit }), `a limit of ${limit}`)
  }),
  staged('KEY-7', async (stage) => {
    const { api_key } = await makeKey(stage, { rate_limit_per_minute: 120 })
    must((await limitSeen(stage, api_key)) === 120, 'the limit chosen at creation is not in force')
  }),
  staged('KEY-8', async (stage) => {
    const { id, api_key } = await makeKey(stage)
    await backstageOf(stage).control.updateKey({ params: { id }, body: { rate_limit_per_minute: 7 } })
    must((await limitSeen(stage, api_key)) === 7, 'introspection does not show the new limit')
  }),
  staged('KEY-9', async (stage) => {
    const { id, api_key } = await makeKey(stage, { scope: 'push' })
    const probe = stage.probeWith(api_key)
    for (const path of ['/me', '/me', '/nowhere']) await probe.get(path)
    await probe.send('POST', '/survey/create', { body: {} })
    const { usage } = await backstageOf(stage).control.getKey({ params: { id } })
    const { 200: fine, 403: forbidden, 404: missing } = usage.by_status
    must(fine === 2 && forbidden === 1 && missing === 1, `usage is ${JSON.stringify(usage)}`)
  }),
  staged('KEY-12', async (stage) => {
    const { control } = backstageOf(stage)
    const { id, api_key } = await makeKey(stage)
    const readings = [await control.listKeys(), await control.getKey({ params: { id } }), await control.listRequests()]
    must(!JSON.stringify(readings).includes(api_key.slice(-44)), 'a later reading shows the secret')
  }),
  staged('KEY-13', async (stage) => {
    const { control } = backstageOf(stage)
    const { api_key } = await makeKey(stage)
    await stage.probeWith(api_key).get('/me')
    const stored = JSON.stringify([await control.exportOrganization(), await control.listChanges()])
    must(!stored.includes(api_key.slice(-44)), 'the secret is in what is stored')
  }),
  staged('KEY-14', async (stage) => {
    const { control } = backstageOf(stage)
    const member = await control.createMember({ body: { name: 'Kim', email: 'kim@example.com' } })
    const scopes: Scope[] = ['push', 'create', 'send', 'all']
    const keys = await Promise.all(scopes.map((scope) => makeKey(stage, { scope, member_id: member.id })))
    await control.updateMember({ params: { id: member.id }, body: { active: false } })
    for (const { api_key } of keys) success(await stage.probeWith(api_key).get('/me'))
  }),
  staged('AUT-4', async (stage) => {
    const { control } = backstageOf(stage)
    const made = await makeKey(stage)
    const rotated = await control.rotateKey({ params: { id: made.id } })
    mustAnswer(await stage.probeWith(made.api_key).get('/me'), 401)
    success(await stage.probeWith(rotated.api_key).get('/me'))
    const later = JSON.stringify(await control.getKey({ params: { id: made.id } }))
    must(!later.includes(rotated.api_key.slice(-44)), 'the new secret is shown again')
  }),
  noApi('AUT-3'),
  noApi('ADR-3'),
  noApi('SUB-15'),
  unbound('MCP-1'),
  unbound('MCP-2'),
  unbound('MCP-3'),
  unbound('MCP-4'),
  staged('MCP-10', async (stage) => {
    const { member, key } = await boundKey(stage)
    must(key.member_id === member.id, 'the key is not bound to its creator')
    const ask = await openAssistantWith(stage.probeWith(key.api_key))
    await ask('tools/list')
    await anyAssistant(stage.probe)
  }),
  staged('APS-1', async (stage) => {
    const { live } = backstageOf(stage)
    const before = await creditsUsed(stage)
    const { groupId, sourceId, textId } = await stage.scene()
    const question = { question_id: textId, content: items(stage, 3) }
    const body = { survey_series_id: groupId, survey_id: sourceId, question }
    const { aps_deducted: deducted } = success(await live.send('POST', '/content/push', { body }))
    const risen = (await creditsUsed(stage)) - before
    const said = typeof deducted === 'number' ? deducted : Number.NaN
    must(said > 0 && Math.abs(risen - said) < 1e-6, `used rose by ${risen}, the push says ${deducted}`)
  }),
  staged('ME-13', async (stage) => {
    await backstageOf(stage).control.updateOrganization({ body: { plan: 'free' } })
    const { credits } = success(await stage.probe.get('/me'))
    const dates = isObject(credits) ? [credits.period_start ?? null, credits.period_end ?? null] : [null]
    must(
      dates.every((date) => date === null),
      `the free plan has a period: ${dates.join(' to ')}`,
    )
    must(parseApiKey(stage.probe.settings.apiKey) !== undefined, 'the key has another form')
  }),
]
