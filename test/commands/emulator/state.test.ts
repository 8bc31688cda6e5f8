import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { openBench, stageSource } from '../with-emulator.js'

const SEED = `# a shop
groups:
  - name: Shop
    sources:
      - title: Reviews
        fields:
          - text: How was it?
            items:
              - Fine.
              - { text: "", external_id: e1 }
            colour: red
  - sources: []
`

describe('emulator seed', () => {
  test('names each fault with its line and column, and changes nothing', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    const path = writeFile(cwd, 'shop.yaml', SEED)
    const { code, stderr } = await bench.run(['emulator', 'seed', path])
    expect(code).toBe(6)
    expect(stderr).toContain(`${path}:11:13: groups[0].sources[0].fields[0].colour is not a known member`)
    expect(stderr).toContain(`${path}:12:5: groups[1].name is missing`)
    writeFile(cwd, 'shop.yaml', SEED.replace('            colour: red\n', '').replace('  - sources: []\n', ''))
    const second = await bench.run(['emulator', 'seed', path])
    expect(second.stderr).toContain(`${path}:10:19: groups[0].sources[0].fields[0].items[1].text`)
    expect(await bench.json(['groups', 'list'])).toEqual([])
  })

  test('names the line of what is no YAML; takes YAML, JSON and stdin', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    const bad = await bench.run(['emulator', 'seed', writeFile(cwd, 'bad.yaml', 'groups:\n  - name: "a\n')])
    expect([bad.code, bad.stderr]).toEqual([6, expect.stringMatching(/bad\.yaml:\d:\d+: /)])
    for (const [text, fault] of [
      ['{"groups": [', 'the list must end with ]'],
      ['{"groups": []', 'the object must end with }'],
      ['{"groups" []}', 'Missing , or : between object items'],
    ] as const) {
      const { code, stderr } = await bench.run(['emulator', 'seed', writeFile(cwd, 'cut.json', text)])
      expect([code, stderr]).toEqual([6, expect.stringContaining(fault)])
      expect(stderr).not.toMatch(/flow/i)
    }
    await bench.json(['emulator', 'seed', writeFile(cwd, 'a.json', '{\n\t"groups": [{ "name": "From JSON" }]\n}\n')])
    await bench.json(['emulator', 'seed', writeFile(cwd, 'a.yaml', 'groups: [{ name: From YAML }]')])
    const names = (await bench.json<{ name: string }[]>(['groups', 'list'])).map(({ name }) => name)
    expect(names).toEqual(['From JSON', 'From YAML'])
  })
})

