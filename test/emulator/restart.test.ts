import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualClock, type OutboundRequest, startEmulator } from '../../emulator/index.js'
import { skipWhere } from '../skip.js'
import { createSimulatedFiles } from '../store/simulated-files.js'
import { spawnEmulator, startChild, temporaryFolder } from './child.js'
import {
  allItems,
  bulkBody,
  type Json,
  makePlace,
  pushBody,
  requireOk,
  type Service,
  START,
  startService,
} from './service.js'

describe('killed and started again', () => {
  it('what was answered is there, and what was under way is not answered', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startService({ dataDirectory })
    const place = await makePlace(first)
    requireOk(await first.call('POST', '/content/push', pushBody(place, ['stored'])))
    const underWay = first.call('POST', '/content/push', pushBody(place, ['under way']))
    await first.emulator.kill()
    expect((await underWay).status).toBe(500)
    // The note that an end makes of the organisations.
    expect(existsSync(join(dataDirectory, 'catalog.json'))).toBe(false)
    await expect(first.call('GET', '/me')).rejects.toThrow('closed')
    const second = await startService({ dataDirectory })
    expect((await allItems(second)).map(({ text }) => text)).toEqual(['stored'])
  })
})

describe('closed and started again', () => {
  it('the analysis can be read at once, and the next pass goes on from it', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startService({ dataDirectory })
    const place = await makePlace(first)
    const path = `/sources/${place.survey_id}/analysis`
    await first.call('POST', '/content/push', pushBody(place, ['The soup was wonderful.', 'Awful service.']))
    requireOk(await first.control('POST', '/clock/advance', { by: '5s' }))
    const before = requireOk(await first.call('GET', path))
    expect([before.analysis_status, before.item_count]).toEqual(['available', 2])
    await first.emulator.close()

    const second = await startService({ dataDirectory })
    expect(requireOk(await second.call('GET', path))).toEqual(before)
    await second.call('POST', '/content/push', pushBody(place, ['The soup was cold.']))
    requireOk(await second.control('POST', '/clock/advance', { by: '5s' }))
    expect(requireOk(await second.call('GET', path)).item_count).toBe(3)
  })

  it('groups, sources, members, keys, rules, subscriptions, the clock and what is due are as they were', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startService({ dataDirectory, outbound: async () => ({ status: 503 }) })
    const place = await makePlace(first)
    await first.control('POST', '/members', { name: 'Ada', email: 'ada@example.com' })
    await first.control('PUT', '/analysis-rules', { items: [{ pattern: 'soup', theme: 'Food' }] })
    await first.control('PATCH', '', { plan: { limit: 7 }, name: 'Shop' })
    await first.control('POST', '/subscriptions', { url: 'https://127.0.0.1:9/', events: ['content.pushed'] })
    await first.call('POST', '/content/push', pushBody(place, ['Fine.']))
    requireOk(await first.control('POST', '/clock/advance', { by: '90s' }))
    const before = await everything(first)
    await first.emulator.close()
    const second = await startService({ dataDirectory, outbound: async () => ({ status: 503 }) })
    expect(await everything(second)).toEqual(before)
  })

  it('keys made, rotated and revoked before work, or do not, as they did', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startService({ dataDirectory })
    const settings = { label: 'mine', environment: 'test', scope: 'push' }
    const made = requireOk(await first.control('POST', '/keys', settings))
    const turned = requireOk(await first.control('POST', '/keys', settings))
    const rotated = requireOk(await first.control('POST', `/keys/${turned.id}/rotate`))
    const revoked = requireOk(await first.control('POST', '/keys', settings))
    await first.control('DELETE', `/keys/${revoked.id}`)
    await first.emulator.close()
    const second = await startService({ dataDirectory })
    const statuses = [made, rotated, turned, revoked].map((each) =>
      second.call('GET', '/me', undefined, { key: each.api_key }),
    )
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 401, 401])
    expect(second.emulator.apiKeys).toEqual(first.emulator.apiKeys)
  })

  it('a task that had no time to run is run by the next start', async () => {
    const disk = createSimulatedFiles()
    const first = await startService({ files: disk })
    const place = await makePlace(first)
    const bulk = await first.call('POST', '/content/push/bulk', bulkBody(place, ['one', 'two']))
    // The power goes right after the answer.
    const second = await startService({ files: disk.powerLoss(() => 0) })
    await second.emulator.idle()
    expect(requireOk(await second.call('GET', `/content/push/bulk/${bulk.json.task_id}`)).status).toBe('completed')
    expect((await allItems(second)).map((item) => item.text)).toEqual(['one', 'two'])
  })

  it('a task whose content the disk has damaged meanwhile fails and says so', async () => {
    const disk = createSimulatedFiles()
    const first = await startService({ files: disk })
    const place = await makePlace(first)
    const bulk = await first.call('POST', '/content/push/bulk', bulkBody(place, ['one', 'two']))
    const after = disk.powerLoss(() => 0)
    const [name] = await after.list('/orgs/1/blobs')
    await after.writeAtomically(`/orgs/1/blobs/${name}`, Buffer.from('{'))
    const second = await startService({ files: after })
    await second.emulator.idle()
    const task = requireOk(await second.call('GET', `/content/push/bulk/${bulk.json.task_id}`))
    expect(task).toMatchObject({
      status: 'failed',
      error: { code: 'PUSH_FAILED', message: expect.stringContaining('damaged; push it again') },
    })
    expect(await allItems(second)).toEqual([])
  })

  it('deliveries that fell due meanwhile go out after the start, each at its turn', async () => {
    const dataDirectory = temporaryFolder()
    const clock = { mode: 'real' } as const
    const sent: string[] = []
    const outbound = (status: number) => async (request: OutboundRequest) => {
      sent.push(request.headers['X-Service-Delivery']!)
      return { status }
    }
    const first = await startService({
      dataDirectory,
      clock,
      processClock: manualClock(START),
      outbound: outbound(500),
    })
    await first.control('POST', '/subscriptions', { url: 'https://127.0.0.1:9/', events: ['series.created'] })
    for (const name of ['One', 'Two']) await first.call('POST', '/survey_series/create', { name })
    await first.emulator.idle()
    await first.emulator.close()
    expect(sent.splice(0)).toEqual(['dlv_1', 'dlv_2'])

    const early = await startService({
      dataDirectory,
      clock,
      processClock: manualClock(START + 59_000),
      outbound: outbound(500),
    })
    await early.emulator.idle()
    await early.emulator.close()
    expect(sent, 'nothing is due yet').toEqual([])

    const late = await startService({
      dataDirectory,
      clock,
      processClock: manualClock(START + 61_000),
      outbound: outbound(200),
    })
    await late.emulator.idle()
    expect(sent).toEqual(['dlv_1', 'dlv_2'])
    await late.emulator.close()
  })

  it('kept answers are given again byte for byte, and their keys are refused to other payloads', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startService({ dataDirectory })
    const ask = { idempotencyKey: 'once' }
    const place = await makePlace(first)
    const answer = await first.call('POST', '/content/push', pushBody(place, ['Fine.']), ask)
    await first.emulator.close()
    const second = await startService({ dataDirectory })
    const again = await second.call('POST', '/content/push', pushBody(place, ['Fine.']), ask)
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, answer.text, 'true'])
    expect((await second.call('POST', '/content/push', pushBody(place, ['Other.']), ask)).status).toBe(409)
  })

  it('[IDM-3] answers older than 24 hours are let go of: from memory now and then, and never given again', async () => {
    const files = createSimulatedFiles()
    const first = await startService({ files })
    const once = (idempotencyKey: string) =>
      first.call('POST', '/survey_series/create', { name: 'Shops' }, { idempotencyKey })
    for (const key of ['one', 'two']) await once(key)
    requireOk(await first.control('POST', '/clock/advance', { by: '24h' }))
    expect((await once('one')).headers['idempotent-replayed']).toBeUndefined()
    expect((await once('one')).headers['idempotent-replayed']).toBe('true')
    await first.emulator.close()
    const snapshot = Buffer.from(files.bytesOf('/orgs/1/snapshot.json')).toString()
    expect(snapshot.match(/"payloadHash"/g)).toHaveLength(1)
  })

  it('an emulator in memory starts empty', async () => {
    const first = await startService()
    await makePlace(first)
    await first.emulator.close()
    const second = await startService()
    expect(requireOk(await second.call('GET', '/surveys/list')).survey_series).toEqual([])
  })

  it('other organisations come back under their numbers, deleted ones do not', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startService({ dataDirectory })
    const orgs = (service: Service, method: string, path: string, body?: unknown) =>
      service.control(method, `/../../orgs${path}`, body)
    for (const name of ['Two', 'Three', 'Four']) requireOk(await orgs(first, 'POST', '', { name }))
    expect((await orgs(first, 'DELETE', '/3')).status).toBe(204)
    await first.emulator.close()
    const second = await startService({ dataDirectory })
    const { items } = requireOk(await orgs(second, 'GET', ''))
    expect(items.map((each: Json) => [each.org_id, each.name])).toEqual([
      ['1', 'Default organisation'],
      ['2', 'Two'],
      ['4', 'Four'],
    ])
    expect(readdirSync(join(dataDirectory, 'orgs'))).toEqual(['1', '2', '4'])
  })
})

