import { createHash } from 'node:crypto'
import { isObject } from '../../../base/is-object.js'
import { parseJson } from '../../../base/parse-json.js'
import type { Exchange, Probe } from '../probe.js'
import { codeOf, must, mustAnswer, NotLooked } from '../rule.js'
import { items, push, pushBulk, storedOf } from './pushing.js'
import { advance, backstageOf, createGroup, type Stage, type StagedRule, staged, success } from './stage.js'

/** A key of this many requests per minute, in an organisation whose limits are on. */
async function limited(stage: Stage, perMinute?: number): Promise<Probe> {
  const { control } = backstageOf(stage)
  await control.updateOrganization({ body: { rate_limits: true } })
  const limit = perMinute === undefined ? {} : { rate_limit_per_minute: perMinute }
  const { api_key } = await control.createKey({
    body: { label: 'Limited', environment: 'test', scope: 'all', ...limit },
  })
  return stage.probeWith(api_key)
}

/** A request that every layer counts; introspection is charged to neither key nor organisation (ME-19). */
const COUNTED = '/surveys/list?limit=1'

/** This many requests go through; resolves to the next one, which must be refused. */
async function spend(probe: Probe, times: number): Promise<Exchange> {
  for (let time = 0; time < times; time += 1) success(await probe.get(COUNTED))
  const answer = await probe.get(COUNTED)
  mustAnswer(answer, 429)
  return answer
}

const numberIn = ({ headers }: Exchange, name: string) => Number(headers[name] ?? Number.NaN)

async function timeOf(stage: Stage): Promise<number> {
  return Date.parse((await backstageOf(stage).control.getClock()).now)
}

async function fault(stage: Stage, operation: 'getMe' | 'pushBulk', kind: 'busy' | 'sync_timeout' | 'status') {
  const busy = kind === 'status' ? { status: 503, code: 'SERVICE_BUSY', retry_after: 7 } : {}
  await backstageOf(stage).control.createFault({ body: { operation, kind, times: 1, ...busy } })
}

const unavailable = (id: string) =>
  staged(id, async (stage) => {
    await fault(stage, 'getMe', 'status')
    const answer = await stage.probe.get('/me')
    mustAnswer(answer, 503)
    must(/^[1-9]\d*$/.test(answer.headers['retry-after'] ?? ''), `Retry-After is ${answer.headers['retry-after']}`)
  })

const MOST_ANONYMOUS = 601

/** Requests without a key, until the address has used up its window; `stops`: the last one. */
async function spendAddress({ probe }: Stage): Promise<{ let: number; stops: Exchange }> {
  for (let count = 0; count < MOST_ANONYMOUS; count += 1) {
    const answer = await probe.unauthorized('/me')
    if (answer.status === 429) return { let: count, stops: answer }
  }
  throw new NotLooked('this emulator does not limit addresses (`inpk emulator start --rate-limits`)')
}

/** Moves past the sunset date that answers carry. */
async function afterSunset(stage: Stage): Promise<void> {
  const { headers } = await stage.probe.get('/me')
  const sunset = Date.parse(headers.sunset ?? '')
  if (Number.isNaN(sunset)) throw new NotLooked('the migration has ended')
  await backstageOf(stage).control.advanceClock({ body: { to: new Date(sunset + 1_000).toISOString() } })
}

const CALLBACK = 'http://127.0.0.1:33418/callback'
const VERIFIER = 'v'.repeat(43)

/** An assistant signs in and is approved; resolves to the status of the MCP endpoint with its token. */
async function signIn({ probe, backstage }: Stage): Promise<number> {
  const { dashboardUrl, control } = backstage!
  const { transport, baseUrl, prefix } = probe.settings
  const endpoint = `${baseUrl}${prefix}/mcp`
  const ask = async (url: string, type?: string, body?: string, more: Record<string, string> = {}) => {
    const headers = { ...(type ? { 'content-type': type } : {}), ...more }
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await transport({ method, url, headers, timeoutMs: 60_000, ...(body === undefined ? {} : { body }) })
    const json = parseJson(new TextDecoder().decode(answer.body))
    return { status: answer.status, headers: answer.headers, json: isObject(json) ? json : {} }
  }
  const about = { client_name: 'inpk conformance', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
  const { json: client } = await ask(`${dashboardUrl}/oauth/register`, 'application/json', JSON.stringify(about))
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: String(client.client_id),
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: endpoint,
    state: 'conformance',
  })
  const { headers } = await ask(`${dashboardUrl}/oauth/authorize?${asked}`)
  const request_id = headers.location?.split('/').at(-1) ?? ''
  const [member] = (await control.listMembers()).items
  const { redirect_to } = await control.approveConnection({ body: { request_id, member_id: member?.id ?? '' } })
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: String(client.client_id),
    code: new URL(redirect_to).searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  })
  const { json } = await ask(`${dashboardUrl}/oauth/token`, 'application/x-www-form-urlencoded', form.toString())
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const opened = await ask(endpoint, 'application/json', message, {
    authorization: `Bearer ${json.access_token}`,
    accept: 'application/json, text/event-stream',
  })
  return opened.status
}

