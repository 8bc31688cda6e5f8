import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  ITEM_MEMBERS,
  KNOWN_HEADERS,
  MEMBERS,
  OPTIONAL_MEMBERS,
  type OptionalMember,
} from '../../src/contract/items/members.js'
import { seedSchema } from '../../src/contract/seed.js'
import { stdinOf } from '../cli/run-inpk.js'
import { inlined } from '../compatibility/inlined.js'
import { readJson, scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

type Json = Record<string, never>

/** A value that every member of a kind takes, as it is listed, and one that none takes. */
const SAMPLES = {
  text: { good: 'sample', bad: 'x'.repeat(20_000) },
  language: { good: 'de', bad: 'no language' },
  number: { good: 4, bad: 'many' },
  time: { good: '2026-01-02T03:04:05.000Z', bad: 'yesterday' },
} as const
const sampleOf = (member: OptionalMember) => SAMPLES[ITEM_MEMBERS[member].kind]

/** An emulator with a source, command lines in a folder of their own, and what the source holds. */
async function openPlace() {
  const bench = await openBench()
  const scene = await stageSource(bench)
  const cwd = scratchFolder()
  const inFolder = { cwd, env: { INPK_CONFIG_DIR: cwd } }
  return {
    bench,
    scene,
    cwd,
    file: (name: string, content: unknown) => writeFile(cwd, name, content),
    run: (...argv: string[]) => bench.run(argv, inFolder),
    json: (...argv: string[]) => bench.json<Json>(argv, inFolder),
    items: () => bench.json<Json[]>(['feedback', 'list'], inFolder),
  }
}

const NOW = '2026-02-03T00:00:00.000Z'

/** A table of one row. */
const csvOf = (headers: readonly string[], values: readonly unknown[]) => `${headers.join(',')}\n${values.join(',')}\n`

describe.each(OPTIONAL_MEMBERS)('the member %s of an item', (member) => {
  const { good, bad } = sampleOf(member)
  const isDropped = 'dropped' in ITEM_MEMBERS[member]

  test('is pushed from JSON and listed', async () => {
    const { file, json, items } = await openPlace()
    file('items.json', [{ text: 'Hello', [member]: good }])
    expect(await json('push', 'items.json', '--source', 'Tickets')).toMatchObject({ inserted: 1 })
    expect(await items()).toMatchObject([{ text: 'Hello', [member]: good }])
  })

  test.each([member, KNOWN_HEADERS[member][0]!])(
    'is found in a table by the header %s, and told by --check',
    async (header) => {
      const { file, run, json, items } = await openPlace()
      file('items.csv', csvOf(['text', header], ['Hello', good]))
      expect((await run('push', 'items.csv', '--check', '--verbose')).stderr).toContain(`${member} ← ${header}`)
      await json('push', 'items.csv', '--source', 'Tickets')
      expect(await items()).toMatchObject([{ text: 'Hello', [member]: good }])
    },
  )

  test('is uploaded by its name, and by the header that a mapping gives', async () => {
    const { file, json, items } = await openPlace()
    file('named.csv', csvOf(['text', member], ['One', good]))
    file('mapped.csv', csvOf(['text', 'Column 2'], ['Two', member === 'external_id' ? 'sample-2' : good]))
    await json('upload', 'named.csv', '--source', 'Tickets', '--wait')
    await json('upload', 'mapped.csv', '--source', 'Tickets', '--map', `${member}=Column 2`, '--wait')
    const second = member === 'external_id' ? 'sample-2' : good
    expect(await items()).toMatchObject([
      { text: 'One', [member]: good },
      { text: 'Two', [member]: second },
    ])
  })

  test('is seeded, exported as a table, and survives an export of the organisation and its import', async () => {
    const { file, run, json, items } = await openPlace()
    const fields = [{ text: 'What?', items: [{ text: 'Hello', [member]: good }] }]
    file('seed.json', { groups: [{ name: 'Shop', sources: [{ title: 'Reviews', fields }] }] })
    await json('emulator', 'seed', 'seed.json')
    const [headers, row] = (await run('feedback', 'export')).stdout.split(/\r?\n/)
    expect(row!.split(',')[headers!.split(',').indexOf(member)]).toBe(String(good))
    await run('emulator', 'export', '--to', 'all.json')
    await json('emulator', 'reset')
    await json('emulator', 'import', 'all.json', '--yes')
    expect(await items()).toMatchObject([{ text: 'Hello', [member]: good }])
  })

  test('is null in what an earlier version exported, which did not know it', async () => {
    const { cwd, file, json, items } = await openPlace()
    file('items.json', ['Hello'])
    await json('push', 'items.json', '--source', 'Tickets')
    await json('emulator', 'export', '--to', 'all.json')
    const document = readJson(join(cwd, 'all.json')) as unknown as { items: Json[] }
    for (const item of document.items) delete item[ITEM_MEMBERS[member].stored]
    file('all.json', document)
    await json('emulator', 'import', 'all.json', '--yes')
    expect(await items()).toMatchObject([{ text: 'Hello', [member]: null }])
  })

  test('is refused where its value makes no sense: of a push, a seed, a row of an upload', async () => {
    const { bench, scene, file, run, items } = await openPlace()
    const content = [{ text: 'Hello', [member]: bad }]
    const body = { feedback_group_id: scene.group, source_id: scene.source, field: { field_id: scene.field, content } }
    const push = ['api', 'POST', 'feedback/push', '--input', '-']
    expect((await bench.run(push, { stdin: stdinOf(JSON.stringify(body)) })).stdout).toContain(
      `field.content[0].${member}`,
    )
    const fields = [{ text: 'What?', items: content }]
    file('seed.json', { groups: [{ name: 'Shop', sources: [{ title: 'Reviews', fields }] }] })
    expect((await run('emulator', 'seed', 'seed.json')).stderr).toContain(`items[0].${member}`)
    file('items.csv', csvOf(['text', member], ['Hello', bad]))
    expect((await run('upload', 'items.csv', '--source', 'Tickets', '--wait')).stdout).toContain(member)
    expect(await items()).toEqual([])
  })

  test(`is ${isDropped ? 'left out with a warning' : 'a reason to reject the row'} where a file has nonsense`, async () => {
    const { file, run, items } = await openPlace()
    file('items.csv', csvOf(['text', member], ['Hello', bad]))
    const { stderr } = await run('push', 'items.csv', '--source', 'Tickets', '--map', `${member}=${member}`)
    if (!isDropped) return expect(await items()).toEqual([])
    expect(stderr).toContain((ITEM_MEMBERS[member] as { dropped: readonly string[] }).dropped[0])
    return expect(await items()).toMatchObject([{ text: 'Hello', [member]: null }])
  })

  test('stands in the description of pushes, uploads and listings, and in the schema of seeds', async () => {
    const { json } = await openPlace()
    const { paths } = inlined(await json('openapi')) as { paths: Record<string, Json> }
    const text = (path: string) => JSON.stringify(Object.entries(paths).find(([each]) => each.endsWith(path))?.[1])
    for (const path of ['/content/push', '/feedback/push', '/feedback/upload', '/feedback'])
      expect(text(path), path).toContain(`"${member}":{`)
    expect(JSON.stringify(seedSchema())).toContain(`"${member}"`)
  })

  test('is shown by the dashboard', async () => {
    // A variable, for what runs in a browser is compiled with other types.
    const page = '../../emulator/dashboard/web/pages/item-panel.js'
    const { ItemDetails } = await import(page)
    const nothing = Object.fromEntries(MEMBERS.map((each) => [each, null]))
    const item = { ...nothing, item_id: '1', created_at: NOW, text: 'Hello', [member]: good }
    const html = renderToStaticMarkup(createElement(ItemDetails, { item, field: 'What?' }))
    expect(html).toContain(ITEM_MEMBERS[member].title)
    if (ITEM_MEMBERS[member].kind !== 'time') expect(html).toContain(String(good))
  })
})
