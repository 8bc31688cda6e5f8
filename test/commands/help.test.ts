import { describe, expect, it } from 'vitest'
import { isBranch, type Leaf, type Tree } from '../../src/cli/command-tree.js'
import { GLOBAL_OPTIONS } from '../../src/cli/global-options.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { OVERVIEW } from '../../src/cli/overview.js'
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS } from '../../src/client/session.js'
import { TREE } from '../../src/commands/tree.js'
import { parseFacts } from '../../src/config/read-facts.js'
import { DEFAULT_BASE_URL } from '../../src/config/settings.js'
import { listAssumptions } from '../../src/contract/assumptions/ledger.js'
import { runInpk } from '../cli/run-inpk.js'

function paths(tree: Tree, above: string[] = []): [string[], Leaf][] {
  return Object.entries(tree).flatMap(([name, node]): [string[], Leaf][] =>
    isBranch(node) ? paths(node.commands, [...above, name]) : [[[...above, name], node]],
  )
}

const PATHS = paths(TREE)

function branches(tree: Tree): [string, string][] {
  return Object.entries(tree).flatMap(([name, node]): [string, string][] =>
    isBranch(node) ? [[name, node.purpose], ...branches(node.commands)] : [],
  )
}

/** A verb as one gives an order, and no full stop: "Push feedback from files". */
const IMPERATIVE = /^[A-Z][a-z]*(?:[^s\W]|ss),? [^.]*$/

describe('--help', () => {
  it.each(PATHS.map(([path, leaf]) => [path.join(' '), path, leaf.purpose] as const))(
    'of %s: a summary, then examples, then its own options, on stdout',
    async (name, path, purpose) => {
      const { code, stdout, stderr } = await runInpk([...path, '--help'], { columns: 100 })
      expect([code, stderr]).toEqual([0, ''])
      const [first, , examples] = stdout.split('\n')
      expect(first).toBe(purpose)
      expect(purpose).toMatch(IMPERATIVE)
      expect(first).toMatch(/^[A-Z0-9]/)
      expect(examples).toBe('Examples:')
      expect(stdout.indexOf('Usage:')).toBeGreaterThan(stdout.indexOf('Examples:'))
      expect(stdout).toContain(`inpk ${name}`)
      expect(stdout).not.toMatch(/^\s+--base-url /m)
      expect(stdout).toMatch(/\n`inpk help options` lists the options that every command takes\.\n$/)
    },
  )

  it('of the program lists every command', async () => {
    const { code, stdout } = await runInpk([])
    expect(code).toBe(0)
    const listed = OVERVIEW.flatMap(([, lines]) => lines.flatMap(([commands]) => commands))
    expect([...listed].sort()).toEqual(Object.keys(TREE).sort())
    for (const name of listed) expect(stdout).toContain(name)
  })

  it('of the program fits a terminal of 24 lines and 80 columns, without the options of every command', async () => {
    const { stdout } = await runInpk([], { columns: 80 })
    const lines = stdout.trimEnd().split('\n')
    // The prompt takes the last line.
    expect(lines.length).toBeLessThan(24)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(stdout).not.toContain('--')
  })

  it('of the program has each title on a line of its own where a terminal is narrow', async () => {
    const { stdout } = await runInpk([], { columns: 40 })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual(expect.arrayContaining(OVERVIEW.map(([title]) => title)))
    expect(stdout).toMatch(/^Analysis\n {2}analysis\b/m)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  it('of push groups its options and aligns them as one', async () => {
    const { stdout } = await runInpk(['push', '--help'], { columns: 80 })
    expect(stdout).toMatch(
      /\nTarget:\n.*\nColumns:\n.*\nReading the file:\n.*\nRows that can't be pushed:\n.*\nRunning:\n/s,
    )
    const starts = [...stdout.matchAll(/^ {6}--\S+(?: <[^>]+>)? +/gm)].map(([head]) => head.length)
    expect(new Set(starts).size).toBe(1)
  })

  it.each(branches(TREE))('of %s: an imperative summary', (_, purpose) => {
    expect(purpose).toMatch(IMPERATIVE)
  })

  it('of a noun lists its verbs, also where the noun stands alone, as the program does', async () => {
    const asked = await runInpk(['groups', '--help'])
    expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('create  Create a group') })
    expect(await runInpk(['groups'])).toEqual(asked)
    expect(await runInpk(['--limit', '3'])).toEqual(await runInpk([]))
  })

  it('needs neither settings nor key', async () => {
    const { code } = await runInpk(['push', '--help'], { env: {}, cwd: '/nowhere' })
    expect(code).toBe(0)
  })
})

