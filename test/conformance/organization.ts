import { expect } from 'vitest'
import { checkEmulatorHeaders, checkError, checkHeaders, checkWords } from './answer-checks.js'
import { type Description, readDescription } from './description.js'
import { type Answer, type Ask, type EnvironmentName, type KeyName, readAnswer } from './exchange.js'
import { findAddress, type ScopeName } from './routes.js'
import { type KeyRing, START, type Target } from './target.js'

export const API = '/api/input'

export interface OrganizationOptions {
  /** Members of the organisation as the control API takes them. */
  organization?: Record<string, unknown>
  /** Compare the visible state around every refused request; default: on an emulator without rate limits. */
  observe?: boolean
}

/** One organisation of a target, and the only way the tests speak to it: every answer is checked on the way. */
export interface Organization {
  target: Target
  orgId: string
  keys: KeyRing
  /** Ends the test as skipped, saying why. */
  skip(reason: string): never
  /** The key string of a scope; skips the test where the target came without it. */
  keyOf(name: KeyName): string
  request(method: string, path: string, ask?: Ask): Promise<Answer>
  get(path: string, ask?: Ask): Promise<Answer>
  post(path: string, body?: unknown, ask?: Ask): Promise<Answer>
  /** The control API of this organisation; paths begin after `/_emulator/orgs/{id}`. */
  control(method: string, path: string, body?: unknown): Promise<Answer>
  /** Moves the clock of the organisation on; due work runs before it returns. */
  advance(by: string): Promise<void>
  /** What a caller can see of the state, as text. */
  digest(): Promise<string>
  /** Tasks whose state belongs to the digest. */
  tasks: Set<string>
  /** From now on deliveries belong to the digest. */
  watchDeliveries(): void
}

const descriptions = new WeakMap<Target, Promise<Description>>()

/** The description the target serves, read once. */
export function describeTarget(target: Target): Promise<Description> {
  let reading = descriptions.get(target)
  if (!reading) {
    // As its owner has it; a service that knows no such query ignores it.
    const url = `${target.baseUrl}/api/v1/openapi.json?envelope=data`
    reading = target
      .send({ method: 'GET', url, headers: { ...hostOf(url), ...authorizationOf(target) } })
      .then((response) => {
        const { status, text } = readAnswer(response)
        expect(status, text.slice(0, 300)).toBe(200)
        return readDescription(text)
      })
    descriptions.set(target, reading)
  }
  return reading
}

/** A fresh organisation on an emulator, with a frozen clock; on another service the only one there is. */
export async function openOrganization(
  target: Target,
  skip: (reason: string) => never,
  options: OrganizationOptions = {},
): Promise<Organization> {
  if (target.kind === 'remote') return makeOrganization(target, 'remote', target.keys, skip, false)
  const body = { clock: { mode: 'frozen', now: new Date(START).toISOString() }, ...options.organization }
  const created = await controlRequest(target, 'POST', '/orgs', body)
  expect(created.status, created.text).toBe(200)
  const { org_id, keys } = created.json
  return makeOrganization(
    target,
    String(org_id),
    keys,
    skip,
    options.observe ?? options.organization?.rate_limits !== true,
  )
}

