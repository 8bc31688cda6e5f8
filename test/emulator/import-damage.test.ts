import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { decodeChecked, encodeChecked } from '../../emulator/store/snapshot-file.js'
import { CONTROL_IDS, controlRowOf } from '../../src/contract/control/index.js'
import { temporaryFolder } from './child.js'
import { fullOrganization } from './full-organization.js'
import { type Json, requireOk, type Service, startService } from './service.js'

const SOAK = process.env.INPK_SOAK !== undefined
/** Of all mutations, so many are tried; the soak tries every one. */
const EVERY = SOAK ? 1 : 197

let exported: Json
beforeAll(async () => {
  exported = structuredClone(requireOk(await (await fullOrganization()).control('GET', '/export')))
})

type Mutation = [what: string, change: (holder: Json, key: string | number) => void]
const MUTATIONS: readonly Mutation[] = [
  ['dropped', (holder, key) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key])],
  ['null', (holder, key) => (holder[key] = null)],
  ['a text', (holder, key) => (holder[key] = typeof holder[key] === 'string' ? '' : 'x')],
  ['a number', (holder, key) => (holder[key] = typeof holder[key] === 'number' ? -1 : 7)],
  ['huge', (holder, key) => (holder[key] = 1e300)],
  ['an object', (holder, key) => (holder[key] = { mode: 'wild' })],
  ['a list', (holder, key) => (holder[key] = [null])],
]

/** Every place of a document, as the steps that lead to it; of many items the first stands for all. */
function pathsOf(value: Json, steps: (string | number)[] = []): (string | number)[][] {
  const keys = value !== null && typeof value === 'object' ? Object.keys(value) : []
  return [
    ...(steps.length > 0 ? [steps] : []),
    ...keys.flatMap((key) => pathsOf(value[key], [...steps, Array.isArray(value) ? Number(key) : key])),
  ]
}

/** All that can be read of an organisation without naming a row. */
const LISTINGS = CONTROL_IDS.map(controlRowOf).filter(
  ({ method, path, id }) =>
    method === 'GET' && path.startsWith('/orgs/{org_id}/') && path.split('{').length === 2 && id !== 'streamEvents',
)
const READS = [
  '/me',
  '/surveys/list',
  '/sources/list',
  '/feedback',
  '/sources/1/analysis',
  '/invites/1',
  '/invites/inv_1/recipients',
  '/sources/1/invite-template',
  '/feedback/upload/task_1',
]

async function expectReadable({ call, control, emulator }: Service, about: string): Promise<void> {
  for (const { path } of LISTINGS) {
    const { status, text } = await control('GET', path.replace('/orgs/{org_id}', ''))
    expect(status, `${about}: ${path}: ${text.slice(0, 200)}`).toBeLessThan(500)
  }
  for (const path of READS) {
    const { status, text } = await call('GET', path)
    expect(status, `${about}: ${path}: ${text.slice(0, 200)}`).toBeLessThan(500)
  }
  const list = await emulator.handle({ method: 'GET', url: `${emulator.dashboardUrl}/_emulator/orgs`, headers: {} })
  expect(list.status, `${about}: list of organisations`).toBe(200)
}

test('a file with any value dropped, null or of another type is taken whole or refused by its place [H2]', {
  timeout: 3_600_000,
}, async () => {
  const dataDirectory = temporaryFolder()
  let service = await startService({ outbound: async () => ({ status: 200 }) })
  expect((await service.control('POST', '/import', exported)).status).toBe(200)
  let taken = 0
  let lastTaken: Json
  let done = 0
  for (const steps of pathsOf(exported)) {
    for (const [what, change] of MUTATIONS) {
      done += 1
      if (done % EVERY !== 0) continue
      const copy = structuredClone(exported)
      const holder = steps.slice(0, -1).reduce((at: Json, step) => at[step], copy)
      change(holder, steps.at(-1)!)
      const about = `${steps.join('.')} ${what}`
      const before = requireOk(await service.control('GET', '/log?limit=1')).items[0].seq
      const answer = await service.control('POST', '/import', copy)
      expect([200, 400], `${about}: ${answer.text.slice(0, 300)}`).toContain(answer.status)
      if (answer.status === 400) {
        expect(Object.keys(answer.json.error.details), about).not.toContain('')
        expect(requireOk(await service.control('GET', '/log?limit=1')).items[0].seq, `${about}: nothing changed`).toBe(
          before,
        )
        continue
      }
      taken += 1
      lastTaken = copy
      await service.emulator.idle()
      await expectReadable(service, about)
    }
  }
  expect(taken).toBeGreaterThan(0)
  await service.emulator.close()
  service = await startService({ dataDirectory })
  requireOk(await service.control('POST', '/import', lastTaken))
  await service.emulator.close()
  await expectReadable(await startService({ dataDirectory }), 'after a restart')
})

test.each([
  ['groups that are a text', ['groups'], 'x'],
  ['a source that is null', ['sources', '1'], null],
  ['a name that is a number', ['groups', '1', 'name'], 5],
  ['a counter that is a text', ['counters', 'group'], 'x'],
  ['a clock of no mode there is', ['clock'], { mode: 'wild' }],
])('%s is refused at its place [H2]', async (_, steps, value) => {
  const service = await startService()
  const copy = structuredClone(exported)
  const holder = steps.slice(0, -1).reduce((at: Json, step) => at[step], copy.state)
  holder[steps.at(-1)!] = value
  const { status, json } = await service.control('POST', '/import', copy)
  expect(status).toBe(400)
  expect(Object.keys(json.error.details)[0]).toContain(`state.${steps.join('.')}`)
  await expectReadable(service, 'afterwards')
})

test('a data directory damaged by hand does not break the list of organisations, nor does the API hang up [H2]', async () => {
  const dataDirectory = temporaryFolder()
  const first = await startService({ dataDirectory })
  const second = await first.emulator.createOrganization({ name: 'Second' })
  await first.emulator.close()
  const path = `${dataDirectory}/orgs/2/snapshot.json`
  const image = decodeChecked(path, readFileSync(path)) as Json
  const organization = { ...image.state.organization, createdAt: 'never' }
  writeFileSync(path, encodeChecked({ ...image, state: { ...image.state, organization } }))
  const { emulator, call } = await startService({ dataDirectory })
  const list = await emulator.handle({ method: 'GET', url: `${emulator.dashboardUrl}/_emulator/orgs`, headers: {} })
  const { items } = JSON.parse(Buffer.from(list.body).toString())
  expect(items.map(({ name }: Json) => name)).toEqual([expect.any(String), '(damaged: reset or delete organisation 2)'])
  const answer = await call('GET', '/me', undefined, { key: second.keys.test.all })
  expect([200, 500]).toContain(answer.status)
  expect((await call('GET', '/me')).status).toBe(200)
})