describe('snapshots, undo and diff', () => {
  test('a snapshot that exists is replaced only by a person who says so, or by --yes', async () => {
    const bench = await openBench()
    const { control } = bench.emulator
    const items = async () => (await control.listSnapshots()).items.map((each) => each.items)
    await bench.json(['emulator', 'snapshot', 'save', 'one'])
    await stageSource(bench, ['Good'])
    const { code, stderr } = await bench.run(['emulator', 'snapshot', 'save', 'one'])
    expect([code, stderr]).toEqual([7, expect.stringContaining('error: snapshot "one" (0 items) already exists\n')])
    expect(stderr).toContain('Choose another name, or pass `--yes` to replace it.')
    expect(await items()).toEqual([0])
    const stdin = { ...stdinOf('n\n'), isTerminal: true }
    expect((await bench.run(['emulator', 'snapshot', 'save', 'one'], { stdin })).code).toBe(1)
    expect(await items()).toEqual([0])
    expect((await bench.run(['emulator', 'snapshot', 'save', 'one', '--yes'])).code).toBe(0)
    expect(await items()).toEqual([1])
  })

  test('a snapshot is saved, compared with, restored, listed and deleted', async () => {
    const bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 2) } })
    await stageSource(bench, [{ text: 'one', external_id: 'a' }])
    await bench.emulator.idle()
    expect((await bench.run(['emulator', 'snapshot', 'save', 'one'])).stdout).toBe('Saved snapshot "one" (1 item).\n')
    await bench.json(['groups', 'create', 'Another'])
    const { stdout } = await bench.run(['emulator', 'diff', 'one'])
    expect(await bench.json(['emulator', 'diff', '--snapshot', 'one'])).toMatchObject({ snapshot: 'one', since: null })
    expect(stdout).toContain('+ groups 2 (Another)')
    expect(stdout).toContain('internal difference')
    expect((await bench.run(['emulator', 'snapshot', 'restore', 'one'])).code).toBe(0)
    expect((await bench.run(['emulator', 'diff', 'one'])).stdout).toMatch(
      /^No difference between snapshot "one" and change/,
    )
    expect((await bench.json(['groups', 'list'])).length).toBe(1)
    expect(await bench.json(['emulator', 'snapshot', 'list'])).toMatchObject([{ name: 'one', items: 1 }])
    expect((await bench.run(['emulator', 'snapshot', 'delete', 'one'])).code).toBe(0)
    expect((await bench.run(['emulator', 'snapshot', 'restore', 'one'])).code).toBe(5)
  })

  test('diff writes out times and durations, which the state has in milliseconds', async () => {
    const bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 2) } })
    await bench.json(['emulator', 'clock', 'advance', '25h'])
    const { stdout } = await bench.run(['emulator', 'diff'])
    expect(stdout).toContain('~ clock\n    now: 2026-03-02 00:00:00 -> 2026-03-03 01:00:00\n')
  })

  test('without a name, diff shows what a reset takes back: since the seed, or since the beginning', async () => {
    const bench = await openBench()
    await bench.json(['groups', 'create', 'First'])
    expect((await bench.run(['emulator', 'diff'])).stdout).toMatch(
      /^From change 1 to change 2 \(1 change\):(.|\n)*\+ groups 1 \(First\)/,
    )
    const seed = writeFile(scratchFolder(), 'a.yaml', 'groups: [{ name: Second }]')
    await bench.json(['emulator', 'seed', seed])
    await bench.json(['groups', 'create', 'Third'])
    const { stdout } = await bench.run(['emulator', 'diff'])
    expect(stdout).toMatch(/^From the seed to/)
    expect(stdout.match(/^[+-].*/gm)).toEqual(['+ groups 3 (Third)'])
    for (const both of [
      ['one', '--since', '1'],
      ['one', '--snapshot', 'two'],
    ]) {
      expect((await bench.run(['emulator', 'diff', ...both])).code).toBe(2)
    }
  })

  test.each(['CON', 'com1', 'a b', '.x', 'a/b', 'x'.repeat(65)])(
    '%j is no name of a snapshot, told in words',
    async (name) => {
      const bench = await openBench()
      const { code, stderr } = await bench.run(['emulator', 'snapshot', 'save', name])
      expect([code, stderr]).toEqual([6, expect.stringContaining(' must be 1 to 64 letters, digits, - and _')])
    },
  )

  test('`log --follow --limit N` shows the last N changes, then each new one once, also after an undo', async () => {
    const bench = await openBench()
    await bench.json(['groups', 'create', 'First'])
    const steps = [
      () => bench.run(['groups', 'create', 'Second']),
      () => Promise.resolve(),
      () => bench.run(['emulator', 'undo']),
    ]
    const sleep = async () => {
      const step = steps.shift()
      if (!step) throw new Error('all seen')
      await step()
    }
    const line = ['emulator', 'log', '--follow', '--limit', '1', '--output', 'ndjson']
    const { stdout } = await bench.run(line, { sleep })
    const seen = stdout
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each).operation)
    expect(seen).toEqual(['createGroup', 'createGroup', 'undo'])
  })

  test('diff and undo count the same changes, those of the log, even where nothing differs after them', async () => {
    const bench = await openBench()
    for (const name of ['First', 'Second', 'Third']) await bench.json(['groups', 'create', name])
    const said = async (...argv: string[]) => (await bench.run(['emulator', ...argv])).stdout
    expect(await said('diff', '--since', '2')).toMatch(/^From change 2 to change 4 \(2 changes\):/)
    expect(await said('undo', '2')).toBe('Undid 2 changes; everything is as it was after change 2.\n')
    expect(await said('diff', '--since', '2')).toBe('No difference between change 2 and change 5 (3 changes).\n')
    expect(await said('undo', '2')).toBe('Undid 3 changes; everything is as it was after change 2.\n')
  })

  test('undo takes back the last change, or all after one; not past an erase', async () => {
    const bench = await openBench()
    await bench.json(['groups', 'create', 'First'])
    const [{ seq }] = await bench.json<[{ seq: number }]>(['emulator', 'log', '--limit', '1'])
    await bench.json(['groups', 'create', 'Second'])
    expect((await bench.run(['emulator', 'undo'])).stdout).toContain('Undid 1 change')
    expect((await bench.json(['groups', 'list'])).length).toBe(1)
    await stageSource(bench, [{ text: 'one', external_id: 'a' }])
    await bench.json(['feedback', 'erase', '--external-id', 'a', '--yes'])
    const past = await bench.run(['emulator', 'undo', String(seq)])
    expect([past.code, past.stderr]).toEqual([7, expect.stringContaining('HISTORY_ERASED')])
    expect((await bench.run(['emulator', 'undo', 'x'])).code).toBe(2)
  })
})

