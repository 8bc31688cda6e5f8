import { type CommandInput, command, type NoOptions } from '../cli/command.js'
import { isBranch, type Leaf, type Tree } from '../cli/command-tree.js'
import type { Factory } from '../cli/factory.js'
import { GLOBAL_OPTIONS } from '../cli/global-options.js'
import { exampleLine } from '../cli/help.js'
import type { OptionSpec, OptionTable } from '../cli/options.js'
import { detailLines } from '../output/details.js'
import { type Result, result } from '../output/outcome.js'

export const COMMAND = command({
  examples: [['commands'], ['commands --json', 'the whole tree, for programs']],
  options: {},
  run: listCommands,
})

interface DescribedCommand {
  name: string
  purpose: string
  arguments: object[]
  options: object[]
  examples: string[]
}

/** Every command with its arguments, options and examples, and the options all of them take. */
async function listCommands(_: CommandInput<NoOptions>, { tree }: Factory): Promise<Result> {
  const commands = await Promise.all(leavesOf(tree, []).map(({ path, leaf }) => describe(path, leaf, tree)))
  const data = { commands, global_options: describeOptions(GLOBAL_OPTIONS) }
  return result(data, (shown, style) =>
    detailLines(
      shown.commands.map(({ name, purpose }) => [name, purpose]),
      style,
    ),
  )
}

function leavesOf(tree: Tree, path: readonly string[]): { path: string[]; leaf: Leaf }[] {
  return Object.entries(tree).flatMap(([name, node]) =>
    isBranch(node) ? leavesOf(node.commands, [...path, name]) : [{ path: [...path, name], leaf: node }],
  )
}

async function describe(path: readonly string[], leaf: Leaf, tree: Tree): Promise<DescribedCommand> {
  const { COMMAND: spec } = await leaf.load()
  return {
    name: path.join(' '),
    purpose: leaf.purpose,
    arguments: (spec.arguments ?? []).map((each) => ({ required: false, variadic: false, ...each })),
    options: describeOptions(spec.options),
    examples: spec.examples.map(([line]) => exampleLine(line, tree)),
  }
}

function describeOptions(options: OptionTable): object[] {
  const shown = Object.values<OptionSpec>(options).filter(({ hidden }) => !hidden)
  return shown.map(({ flags, purpose, choices, required, read }) => ({
    flags,
    purpose,
    takes_value: read !== undefined,
    required: required === true,
    ...(choices ? { choices } : {}),
  }))
}
