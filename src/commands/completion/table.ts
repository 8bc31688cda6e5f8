import type { Command } from '../../cli/command.js'
import { isBranch, type Tree } from '../../cli/command-tree.js'
import { GLOBAL_OPTIONS } from '../../cli/global-options.js'
import type { Named, OptionSpec, OptionTable } from '../../cli/options.js'

export interface CompletionWord {
  word: string
  purpose: string
}

/** What may come where, by the words of the command before it. */
export interface CompletionTable {
  commands: Map<string, CompletionWord[]>
  options: Map<string, CompletionWord[]>
  /** Options that take a value, by path and option; with the words it may be, or none where it is free. */
  values: Map<string, readonly string[]>
  /** Words an argument may be, by path and place from 0. */
  arguments: Map<string, readonly string[]>
  globalOptions: CompletionWord[]
  globalValues: Map<string, readonly string[]>
}

/** Everything completion needs to know of a tree of commands. */
export async function completionTable(tree: Tree): Promise<CompletionTable> {
  const table: CompletionTable = {
    commands: new Map(),
    options: new Map(),
    values: new Map(),
    arguments: new Map(),
    globalOptions: [...optionWords(GLOBAL_OPTIONS), { word: '--help', purpose: 'examples and options' }],
    globalValues: new Map(valuesOf(GLOBAL_OPTIONS)),
  }
  await addTree(table, tree, '')
  addHelp(table, tree, 'help')
  return table
}

async function addTree(table: CompletionTable, tree: Tree, path: string): Promise<void> {
  table.commands.set(
    path,
    Object.entries(tree).map(([word, { purpose }]) => ({ word, purpose })),
  )
  for (const [name, node] of Object.entries(tree)) {
    const inner = path === '' ? name : `${path} ${name}`
    if (isBranch(node)) await addTree(table, node.commands, inner)
    else addCommand(table, inner, (await node.load()).COMMAND)
  }
}

/** `help` takes the words of every command. */
function addHelp(table: CompletionTable, tree: Tree, path: string): void {
  table.commands.set(
    path,
    Object.entries(tree).map(([word, { purpose }]) => ({ word, purpose })),
  )
  for (const [name, node] of Object.entries(tree)) {
    if (isBranch(node)) addHelp(table, node.commands, `${path} ${name}`)
  }
}

/** Commands that print names, a line each; a name is asked for when it is typed. They give up soon: someone waits. */
export const COMMANDS_FOR_NAMES: Readonly<Record<Named, string>> = {
  sources: "sources list --limit 200 --retries 0 --timeout 2s --jq '.[].survey_title'",
  groups: "groups list --limit 200 --retries 0 --timeout 2s --jq '.[].name'",
  profiles: "profiles list --jq '.[].name'",
}

/** The word of a script that stands for names it has to ask for. */
const askedFor = (names: Named): string => `@${names}`

function addCommand(table: CompletionTable, path: string, { options, arguments: places = [] }: Command): void {
  const words = optionWords(options)
  if (words.length > 0) table.options.set(path, words)
  for (const [option, choices] of valuesOf(options)) table.values.set(`${path} ${option}`, choices)
  places.forEach(({ choices, names }, place) => {
    if (choices ?? names) table.arguments.set(`${path} ${place}`, choices ?? [askedFor(names!)])
  })
}

function optionWords(options: OptionTable): CompletionWord[] {
  return Object.values<OptionSpec>(options).flatMap(({ flags, purpose, hidden }) =>
    hidden ? [] : namesOf(flags).map((word) => ({ word, purpose })),
  )
}

function valuesOf(options: OptionTable): [string, readonly string[]][] {
  return Object.values<OptionSpec>(options)
    .filter(({ read }) => read)
    .flatMap(({ flags, names, choices = names ? [askedFor(names)] : [] }) =>
      namesOf(flags).map((name): [string, readonly string[]] => [name, choices]),
    )
}

/** `-o` and `--output` of `-o, --output <format>`. */
function namesOf(flags: string): string[] {
  return flags.split(/[ ,]+/).filter((word) => word.startsWith('-'))
}
