import { expect, test } from 'vitest'
import { isBranch } from '../../src/cli/command-tree.js'
import { locateCommand } from '../../src/cli/locate.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { TREE } from '../../src/commands/tree.js'
import { scratchFolder } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'
import { commandNames } from './every-command.js'
import { flagOf } from './option-samples.js'

const NONSENSE = '§ nonsense'

/** Whose arguments may be any text, or that run what they are given. A title needs fields first. */
const TAKE_ANY = /^(groups create|examples|sources create|emulator (orgs create|keys create|monitors create|exec))$/

/** Options without which a command has nothing to do. */
const MORE: Record<string, string[]> = {
  push: ['--source', '1'],
  'webhooks replay': ['--to', 'http://127.0.0.1:9'],
  'emulator orgs update': ['--name', 'x'],
  'emulator keys update': ['--label', 'x'],
  'emulator subscriptions update': ['--url', 'https://example.com/hook'],
  'emulator monitors update': ['--threshold', '2'],
}

/** The words of a line for a command, with nonsense as each of its arguments; undefined if it takes none. */
async function nonsenseLine(name: string): Promise<string[] | undefined> {
  const { node } = locateCommand(TREE, name.split(' '))
  if (!node || isBranch(node)) throw new Error(`no command ${name}`)
  const { COMMAND } = await node.load()
  const wanted = COMMAND.arguments?.map(() => NONSENSE) ?? []
  const required = Object.values<OptionSpec>(COMMAND.options).filter(({ required }) => required)
  return wanted.length === 0
    ? undefined
    : [...name.split(' '), ...wanted, ...(MORE[name] ?? []), ...required.flatMap((spec) => [flagOf(spec), '1'])]
}

test('an argument that means nothing is refused, and named as it was typed, by every command', async () => {
  const bench = await openBench()
  const lines = (
    await Promise.all(commandNames().map(async (name) => [name, await nonsenseLine(name)] as const))
  ).filter(([name, line]) => line && !TAKE_ANY.test(name))
  const bad: string[] = []
  for (const [name, line] of lines) {
    const cwd = scratchFolder()
    const { code, stderr } = await bench.run(line!, { cwd, env: { INPK_CONFIG_DIR: cwd } })
    if (code === 0 || !stderr.includes('nonsense')) bad.push(`${name}: ${code} ${stderr}`)
  }
  expect(lines.length).toBeGreaterThan(40)
  expect(bad).toEqual([])
})