describe('wrong usage', () => {
  it.each([
    [['mee'], 'Did you mean `me`?'],
    [['group'], 'Did you mean `groups`?'],
    [['groups', 'lst'], 'Did you mean `list`?'],
    [['emulator', 'clock', 'advnce'], 'Did you mean `advance`?'],
    [['me', '--jsn'], 'Did you mean `--json`?'],
    [['me', 'too', 'many'], 'too many arguments: "too"'],
    [['me', '--output', 'xml'], 'must be one of table, json, ndjson, csv'],
    [['me', '--limit', '0'], 'must be a whole number, 1 or more'],
    [['me', '--timeout', 'long'], 'must be a duration'],
    [['me', '--limit'], '--limit <n> needs a value'],
    [['me', '--api-key', 'inpk_test_x'], "an API key can't be passed on the command line"],
    [['me', '--api-key=secret'], 'Set INPK_API_KEY, or use --api-key-file PATH or `inpk login`.'],
    [['webhooks', 'listen', '--port-', '1'], 'Did you mean'],
    [['me', '--timeout', '0'], 'must be longer than 0'],
    [['me', '--timeout', '0ms'], 'must be longer than 0'],
    [['me', '--jq', '.['], '--jq'],
  ])('%j ends with 2 and says what is nearest', async (argv, message) => {
    const { code, stdout, stderr } = await runInpk(argv, {
      transport: async () => ({
        status: 200,
        headers: {},
        body: Buffer.from('{"key":{},"org_id":1,"rate_limits":{}}'),
      }),
    })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })

  it('global options may stand before the command', async () => {
    const { stdout } = await runInpk(['--output', 'json', 'help', 'exit-codes'])
    expect(JSON.parse(stdout)[3]).toMatchObject({ code: 3, name: 'unauthenticated' })
  })
})

describe('help', () => {
  it.each(['options', 'exit-codes', 'environment', 'output', 'mapping', 'facts', 'assumptions'])(
    '%s is a topic, also as JSON',
    async (topic) => {
      const { code, stdout } = await runInpk(['help', topic])
      expect(code).toBe(0)
      expect(stdout.length).toBeGreaterThan(200)
      expect(JSON.parse((await runInpk(['help', topic, '--json'])).stdout)).toBeTruthy()
    },
  )

  it('facts shows a file that is one', async () => {
    const { example } = JSON.parse((await runInpk(['help', 'facts', '--json'])).stdout) as { example: string[] }
    expect(Object.keys(parseFacts(Buffer.from(example.join('\n')), 'inpk.facts.yaml'))).toHaveLength(2)
  })

  it('on a command is its --help', async () => {
    const { stdout } = await runInpk(['help', 'groups', 'create'])
    expect(stdout).toBe((await runInpk(['groups', 'create', '--help'])).stdout)
  })

  it('on nothing known suggests the nearest', async () => {
    const { code, stderr } = await runInpk(['help', 'exitcodes'])
    expect(code).toBe(2)
    expect(stderr).toContain('`exit-codes`')
  })
})

describe('commands', () => {
  it('--json is the whole tree with options and examples, and no option takes a key', async () => {
    const { stdout } = await runInpk(['commands', '--json'])
    const { commands } = JSON.parse(stdout) as { commands: { name: string; options: { flags: string }[] }[] }
    expect(commands.map(({ name }) => name)).toEqual(PATHS.map(([path]) => path.join(' ')))
    const flags = commands.flatMap(({ options }) => options.map((option) => option.flags))
    expect(flags.filter((each) => /--api-key\b(?!-)/.test(each))).toEqual([])
  })
})

describe('--version', () => {
  it('prints the version alone', async () => {
    expect((await runInpk(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

it('help assumptions cuts no id at 40 columns', async () => {
  const { stdout } = await runInpk(['help', 'assumptions'], { columns: 40, isTerminal: true })
  expect(stdout).toContain('survey_series[].surveys[].questions[].question_text')
  expect(stdout).not.toContain('…')
})

it('help assumptions is read by operation: every id is there, and no line is wider than the terminal', async () => {
  const { stdout } = await runInpk(['help', 'assumptions'], { columns: 80, isTerminal: true, env: { NO_COLOR: '1' } })
  const lines = stdout.trimEnd().split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const titles = lines.filter((line) => /^\w+$/.test(line))
  expect(titles).toEqual(expect.arrayContaining(['listSources', 'pushContent', 'Errors', 'Behaviour']))
  expect(titles.indexOf('mcp')).toBeLessThan(titles.indexOf('Behaviour'))
  const text = stdout.replace(/\s+/g, ' ')
  const missing = listAssumptions().filter(({ id }) => {
    const [, slot, member] = /^((?:query|body|result):\w+)[.]?(.*)$/.exec(id) ?? []
    return slot === undefined || member === '' ? !text.includes(id) : !text.includes(slot) || !text.includes(member!)
  })
  expect(missing.map(({ id }) => id)).toEqual([])
})

it('help options says the default of every option that takes a value and has one, as the code has it', async () => {
  const text = (await runInpk(['help', 'options'])).stdout.replace(/\s+/g, ' ')
  expect(text).toContain(`(default: ${DEFAULT_TIMEOUT_MS / 1_000}s)`)
  expect(text).toContain(`(default: ${DEFAULT_RETRIES})`)
  expect(text).toContain(`(default: ${DEFAULT_BASE_URL})`)
  const without = Object.values<OptionSpec>(GLOBAL_OPTIONS).filter(
    ({ read, purpose }) => read && !purpose.includes('default: '),
  )
  expect(without.map(({ flags }) => flags.replace(/ .*/, ''))).toEqual(['--jq', '--api-key-file', '--record'])
})
