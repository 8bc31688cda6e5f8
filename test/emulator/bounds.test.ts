import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { openOrganizations } from '../../emulator/organizations/open-organizations.js'
import { put } from '../../emulator/state/change.js'
import type { ApiKey } from '../../emulator/state/state.js'
import { capsWith } from '../../src/contract/caps.js'
import { DEFAULT_CONTRACT } from '../../src/contract/facts/contract.js'
import { corporaHere } from './analyst.js'
import { type Json, makePlace, pushBody, requireOk, startService } from './service.js'

const HOOK = 'https://127.0.0.1:9/hook'

describe('deliveries on their way', () => {
  it('of events are at most as many at once to one subscription as failures are left (SUB-8), and a slow receiver holds up its own alone', async () => {
    const open = new Map<string, (() => void)[]>()
    let most = 0
    const outbound = ({ url }: { url: string }) => {
      if (url.endsWith('quick')) return Promise.resolve({ status: 200 })
      return new Promise<{ status: number }>((resolve) => {
        const waiting = open.get(url) ?? []
        open.set(url, [...waiting, () => resolve({ status: 200 })])
        most = Math.max(most, open.get(url)!.length)
      })
    }
    const service = await startService({ outbound })
    for (const url of [HOOK, `${HOOK}/quick`]) {
      await service.control('POST', '/subscriptions', { url, events: ['series.created'] })
    }
    for (let group = 1; group <= 40; group += 1) {
      await service.call('POST', '/survey_series/create', { name: `Group ${group}` })
    }
    const delivered = async (id: number) => {
      const { items } = requireOk(
        await service.control('GET', `/deliveries?subscription_id=${id}&state=delivered&limit=200`),
      )
      return items.length
    }
    await expect.poll(() => delivered(2)).toBe(40)
    expect(await delivered(1)).toBe(0)
    let answered = 0
    while (answered < 40) {
      const waiting = open.get(HOOK) ?? []
      open.set(HOOK, [])
      for (const answer of waiting) answer()
      answered += waiting.length
      await new Promise(setImmediate)
    }
    await service.emulator.idle()
    expect(most).toBe(10)
    expect(await delivered(1)).toBe(40)
  })
})

describe('two who advance one clock', () => {
  it('take turns, and each is told what fired on its way', async () => {
    const service = await startService({ outbound: async () => ({ status: 500 }) })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
    await service.call('POST', '/survey_series/create', { name: 'Shops' })
    await service.emulator.idle()
    const to = (text: string) => service.control('POST', '/clock/advance', { to: `2026-03-02T${text}Z` })
    const [first, second] = await Promise.all([to('09:02:00'), to('09:10:00')])
    const fired = (answer: typeof first) => requireOk(answer).fired.map(({ at }: Json) => at.slice(11, 19))
    expect(fired(first)).toEqual(['09:01:00'])
    expect(fired(second)).toEqual(['09:06:00'])
  })

  it('an attempt that a fault puts off is told once, when it is made', async () => {
    const service = await startService({ outbound: async () => ({ status: 200 }) })
    await service.control('POST', '/faults', { operation: 'webhook', kind: 'delay', times: 1, ms: 30_000 })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['analysis.completed'] })
    await service.call('POST', '/content/push', pushBody(await makePlace(service), ['one']))
    const { fired } = requireOk(await service.control('POST', '/clock/advance', { by: '6m' }))
    expect(fired.map(({ at, kind }: Json) => `${at.slice(11, 19)} ${kind}`)).toEqual([
      '09:00:02 analyse',
      '09:00:32 attempt',
    ])
    const [{ attempts }] = requireOk(await service.control('GET', '/deliveries')).items
    expect(attempts).toHaveLength(1)
  })
})

describe('numbers of organisations', () => {
  it('are never given twice, also when the last one was removed before a restart', async () => {
    const files = createMemoryFiles()
    const options = { files, dataDirectory: null }
    const before = await startService(options)
    const send = (service: typeof before, method: string, path: string, body?: unknown) => {
      const { dashboardUrl, handle } = service.emulator
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      return handle({ method, url: `${dashboardUrl}/_emulator${path}`, headers, ...text })
    }
    const idOf = (answer: { body: Uint8Array }) => JSON.parse(Buffer.from(answer.body).toString()).org_id
    const born = String(idOf(await send(before, 'POST', '/orgs', { name: 'Second' })))
    expect((await send(before, 'DELETE', `/orgs/${born}`)).status).toBe(204)
    await before.emulator.close()
    const after = await startService(options)
    expect(Number(idOf(await send(after, 'POST', '/orgs', { name: 'Third' })))).toBe(Number(born) + 1)
  })
})

describe('an organisation that was deleted', () => {
  it('is let go, though requests found a key there', async () => {
    const shared = { contract: DEFAULT_CONTRACT, caps: capsWith(), analyst: corporaHere() }
    const organizations = await openOrganizations({ folder: 'orgs', files: createMemoryFiles(), now: () => 0 }, shared)
    const makeAndRemove = async () => {
      const organization = await organizations.create()
      const key = { id: 'key', createdAt: 0 } as ApiKey
      const set = { at: 0, operation: 'test', summary: 'a key', changes: [put('keys', key.id, key)] }
      await organization.store.commit(set).durable
      expect(organizations.holderOfKey(key.id) === organization.id).toBe(true)
      await organizations.remove(organization.id)
      return new WeakRef(organization)
    }
    const gone = await makeAndRemove()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const isGone = () => {
      collect()
      return gone.deref() === undefined
    }
    await expect.poll(isGone).toBe(true)
  })
})

describe('targets of subscriptions', () => {
  it.each(['https://10.0.0.7/hook', 'https://192.168.1.1', 'https://[fd00::1]/', 'https://169.254.169.254/latest'])(
    '[SUB-1] %s is an address of a private network: 400 that says how to admit it',
    async (url) => {
      const service = await startService()
      const answer = await service.control('POST', '/subscriptions', { url, events: ['series.created'] })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('--allow-private-webhooks')
      const open = await startService({ allowPrivateWebhooks: true })
      expect((await open.control('POST', '/subscriptions', { url, events: ['series.created'] })).status).toBe(200)
    },
  )
})

describe('the order of checks', () => {
  it('a body announced as too large is 413 whatever its type', async () => {
    const service = await startService()
    const headers = { 'content-type': 'text/plain', 'content-length': String(129 * 1024 * 1024) }
    const answer = await service.call('POST', '/content/push', undefined, { headers })
    expect(answer.json).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
  })
})