/** One request to the control API on the dashboard host; its errors are envelopes too. */
export async function controlRequest(target: Target, method: string, path: string, body?: unknown): Promise<Answer> {
  const url = `${target.dashboardUrl}/_emulator${path}`
  const headers = { ...hostOf(url), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const answer = readAnswer(
    await target.send({ method, url, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  )
  expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).not.toBe(500)
  return answer
}

/** An organisation that is there already. */
export function organizationOf(target: Target, orgId: string, keys: KeyRing, skip: Organization['skip']): Organization {
  return makeOrganization(target, orgId, keys, skip, true)
}

function makeOrganization(
  target: Target,
  orgId: string,
  keys: KeyRing,
  skip: Organization['skip'],
  observing: boolean,
): Organization {
  const tasks = new Set<string>()
  let known: string | undefined
  let deliveries = false

  const keyOf = (name: KeyName): string => {
    const [environment, scope] = splitKey(name)
    const ring =
      target.kind === 'remote' && !keys[environment].all && !name.includes('.')
        ? { ...keys.live, ...keys.test }
        : keys[environment]
    return ring[scope] ?? skip(`no ${environment} key of scope ${scope} was given`)
  }
  const plain = async (path: string, key = keyOf('live.all')) =>
    readAnswer(
      await target.send({
        method: 'GET',
        url: target.baseUrl + path,
        headers: { ...hostOf(target.baseUrl), authorization: `Bearer ${key}` },
      }),
    )

  const digest = async (): Promise<string> => {
    const listing = await plain(`${API}/surveys/list?limit=200`)
    const feedback = await plain(`${API}/feedback?limit=200`)
    const me = await plain(`${API}/me`)
    const states = await Promise.all([...tasks].slice(-3).map((task) => plain(`${API}/content/push/bulk/${task}`)))
    const sent = deliveries ? (await control('GET', '/deliveries')).text : ''
    return [
      listing.text,
      feedback.text,
      JSON.stringify(me.payload?.credits),
      ...states.map((state) => state.text),
      sent,
    ].join('\n')
  }

  const control = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    if (target.kind !== 'emulator') return skip('needs the emulator')
    if (method !== 'GET') known = undefined
    return controlRequest(target, method, `/orgs/${orgId}${path}`, body)
  }

  const request = async (method: string, path: string, ask: Ask = {}): Promise<Answer> => {
    const observe = observing && ask.observe !== false && ask.host !== 'dashboard'
    if (observe) known ??= await digest()
    const before = known
    const { address, response } = await sendAsked(target, keyOf, method, path, ask)
    const answer = readAnswer(response)
    const about = `${method} ${address} → ${answer.status}`
    if (ask.host !== 'dashboard') await checkAnswer(target, method, address, answer, about)
    if (method !== 'GET' && answer.status < 300) {
      known = undefined
      const nothingMade = answer.payload?.created === false
      if (target.readOnly && ask.host !== 'dashboard')
        expect(nothingMade, `${about} changed a service that must not be changed`).toBe(true)
    }
    if (observe && answer.status >= 400) {
      known = undefined
      const after = await digest()
      expect(after, `${about}: a refused request changes nothing`).toBe(before)
      known = after
    }
    if (typeof answer.payload?.task_id === 'string') tasks.add(answer.payload.task_id)
    return answer
  }

  return {
    target,
    orgId,
    keys,
    skip,
    keyOf,
    request,
    get: (path, ask) => request('GET', path, ask),
    post: (path, body, ask) => request('POST', path, { ...(body === undefined ? {} : { body }), ...ask }),
    control,
    async advance(by) {
      const answer = await control('POST', '/clock/advance', { by })
      expect(answer.status, answer.text).toBe(200)
    },
    digest,
    tasks,
    watchDeliveries() {
      deliveries = true
    },
  }
}

/** Every answer of the API host, whatever the test is about: headers, envelope, words, description. */
async function checkAnswer(
  target: Target,
  method: string,
  address: string,
  answer: Answer,
  about: string,
): Promise<void> {
  const path = address.replace(/\?.*$/s, '')
  if (path === '/_emulator/health') return
  checkHeaders(answer, about)
  if (target.kind === 'emulator') checkEmulatorHeaders(answer, about)
  const row = findAddress(method, path)
  // What got through to the protocol is answered in its own words.
  const ofProtocol = row?.operation === 'mcp' && answer.json?.jsonrpc === '2.0'
  if (answer.status >= 400 && !ofProtocol) checkError(answer, about)
  if (!row || row.operation === 'mcp') return
  if (row.operation !== 'getOpenapi') checkWords(answer, row.words, about)
  if (answer.status >= 300) return
  if (!row.success.includes(answer.status)) expect.fail(`${about}: not a status of its success`)
  if (row.operation !== 'getOpenapi') (await describeTarget(target)).check(method, path, answer)
}

async function sendAsked(target: Target, keyOf: Organization['keyOf'], method: string, path: string, ask: Ask) {
  const base = ask.host === 'dashboard' ? target.dashboardUrl! : target.baseUrl
  const address = (ask.host === 'dashboard' ? '' : (ask.mount ?? API)) + path
  const url = base + address
  const { key = 'all', body, rawBody, idempotencyKey } = ask
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers: Record<string, string | undefined> = {
    ...hostOf(url),
    ...(key === null ? {} : { authorization: `Bearer ${key.startsWith('inpk_') ? key : keyOf(key as KeyName)}` }),
    ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...ask.headers,
  }
  const given = Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const response = await target.send({ method, url, headers: given, ...(sent === undefined ? {} : { body: sent }) })
  return { address, response }
}

/** Any key there is: without one, reading the description would count against the address. */
function authorizationOf({ keys }: Target): Record<string, string> {
  const key = keys.test.all ?? keys.live.all
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

/** `Host` as a socket would carry it; a network client sets its own. */
function hostOf(url: string): Record<string, string> {
  return process.env.INPK_CONFORMANCE_URL ? {} : { host: new URL(url).host }
}

function splitKey(name: KeyName): [EnvironmentName, ScopeName] {
  return name.startsWith('live.') ? ['live', name.slice(5) as ScopeName] : ['test', name as ScopeName]
}
