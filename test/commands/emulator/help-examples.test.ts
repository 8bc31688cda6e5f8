import { expect, test } from 'vitest'
import { isBranch, type Leaf, type Tree } from '../../../src/cli/command-tree.js'
import { TREE } from '../../../src/commands/tree.js'
import { wordsOf } from '../../transcripts/row.js'
import { openBench } from '../with-emulator.js'

/** Commands that need no running organisation, start something or go on until they are stopped. */
const APART = /^emulator (start|exec|stop|wait|env|open|logs|status)$/

function leavesOf(tree: Tree, path: readonly string[]): [string, Leaf][] {
  return Object.entries(tree).flatMap(([name, node]): [string, Leaf][] =>
    isBranch(node) ? leavesOf(node.commands, [...path, name]) : [[[...path, name].join(' '), node]],
  )
}

const { emulator } = TREE
const LEAVES = isBranch(emulator!)
  ? leavesOf(emulator.commands, ['emulator']).filter(([name]) => !APART.test(name))
  : []

test.each(LEAVES)('no example in the help of `%s` is refused for what it says (newcomer 1b-1)', async (_, leaf) => {
  const bench = await openBench()
  const { COMMAND } = await leaf.load()
  for (const [line] of COMMAND.examples) {
    if (/--follow|[|>]/.test(line)) continue
    const { stderr } = await bench.run([...wordsOf(line), '--json'])
    // That the example's files and records are not there is no fault of the example.
    expect(stderr, line).not.toMatch(/reserved|unknown (option|command|event)/)
  }
})