/** What the clock of an emulator shows: windows, what is kept for a day, the envelope; and what its faults play. */
export const TIME_RULES: StagedRule[] = [
  staged('RAT-1', async (stage) => {
    const { headers, about } = await spend(await limited(stage, 2), 2)
    for (const name of ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      must(headers[name] !== undefined, `${about}: 429 without ${name}`)
  }),
  staged('RAT-2', async (stage) => {
    await spend(await limited(stage), 60)
    await spend(await limited(stage, 7), 7)
  }),
  staged('RAT-3', async (stage) => {
    const [one, two] = [await limited(stage, 200), await limited(stage, 200)]
    for (const probe of [one, two]) for (let time = 0; time < 150; time += 1) success(await probe.get(COUNTED))
    for (const probe of [one, two]) mustAnswer(await probe.get(COUNTED), 429)
  }),
  staged('RAT-5', async (stage) => {
    const probe = await limited(stage, 1)
    success(await probe.get(COUNTED))
    await advance(stage, '59s')
    mustAnswer(await probe.get(COUNTED), 429)
    await advance(stage, '1s')
    success(await probe.get(COUNTED))
  }),
  staged('RAT-6', async (stage) => {
    const probe = await limited(stage, 1)
    success(await probe.get(COUNTED))
    for (let time = 0; time < 5; time += 1) {
      await advance(stage, '11s')
      mustAnswer(await probe.get(COUNTED), 429)
    }
    await advance(stage, '5s')
    success(await probe.get(COUNTED))
  }),
  staged('RAT-7', async (stage) => {
    const probe = await limited(stage, 1)
    success(await probe.get(COUNTED))
    await advance(stage, '17s')
    await advance(stage, `${numberIn(await probe.get(COUNTED), 'retry-after')}s`)
    success(await probe.get(COUNTED))
  }),
  staged('RAT-8', async (stage) => {
    const probe = await limited(stage, 1)
    const reset = numberIn(await spend(probe, 1), 'x-ratelimit-reset') * 1_000
    must(reset > (await timeOf(stage)), 'X-RateLimit-Reset is in the past')
    await backstageOf(stage).control.advanceClock({ body: { to: new Date(reset).toISOString() } })
    success(await probe.get(COUNTED))
  }),
  staged('RAT-12', async (stage) => {
    const after = (await spend(await limited(stage, 1), 1)).headers['retry-after'] ?? ''
    must(/^[1-9]\d*$/.test(after), `Retry-After is ${after}`)
  }),
  unavailable('RAT-13'),
  unavailable('ERR-5'),
  staged('BLK-19', async (stage) => {
    const { textId } = await stage.scene()
    await fault(stage, 'pushBulk', 'busy')
    success(await pushBulk(stage, [[textId, items(stage, 2)]], { members: { sync: true } }), 202)
  }),
  staged('BLK-21', async (stage) => {
    const { textId } = await stage.scene()
    await fault(stage, 'pushBulk', 'sync_timeout')
    const answer = await pushBulk(stage, [[textId, items(stage, 2)]], { members: { sync: true } })
    mustAnswer(answer, 504)
    must(codeOf(answer) === 'SYNC_PUSH_TIMEOUT', `code ${codeOf(answer)}`)
  }),
  staged('IDM-3', async (stage) => {
    await stage.scene()
    const ask = { headers: { 'idempotency-key': 'kept-for-a-day' } }
    const content = items(stage, 1)
    const first = await push(stage, content, ask)
    await advance(stage, '23h59m')
    must((await push(stage, content, ask)).text === first.text, 'the response was forgotten before 24 hours')
    await advance(stage, '2m')
    const { duplicates } = success(await push(stage, content, ask))
    must(duplicates === 1, 'after 24 hours the request is not carried out again')
    must((await storedOf(stage, content)).length === 1, 'the item is stored twice')
  }),
  staged('VER-14', async (stage) => {
    await createGroup(stage)
    await afterSunset(stage)
    const { json, about } = await stage.probe.get('/surveys/list')
    must(isObject(json) && Object.keys(json).join() === 'data', `${about}: not in data`)
  }),
  staged('ERR-6', async (stage) => {
    await afterSunset(stage)
    const { json, about } = await stage.probe.get('/nowhere')
    must(isObject(json) && 'error' in json && !('data' in json), `${about}: the error is wrapped`)
  }),
  staged('MCP-11', async (stage) => {
    backstageOf(stage)
    const status = await signIn(stage)
    must(status === 200, `the MCP endpoint answers ${status} to an approved assistant`)
  }),
  staged('ADR-2', async (stage) => {
    const url = `${backstageOf(stage).dashboardUrl}/api/input/me`
    const { status, headers } = await stage.probe.settings.transport({
      method: 'GET',
      url,
      headers: {},
      timeoutMs: 60_000,
    })
    must(status === 200 && /^text\/html/.test(headers['content-type'] ?? ''), `${status} ${headers['content-type']}`)
  }),
  staged('RAT-4', async (stage) => {
    backstageOf(stage)
    const { let: count } = await spendAddress(stage)
    must(count <= 600, `${count} requests of an address went through`)
  }),
  staged('ME-19', async (stage) => {
    backstageOf(stage)
    const { stops } = await spendAddress(stage)
    must(stops.headers['retry-after'] !== undefined, '429 without Retry-After')
  }),
]
