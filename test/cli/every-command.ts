import { TREE } from '../../src/cli/tree.js'
import { isBranch, type Tree } from '../../src/cli/tree-types.js'

/** Commands that go on until they are told to stop, or that start processes: they have tests of their own. */
const APART = /^(demo|emulator (start|exec|stop|wait)|webhooks listen)$/

/** What a command line needs beside what its table of arguments says. */
const WORDS: Record<string, string[]> = {
  api: ['GET', 'me'],
  completion: ['bash'],
  'sources create': ['Tickets', '--group', 'Support', '--question', 'TEXT: Why?'],
  'feedback erase': ['--external-id', 'e1', '--yes'],
  'feedback export': ['--source', '1'],
  'emulator orgs update': ['1', '--name', 'Acme'],
  'emulator keys create': ['Label'],
  'emulator keys update': ['EMUabcdefg', '--label', 'Label'],
  'emulator members create': ['Ada', 'ada@example.com'],
  'emulator subscriptions create': ['https://example.com/hook'],
  'emulator subscriptions update': ['1', '--event', 'content.pushed'],
  'emulator faults add': ['getMe', 'status', '--status', '500'],
  'emulator tracking set': ['1', 'weekly'],
  'emulator clock set': ['2030-01-01T00:00:00Z'],
  'emulator clock advance': ['6m'],
  'tasks wait': ['task_1', '--within', '1s'],
  'analysis wait': ['1', '--within', '1s'],
}

/** A command line for every command there is, the new ones too. */
export async function everyCommand(tree: Tree = TREE, path: readonly string[] = []): Promise<string[][]> {
  const found: string[][] = []
  for (const [name, node] of Object.entries(tree)) {
    const words = [...path, name]
    if (isBranch(node)) found.push(...(await everyCommand(node.commands, words)))
    else if (!APART.test(words.join(' '))) found.push(await lineOf(words, node))
  }
  return found
}

async function lineOf(path: string[], node: Exclude<Tree[string], { commands: Tree }>): Promise<string[]> {
  const known = WORDS[path.join(' ')]
  if (known) return [...path, ...known]
  const { COMMAND } = await node.load()
  const places = (COMMAND.arguments ?? []).filter(({ required }) => required)
  const options = Object.values(COMMAND.options).filter(({ required }) => required)
  return [
    ...path,
    ...places.map(({ choices }) => choices?.[0] ?? '1'),
    ...options.flatMap(({ flags, choices }) => [/--[\w-]+/.exec(flags)![0], choices?.[0] ?? '1']),
  ]
}
