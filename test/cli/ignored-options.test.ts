import { describe, expect, it } from 'vitest'
import type { Command } from '../../src/cli/command.js'
import type { Leaf, Tree } from '../../src/cli/command-tree.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { TREE } from '../../src/commands/tree.js'
import { inSoak } from '../skip.js'
import { wordsOf } from '../transcripts/row.js'
import { commandNames, lineFor } from './every-command.js'
import { fingerprint } from './fingerprint.js'
import { flagOf, LINES, typed, UNSEEN } from './option-samples.js'

/** They ask for a process, a stream or a terminal of their own, and have tests of their own. */
const APART = /^(demo|mcp serve|emulator (stop|wait)|webhooks listen|record)$/
/** Where what was ignored was found. */
const QUICK = /^(sources show|analysis wait|emulator (orgs list|assumptions|start))$/
const COMMANDS = commandNames().filter((name) => !APART.test(name) && (process.env.INPK_SOAK || QUICK.test(name)))

async function optionsOf(name: string): Promise<OptionSpec[]> {
  let tree: Tree[string] = { purpose: '', commands: TREE }
  for (const word of name.split(' ')) tree = (tree as { commands: Tree }).commands[word]!
  const command: Command = (await (tree as Leaf).load()).COMMAND
  return Object.values(command.options).filter(({ hidden }) => !hidden)
}

/** A command line with options: those of `emulator exec` stand before the command it runs. */
function lineWith(name: string, flag: string, added: readonly string[]): string[] {
  const own = LINES[`${name} ${flag}`] ?? LINES[name]
  const words = own === undefined ? lineFor(name) : wordsOf(own)
  const end = words.includes('--') ? words.indexOf('--') : words.length
  return [...words.slice(0, end), ...added, ...words.slice(end)]
}

describe('no option is ever ignored: it changes what can be seen of a command, or is refused', () => {
  it.each(COMMANDS)(
    '%s',
    async (name) => {
      const plain = new Map<string, string>()
      for (const spec of await optionsOf(name)) {
        const flag = flagOf(spec)
        if (UNSEEN[`${name} ${flag}`] !== undefined) continue
        const line = lineWith(name, flag, [])
        const key = line.join(' ')
        plain.set(key, plain.get(key) ?? (await fingerprint(name, line)))
        const seen = await fingerprint(name, lineWith(name, flag, typed(name, spec)))
        expect(seen === plain.get(key) ? `${name} ignores ${flag}` : '').toBe('')
      }
    },
    120_000,
  )
})

describe('no option makes another one ignored', inSoak, () => {
  const PAIRED = COMMANDS.filter((name) =>
    /^(push|upload|invites send|feedback|webhooks|api|emulator (start|diff|outbox|logs))/.test(name),
  )
  it.each(PAIRED)(
    '%s',
    async (name) => {
      const specs = (await optionsOf(name)).filter((spec) => !UNSEEN[`${name} ${flagOf(spec)}`])
      const alone = new Map<OptionSpec, string>()
      for (const spec of specs) alone.set(spec, await fingerprint(name, lineWith(name, '', typed(name, spec))))
      const ignored: string[] = []
      for (const [at, one] of specs.entries()) {
        for (const other of specs.slice(at + 1)) {
          const words = [...typed(name, one), ...typed(name, other)]
          const both = await fingerprint(name, lineWith(name, '', words))
          if (!failed(both) && both === alone.get(one)) ignored.push(`${flagOf(one)} makes ${flagOf(other)} ignored`)
          if (!failed(both) && both === alone.get(other)) ignored.push(`${flagOf(other)} makes ${flagOf(one)} ignored`)
        }
      }
      expect(ignored).toEqual([])
    },
    300_000,
  )
})

/** What fails for one of two options says nothing of the other; a start that gets to the emulator's door has not failed. */
function failed(print: string): boolean {
  const { ran, seen } = JSON.parse(print)
  return ran.code !== 0 && !seen.some((each: unknown) => typeof each === 'object' && !Array.isArray(each))
}

it.each([
  ['me --json --output csv', "--json and --output csv can't be used together"],
  ['push reviews.csv --source 1 --check --wait', "--check and --wait can't be used together"],
  ['push reviews.csv --source 1 --dry-run --wait', "--dry-run and --wait can't be used together"],
  ['push --watch in --source 1 --dry-run', "--dry-run and --watch can't be used together"],
  ['push reviews.csv --source 1 --restart --assume-lost', "--restart and --assume-lost can't be used together"],
  ['push reviews.csv --source 1 --within 5s', '--within needs --wait'],
  ['push reviews.csv --source 1 --sheet 2', '--sheet only applies to workbooks, not to csv'],
  ['push items.json --source 1 --delimiter ;', '--delimiter only applies to CSV and TSV, not to json'],
  ['upload answers.csv --source 1 --within 5s', '--within needs --wait'],
  ['invites send 1 recipients.csv --dry-run --wait', "--dry-run and --wait can't be used together"],
  ['feedback erase --customer-id c1 --yes --confirm Other', '--confirm "Other" does not match'],
  ['feedback export --format ndjson --raw', '--raw only applies to csv and xlsx'],
  ['emulator start --ephemeral --data here', "--ephemeral and --data can't be used together"],
  ['analysis show 1 --group Nobody', 'no group named "Nobody"'],
])('`inpk %s` is refused: %s', async (line, message) => {
  const { ran } = JSON.parse(await fingerprint('push', wordsOf(line)))
  expect(ran.stderr).toContain(message)
  expect([2, 5]).toContain(ran.code)
})
