import { readdirSync, statSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import type { Child } from '../emulator/child.js'
import { exchange } from '../emulator/crash-load.js'
import { bulkBody, type Json, makePlace, type Place, pushBody, requireOk } from '../emulator/service.js'

const CLIENTS = 5

/** Whoever asks an emulator in a process of its own. */
export interface Caller {
  /** A call of the API under `/api/input`, with the key given. */
  call(key: string, method: string, path: string, body?: Json, idempotencyKey?: string): Promise<Json>
  /** A call of the control API; `path` begins after `/_emulator`. */
  control(method: string, path: string, body?: Json): Promise<Json>
  close(): void
}

/** A caller that keeps the connections of what may be repeated; throws at anything but a success. */
export function callerOf(child: Child): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const send = async (url: string, method: string, headers: Record<string, string>, body: Json, kept?: Agent) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body)
    return requireOk(await exchange(url, method, { ...type, ...headers }, text, kept))
  }
  return {
    async call(key, method, path, body, idempotencyKey) {
      const once: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      const headers = { authorization: `Bearer ${key}`, ...once }
      const url = `${child.baseUrl}/api/input${path}`
      if (method !== 'GET' && idempotencyKey === undefined) return send(url, method, headers, body)
      // The server may close an idle connection in the very moment a request goes out on it.
      return send(url, method, headers, body, agent).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') throw error
        return send(url, method, headers, body)
      })
    },
    control: (method, path, body) => send(`${child.dashboardUrl}/_emulator${path}`, method, {}, body),
    close: () => agent.destroy(),
  }
}

/** What comes with a round and goes with it: everything but the place in the default organisation, which takes its items. */
export interface Round {
  number: number
  place: Place
  /** A key of the default organisation. */
  key: string
  /** An organisation that is deleted in the end. */
  guest: { id: string; key: string; place: Place }
  /** Takes all that came with the round away again, and erases its items. */
  end(): Promise<void>
}

/** Begins a round: a key, a subscription, a snapshot and a listener of the default organisation, and an organisation of its own. */
export async function beginRound(child: Child, caller: Caller, number: number, place: Place, url: string) {
  const { control } = caller
  const hook = { url, events: ['content.pushed', 'series.created'], local: true }
  const key = await control('POST', '/orgs/1/keys', { label: `Round ${number}`, environment: 'live', scope: 'all' })
  const subscriptions = [
    await control('POST', '/orgs/1/subscriptions', hook),
    await control('POST', '/orgs/1/subscriptions', hook),
  ]
  await control('POST', '/orgs/1/snapshots', { name: `round-${number}` })
  const listener = get(`${child.dashboardUrl}/_emulator/orgs/1/stream`, (response) => response.resume())
  listener.on('error', () => undefined)
  const { org_id: id, keys } = await control('POST', '/orgs', { name: `Guest ${number}` })
  await control('POST', `/orgs/${id}/subscriptions`, hook)
  const round: Round = {
    number,
    place,
    key: key.api_key,
    guest: { id, key: keys.live.all, place: await placeOf(caller, keys.live.all) },
    async end() {
      listener.destroy()
      await control('DELETE', `/orgs/${id}`)
      await control('POST', '/orgs/1/clock/advance', { by: '2h' })
      await caller.call(child.apiKeys.live.all, 'POST', '/feedback/erase', { customer_ids: [crowdOf(number)] })
      for (const { id } of subscriptions) await control('DELETE', `/orgs/1/subscriptions/${id}`)
      await control('DELETE', `/orgs/1/snapshots/round-${number}`)
      await control('DELETE', `/orgs/1/keys/${key.id}`)
    },
  }
  return round
}

/** A published source with one text field, in the organisation of a key. */
export function placeOf({ call }: Caller, key: string): Promise<Place> {
  const answered = async (method: string, path: string, body?: Json) => {
    return { status: 200, headers: {}, text: '', json: await call(key, method, path, body) }
  }
  return makePlace({ call: answered })
}

function crowdOf(round: number): string {
  return `crowd-${round}`
}

/** Sends so many requests of a round from some clients, one every `everyMs` where that is not 0. Every one must succeed. */
export async function sendRound(
  caller: Caller,
  round: Round,
  count: number,
  everyMs: number,
  pick: Pick,
): Promise<void> {
  const beganAt = Date.now()
  let sent = 0
  const client = async () => {
    while (sent < count) {
      const number = sent++
      const waitMs = beganAt + number * everyMs - Date.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      await sendOne(caller, round, `${round.number}-${number}`, pick)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** A number below the one given. */
type Pick = (limit: number) => number

/** One request in six reads, one makes a group in the guest organisation, the others push. */
function sendOne({ call }: Caller, { number, place, key, guest }: Round, name: string, pick: Pick): Promise<unknown> {
  const customer_id = crowdOf(number)
  const texts = Array.from({ length: 1 + pick(8) }, (_, at) => `text ${name}.${at} ${'x'.repeat(pick(200))}`)
  const items = texts.map((text) => ({ text, customer_id }))
  const named = items.map((item, at) => ({ ...item, external_id: `id-${name}-${at}` }))
  const members = { source_reference: name }
  const post = (path: string, body: Json) => call(key, 'POST', path, body, `key-${name}`)
  switch (pick(6)) {
    case 0:
      return post('/content/push', pushBody(place, items, members))
    case 1:
      return post('/content/push', pushBody(place, named, members))
    case 2:
      return post('/content/push/bulk', bulkBody(place, items, members))
    case 3:
      return post('/content/push/bulk', bulkBody(place, named, { ...members, sync: true }))
    case 4:
      return call(guest.key, 'POST', '/survey_series/create', { name: `Group ${name}` }, `key-${name}`)
    default:
      return call(key, 'GET', `/feedback?limit=10&customer_id=${customer_id}`)
  }
}

/** What an emulator holds at a moment. */
export interface Holding {
  heapMegabytes: number
  residentMegabytes: number
  folderMegabytes: number
  descriptors: number
}

/** What an emulator holds once garbage was collected. */
export async function measure(child: Child, folder: string): Promise<Holding> {
  const { heapUsed, external, rss } = await child.memory()
  return {
    heapMegabytes: megabytes(heapUsed + external),
    residentMegabytes: megabytes(rss),
    folderMegabytes: megabytes(sizeOf(folder)),
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
  }
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.reduce((sum, { parentPath, name }) => {
    return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 104_857.6) / 10
}