describe('two emulators on one data directory', () => {
  it('the second is refused and told the pid of the first, in the same process and in another', async () => {
    const dataDirectory = temporaryFolder()
    const first = await startEmulator({ listen: false, dataDirectory })
    await expect(startEmulator({ listen: false, dataDirectory })).rejects.toMatchObject({
      name: 'DataDirectoryInUseError',
      pid: process.pid,
    })
    const { ready } = await spawnEmulator({ dataDirectory, port: 0, dashboardPort: 0 })
    expect(await ready).toMatchObject({
      failed: 'DataDirectoryInUseError',
      message: expect.stringContaining(`process ${process.pid}`),
    })
    await first.close()
    await (await startEmulator({ listen: false, dataDirectory })).close()
  })

  it('the lock of a killed one is taken over at once', async () => {
    const dataDirectory = temporaryFolder()
    const child = await startChild({ dataDirectory, port: 0, dashboardPort: 0 })
    await expect(startEmulator({ listen: false, dataDirectory })).rejects.toMatchObject({ pid: child.pid })
    await child.kill()
    const next = await startEmulator({ listen: false, dataDirectory })
    await next.close()
  })
})

describe('what lies in the data directory', () => {
  it(
    'folders are 0700 and files 0600, also in a folder that was open to all',
    skipWhere(process.platform === 'win32', 'no modes of files on Windows'),
    async () => {
      const dataDirectory = temporaryFolder()
      chmodSync(dataDirectory, 0o755)
      const service = await startService({ dataDirectory: join(dataDirectory, 'new', 'deep') })
      await fill(service)
      check(join(dataDirectory, 'new'))
      await service.emulator.close()
      check(join(dataDirectory, 'new'))

      function check(folder: string): void {
        expect((statSync(folder).mode & 0o777).toString(8), folder).toBe('700')
        for (const entry of readdirSync(folder, { withFileTypes: true })) {
          const path = join(folder, entry.name)
          if (entry.isDirectory()) check(path)
          else expect((statSync(path).mode & 0o777).toString(8), path).toBe('600')
        }
      }
    },
  )

  it('[KEY-13] no API key is in any file, and webhook secrets are only in their own', async () => {
    const dataDirectory = temporaryFolder()
    const service = await startService({ dataDirectory })
    const { apiKeys, secrets } = await fill(service)
    search()
    await service.emulator.close()
    search()

    function search(): void {
      const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
      expect(files.length).toBeGreaterThan(4)
      for (const { parentPath, name } of files) {
        const text = readFileSync(join(parentPath, name), 'latin1')
        for (const key of apiKeys) expect(text.includes(key.split('_')[3]!), `${name} holds a key`).toBe(false)
        if (name === 'secrets.json') expect(text).toContain(secrets.at(-1))
        else for (const secret of secrets) expect(text.includes(secret), `${name} holds a webhook secret`).toBe(false)
      }
    }
  })
})

