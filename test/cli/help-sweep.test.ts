import { expect, test } from 'vitest'
import { isBranch, type Leaf, type Tree } from '../../src/cli/command-tree.js'
import { asksForHelp, locateCommand } from '../../src/cli/locate.js'
import { parseCommandLine } from '../../src/cli/parse.js'
import { TREE } from '../../src/commands/tree.js'

function leavesOf(tree: Tree, path: readonly string[] = []): [string, Leaf][] {
  return Object.entries(tree).flatMap(([name, node]): [string, Leaf][] =>
    isBranch(node) ? leavesOf(node.commands, [...path, name]) : [[[...path, name].join(' '), node]],
  )
}

/** Words of a shell line, as far as the examples need: quotes, and an end at a pipe or redirection. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!)
  const end = words.findIndex((word) => /^([|>]{1,2}|&&|2>)$/.test(word))
  return end === -1 ? words : words.slice(0, end)
}

const LEAVES = leavesOf(TREE)

test.each(LEAVES)('the examples of `%s` are command lines it understands', async (name, leaf) => {
  const { COMMAND } = await leaf.load()
  const own = COMMAND.examples.map(([line]) => line).filter((line) => line.startsWith(name))
  expect(own.length, 'at least one example is about the command itself').toBeGreaterThan(0)
  for (const line of own) {
    const { path, rest } = locateCommand(TREE, wordsOf(line))
    expect(path.join(' ')).toBe(name)
    if (!asksForHelp(rest)) expect(() => parseCommandLine(path, COMMAND, rest), line).not.toThrow()
  }
})
