import { describe, expect, test } from 'vitest'
import { InputError } from '../../../src/contract/input-error.js'
import { runInpk } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { openBench } from '../with-emulator.js'

const BOMB = [
  'a: &a [l,l,l,l,l,l,l,l,l]',
  ...['a', 'b', 'c'].map((name, index) => {
    const next = 'bcd'[index]
    return `${next}: &${next} [${Array(9).fill(`*${name}`).join(',')}]`
  }),
  `e: [${Array(9).fill('*d').join(',')}]`,
].join('\n')

const BAD: Record<string, [string | Uint8Array, RegExp]> = {
  'a circular anchor': [
    'groups: &x\n  - name: A\n    sources: *x\n',
    /:\d+:\d+: is nested deeper than 64 levels, or has an anchor/,
  ],
  'an alias bomb': [BOMB, /:2:\d+: its aliases \(\*name\) expand too far/],
  'an alias of nothing': ['groups: *gone\n', /:1:9: Unresolved alias/],
  'a thousand brackets': [
    `groups:\n  ${'['.repeat(500)}${']'.repeat(500)}`,
    /:\d+:\d+: is nested deeper than 64 levels/,
  ],
  'no UTF-8': [Buffer.from('groups:\n  - name: Caf\xe9\n', 'latin1'), /:2:1: invalid UTF-8/],
  'a __proto__': ['groups: []\norganization:\n  __proto__: { name: x }\n', /:3:3: must not be named __proto__/],
  'two documents': ['groups: []\n---\ngroups: []\n', /:2:1: contains several YAML documents/],
  'a quota below zero': [
    'organization:\n  plan: { limit: -5 }\n',
    /:2:11: organization.plan.limit must be at least 0\n/,
  ],
  'an id of the owner': [
    'members:\n  - name: Ada\n    email: a@b.c\n    id: 1\n',
    /:4:5: members\[0\].id must be at least 2: lower ids are taken in this organisation\n/,
  ],
  'a key of no emulator': [
    `keys:\n  - api_key: inpk_test_SHOP000001_${'A'.repeat(43)}=\n    label: CI\n    scope: push\n`,
    /:2:5: keys\[0\].api_key must be inpk_test_ or inpk_live_, EMU and 7 letters or digits/,
  ],
}

describe('a faulty seed file', () => {
  test('is told of in one clear error with its line', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    for (const [what, [text, message]] of Object.entries(BAD)) {
      const path = writeFile(cwd, 'seed.yaml', text as string)
      const { code, stderr } = await bench.run(['emulator', 'seed', path])
      expect([code, stderr], what).toEqual([6, expect.stringMatching(message)])
      expect(stderr.match(/seed\.yaml:\d/g), what).toHaveLength(1)
      expect(stderr, what).not.toContain('fault of inpk')
    }
  })
})

describe('files an emulator is started with', () => {
  test('a faulty overrides file is not told of as a seed', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    const overrides = writeFile(cwd, 'overrides.yaml', 'a: [\n')
    const { code, stderr } = await bench.run(['emulator', 'start', '--ephemeral', '--overrides', overrides])
    expect([code, stderr]).toEqual([6, expect.stringContaining('overrides.yaml:')])
    expect(stderr).toContain('inpk emulator assumptions')
    expect(stderr).not.toContain('seed')
  })

  test('a data directory that is a file is refused by its name', async () => {
    const bench = await openBench()
    const data = writeFile(scratchFolder(), 'data', 'x')
    const { code, stderr } = await bench.run(['emulator', 'start', '--data', data, '--port', '0'])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${data} is a file`)])
    expect(stderr).not.toContain('fault of inpk')
  })
})

test.each([
  ['clock would go back', '--clock would go back'],
  ['randomSeed must be a number', '--random-seed must be a number'],
])('the fault "%s" of an option names it as it was typed', async (fault, shown) => {
  const error = new InputError('ARGUMENT_INVALID', `startEmulator: ${fault}`)
  const startEmulator = () => Promise.reject(error)
  const { code, stderr } = await runInpk(['emulator', 'start'], { env: {}, cwd: scratchFolder(), startEmulator })
  expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${shown}\n(OPTION_INVALID)\n` })
})