describe('export and import', () => {
  test('one file holds everything but secrets, and makes another emulator the same', async () => {
    const bench = await openBench()
    await stageSource(bench, [{ text: 'one', external_id: 'a' }])
    const url = 'http://127.0.0.1:9/hook'
    const { secret } = await bench.json(['emulator', 'subscriptions', 'create', url, '--local'])
    const file = `${scratchFolder()}/shop.json`
    const { stderr, code } = await bench.run(['emulator', 'export', '--to', file])
    expect([code, stderr]).toEqual([0, expect.stringContaining('This file is not affected by later erases')])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(secret)
    expect(JSON.parse(text).note).toContain('to describe data by hand, write a seed file')
    const other = await openBench()
    expect((await other.run(['emulator', 'import', file])).code).toBe(0)
    const texts = async (from: typeof bench) =>
      (await from.json<{ text: string }[]>(['feedback', 'list'])).map((each) => each.text)
    expect(await texts(other)).toEqual(await texts(bench))
    expect((await other.run(['emulator', 'undo'])).code).toBe(0)
    expect(await texts(other)).toEqual([])
    const wrong = writeFile(scratchFolder(), 'wrong.json', '{"format":"x"}')
    expect((await other.run(['emulator', 'import', wrong])).code).toBe(6)
  })

  test('an organisation imported beside another has keys of its own', async () => {
    const bench = await openBench()
    await stageSource(bench, [{ text: 'one', external_id: 'a' }])
    const file = `${scratchFolder()}/shop.json`
    await bench.json(['emulator', 'export', '--to', file])
    const { org_id: org } = await bench.json(['emulator', 'orgs', 'create', 'Copy'])
    const { keys } = await bench.json(['emulator', 'import', file, '--org', org])
    const env = { INPK_API_KEY: keys.test.all }
    expect((await bench.json(['feedback', 'list'], { env })).length).toBe(1)
    await bench.json(['groups', 'create', 'Only here'], { env })
    expect((await bench.json(['groups', 'list'])).length).toBe(1)
  })
})

test.each([[[]], [['--quiet']]])('emulator import %j says whose webhook secret is new now', async (more) => {
  const cwd = scratchFolder()
  const from = await openBench()
  await from.json(['emulator', 'subscriptions', 'create', 'http://127.0.0.1:9/hook', '--local'])
  await from.json(['emulator', 'export', '--to', 'shop.json'], { cwd })
  const bench = await openBench()
  const { stdout } = await bench.run(['emulator', 'import', 'shop.json', ...more], { cwd })
  expect(stdout).toContain('The webhook secret of subscription 1 is new')
})
