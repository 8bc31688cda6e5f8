import { isBranch, type Leaf, type Tree } from '../../src/cli/command-tree.js'
import { TREE } from '../../src/commands/tree.js'
import { wordsOf } from '../transcripts/row.js'
import { ROWS } from '../transcripts/rows.js'

/** Commands that go on until they are told to stop, or that start processes: they have tests of their own. */
const APART = /^(demo|emulator (start|exec|stop|wait)|webhooks listen|record)$/

/** Lines that ask as soon as they run, where the one of the transcript does not. */
const OTHERWISE: Record<string, string> = {
  push: 'push reviews.csv --source 1 --restart',
  api: 'api GET me',
  login: 'login --api-key-file -',
  'analysis wait': 'analysis wait 1 --within 10m',
  'tasks wait': 'tasks wait task_1 --within 10m',
  'emulator import': 'emulator import empty.json',
}

/** Every command of the tree, by its words. */
export function leavesOf(tree: Tree = TREE, path: readonly string[] = []): [name: string, leaf: Leaf][] {
  return Object.entries(tree).flatMap(([word, node]): [string, Leaf][] =>
    isBranch(node) ? leavesOf(node.commands, [...path, word]) : [[[...path, word].join(' '), node]],
  )
}

/** The words of every command of the tree. */
export function commandNames(): string[] {
  return leavesOf().map(([name]) => name)
}

/** A command line for a command: that of its row in test/transcripts/rows, whose files it may speak of (`writeStageFiles`). */
export function lineFor(name: string): string[] {
  return wordsOf(OTHERWISE[name] ?? ROWS[name]?.succeeds ?? name)
}

/** A command line for every command there is, the new ones too. */
export function everyCommand(): string[][] {
  return commandNames()
    .filter((name) => !APART.test(name))
    .map(lineFor)
}