/** Uses every kind of key and secret, so that whatever might write one down has had its chance. */
async function fill(service: Service): Promise<{ apiKeys: string[]; secrets: string[] }> {
  const place = await makePlace(service)
  const made = requireOk(await service.control('POST', '/keys', { label: 'mine', environment: 'live', scope: 'all' }))
  const rotated = requireOk(await service.control('POST', `/keys/${made.id}/rotate`))
  const hook = { url: 'https://127.0.0.1:9/', events: ['content.pushed'] }
  const first = requireOk(await service.control('POST', '/subscriptions', hook))
  const second = requireOk(await service.control('POST', '/subscriptions/1/secret'))
  const { test, live } = service.emulator.apiKeys
  const apiKeys = [...Object.values(test), ...Object.values(live), made.api_key, rotated.api_key]
  for (const [index, key] of apiKeys.entries()) {
    await service.call('POST', '/content/push', pushBody(place, [`item ${index}`]), {
      key,
      idempotencyKey: `key-${index}`,
    })
    await service.call('GET', `/me?key=${encodeURIComponent(key)}`, undefined, { key })
    await service.call('POST', '/content/push/bulk', bulkBody(place, [`bulk ${index}`]), { key })
  }
  await service.emulator.idle()
  return { apiKeys, secrets: [first.secret, second.secret] }
}

/** What the dashboard and the API show of an organisation. */
async function everything({ call, control }: Service): Promise<Json[]> {
  const paths = ['', '/keys', '/members', '/subscriptions', '/deliveries', '/analysis-rules', '/clock']
  const shown = await Promise.all(paths.map(async (path) => requireOk(await control('GET', path))))
  const listed = requireOk(await call('GET', '/surveys/list'))
  // Usage is counted in memory only.
  const keys = { items: shown[1].items.map(({ usage: _usage, ...key }: Json) => key) }
  return [
    ...shown.toSpliced(1, 1, keys),
    listed,
    requireOk(await call('GET', '/feedback')),
    requireOk(await call('GET', '/me')),
  ]
}
