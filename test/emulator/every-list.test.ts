import { expect, test } from 'vitest'
import { CONTROL_IDS, CONTROL_PREFIX, controlRowOf } from '../../src/contract/control/index.js'
import { fullOrganization } from './full-organization.js'
import type { Json, Service } from './service.js'

const ROWS = CONTROL_IDS.map(controlRowOf).filter(({ method }) => method === 'GET')
/** Views beside the table of control.md, whose records the API lists. */
const VIEWS = ['listGroupSources']
/** The lists that need no more than the organisation, and how one entry is read. */
const LISTS = ROWS.flatMap(({ path, id }) => {
  const one = ROWS.find((row) => row.path.startsWith(`${path}/{`) && !row.path.slice(path.length + 1).includes('/'))
  return id.startsWith('list') && !VIEWS.includes(id) && !/\{(?!org_id\})/.test(path)
    ? [{ id, path, one: one?.path }]
    : []
})
/** What a browser would have to do first. */
const LEFT_EMPTY = ['listConnections']
/** Names that every object inherits. */
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

async function ask(
  { emulator }: Service,
  path: string,
  { method = 'GET', body }: { method?: string; body?: Json } = {},
) {
  const url = emulator.dashboardUrl + CONTROL_PREFIX + path.replace('{org_id}', '1')
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await emulator.handle({ method, url, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, json: JSON.parse(Buffer.from(answer.body).toString() || 'null') }
}

test('everything listed can be read alone, as the same record', async () => {
  const service = await fullOrganization()
  await service.control('POST', '/snapshots', { name: 'kept' })
  for (const { id, path, one } of LISTS) {
    const { status, json } = await ask(service, path)
    expect([status, one !== undefined, json.items.length > 0 || LEFT_EMPTY.includes(id)], id).toEqual([200, true, true])
    const entry = json.items[0]
    if (!entry) continue
    const [name] = Object.values(entry)
    expect(await ask(service, one!.replace(/\{(?!org_id\})\w+\}/, encodeURIComponent(String(name)))), id).toEqual({
      status: 200,
      json: entry,
    })
  }
})

test('no name that every object inherits is an id [F6]', async () => {
  const service = await fullOrganization()
  for (const name of INHERITED) {
    for (const id of CONTROL_IDS.filter((each) => !['streamEvents', 'setTemplate'].includes(each))) {
      const { method, path, body } = controlRowOf(id)
      if (!/\{(?!org_id\})/.test(path)) continue
      const { status } = await ask(service, path.replace(/\{(?!org_id\})\w+\}/g, name), { method, body: body && {} })
      expect([400, 404], `${id} ${name}: ${status}`).toContain(status)
    }
    for (const path of ['/sources/{}/analysis', '/invites/{}', '/content/push/bulk/{}', '/feedback/upload/{}']) {
      expect((await service.call('GET', path.replace('{}', name))).status, path).toBe(404)
    }
    const members = [
      ['/deliveries', { subscription_id: name }],
      ['/outbox', { source_id: name }],
      ['/requests', { key_id: name }],
    ] as const
    for (const [path, query] of members) {
      const { status, json } = await service.control('GET', `${path}?${new URLSearchParams(query)}`)
      expect([status === 404 || status === 400 || json.items.length === 0, path]).toEqual([true, path])
    }
    expect([400, 404]).toContain((await service.call('GET', `/feedback?source_id=${name}`)).status)
  }
})
