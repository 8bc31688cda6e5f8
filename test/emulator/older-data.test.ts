import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MEMBERS } from '../../src/contract/items/members.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { scratchFolder } from '../commands/scratch.js'
import { allItems, bulkBody, type Json, pushBody, requireOk, startService } from './service.js'

/** A folder as version 0.1 left it when it was killed, and what its API said just before. */
const FIXTURE = join('test', 'fixtures', 'data-of-0.1')
const EXPECTED: Json = JSON.parse(readFileSync(join(FIXTURE, 'expected.json'), 'utf8'))

const ITEMS = [
  { text: 'It was late', external_id: 'a', customer_id: 'c1', rating: 2, channel: 'email', language: 'en' },
  { text: 'Füße, 東京 and 😀', external_id: 'b', customer_id: 'c2' },
]

async function openOlder() {
  const dataDirectory = scratchFolder()
  cpSync(join(FIXTURE, 'data'), dataDirectory, { recursive: true })
  return { dataDirectory, service: await startService({ dataDirectory, outbound: async () => ({ status: 204 }) }) }
}

/** An item as an earlier version listed it, with null for members that came later. */
function withEveryMember(item: Json): Json {
  return { ...Object.fromEntries(MEMBERS.map((member) => [member, null])), ...item }
}

/** Names of all files, and of the members of each snapshot's state. */
function shapeOf(data: string): string[] {
  const folder = join(data, 'orgs')
  const paths = (readdirSync(folder, { recursive: true }) as string[]).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
  const shape = paths.flatMap((path) => {
    const { state } = path.endsWith('snapshot.json') ? JSON.parse(readFileSync(join(folder, path), 'utf8')) : {}
    const name = path.replace(/^\d+\//, '')
    return [name, ...Object.keys(state ?? {}).map((member) => `${name}: ${member}`)]
  })
  // A stop compacts: the journal goes to the history, and items have an index again.
  return [...new Set(shape)].filter((name) => !/^history\/|\.index$/.test(name)).sort()
}

it('a folder of version 0.1 is opened with all that is in it, and nothing to repair', async () => {
  const { service } = await openOlder()
  const { emulator, control } = service
  expect(emulator.recovered).toEqual([])
  expect(await allItems(service)).toEqual(EXPECTED.listing.map(withEveryMember))
  const exported = requireOk(await control('GET', '/export'))
  expect(exported.items).toEqual(EXPECTED.items)
  expect(exported.state).toMatchObject(EXPECTED.state)
  for (const [path, was] of [
    ['/snapshots', 'snapshots'],
    ['/deliveries', 'deliveries'],
  ] as const) {
    expect(requireOk(await control('GET', path))).toEqual(EXPECTED[was])
  }
  const [made, ...log] = requireOk(await control('GET', '/log?limit=200')).items
  expect(made.operation).toBe('exportOrganization')
  expect(log).toEqual(EXPECTED.log.items)
  const key = wellKnownKey(2, 'live', 'all')
  const { items } = requireOk(await service.call('GET', '/feedback', undefined, { key }))
  expect(items.map(({ text }: Json) => text)).toEqual(['Elsewhere'])
})

it('what was kept is used: answers by their idempotency keys, ids that are taken, tasks, history, snapshots', async () => {
  const { service } = await openOlder()
  const { call, control } = service
  const { place, task } = EXPECTED
  const last = pushBody(place, [{ text: 'The last one', external_id: 'z' }])
  const again = await call('POST', '/content/push', last, { idempotencyKey: 'late' })
  expect(requireOk(again)).toMatchObject({ inserted: 1, duplicates: 0 })
  expect((await allItems(service)).length).toBe(EXPECTED.listing.length)
  expect(requireOk(await call('POST', '/content/push', pushBody(place, ITEMS)))).toMatchObject({
    inserted: 0,
    duplicates: 2,
  })
  expect(requireOk(await call('GET', `/content/push/bulk/${task}`))).toMatchObject({ status: 'completed' })
  const { task_id } = requireOk(await call('POST', '/content/push/bulk', bulkBody(place, ['One more'])))
  expect(task_id).toBe('task_3')
  requireOk(await control('POST', '/clock/advance', { by: '1m' }))
  expect(requireOk(await call('GET', `/content/push/bulk/${task_id}`))).toMatchObject({ status: 'completed' })
  requireOk(await control('POST', '/undo', { to: EXPECTED.log.items[2].seq }))
  expect((await allItems(service)).map(({ text }) => text)).toEqual(
    EXPECTED.listing.slice(0, -1).map(({ text }: Json) => text),
  )
  requireOk(await control('POST', '/snapshots/monday/restore', {}))
  expect((await allItems(service)).map(({ text }) => text)).toEqual(ITEMS.map(({ text }) => text))
  requireOk(await control('POST', '/reset', {}))
  expect(await allItems(service)).toEqual([])
})

it('nothing on the disk got another name: files, tables, members', async () => {
  const { dataDirectory, service } = await openOlder()
  const before = shapeOf(dataDirectory)
  await service.emulator.close()
  expect(shapeOf(dataDirectory)).toEqual(before)
})
