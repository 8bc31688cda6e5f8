import { padNarrow, wrapNarrow } from '../terminal/ascii-width.js'
import type { Command } from './command.js'
import { isBranch, type Tree } from './command-tree.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import type { Located } from './locate.js'
import type { OptionSpec, OptionTable } from './options.js'

type Pair = readonly [left: string, right: string]

/** The help of a command, a branch or the whole program. */
export async function helpFor({ node, path, tree }: Located, width: number): Promise<string[]> {
  if (!node) return rootHelp(tree, width)
  if (isBranch(node)) return branchHelp(path, node.purpose, node.commands, width)
  const { COMMAND } = await node.load()
  return commandHelp(path, node.purpose, COMMAND, tree, width)
}

/** One line of purpose, examples first, then usage, arguments and options (cli.md section 1). */
function commandHelp(path: readonly string[], purpose: string, command: Command, tree: Tree, width: number): string[] {
  const name = ['inpk', ...path].join(' ')
  const words = (command.arguments ?? []).map(({ name: word, required, variadic }) => {
    const shown = variadic ? `${word}…` : word
    return required ? `<${shown}>` : `[${shown}]`
  })
  const own = optionPairs(command.options)
  return [
    `${purpose}.`,
    ...section(
      'Examples',
      command.examples.flatMap(([line, what]) => [...(what ? [`  # ${what}`] : []), `  ${exampleLine(line, tree)}`]),
    ),
    ...section('Usage', [`  ${[name, ...words, '[options]'].join(' ')}`]),
    ...section(
      'Arguments',
      pairLines(
        (command.arguments ?? []).map((each) => [each.name, each.purpose] as const),
        width,
      ),
    ),
    ...section('Options', pairLines(own, width)),
    ...section('Options of every command', pairLines(optionPairs(GLOBAL_OPTIONS), width)),
  ]
}

/** An example as one types it: those that begin with a command of ours begin with `inpk`. */
export function exampleLine(line: string, tree: Tree): string {
  return Object.hasOwn(tree, line.split(' ', 1)[0]!) ? `inpk ${line}` : line
}

function branchHelp(path: readonly string[], purpose: string, commands: Tree, width: number): string[] {
  const name = ['inpk', ...path].join(' ')
  return [
    `${purpose}.`,
    ...section('Usage', [`  ${name} <command> [options]`]),
    ...section('Commands', pairLines(purposes(commands), width)),
    '',
    `\`${name} <command> --help\` shows examples and options.`,
  ]
}

/** The help of the whole program, in lines of at most `width` columns where words allow. */
export function rootHelp(tree: Tree, width: number): string[] {
  return [
    'Command line and offline emulator of the feedback ingestion and analysis service.',
    ...section('Start here', [
      '  inpk demo                         the whole tour, with no key and no network',
      '  inpk push reviews.csv --source 12',
    ]),
    ...section('Usage', ['  inpk <command> [options]']),
    ...section('Commands', pairLines(purposes(tree), width)),
    ...section('Options of every command', pairLines(optionPairs(GLOBAL_OPTIONS), width)),
    '',
    '`inpk <command> --help` shows examples and options; `inpk help exit-codes`, `environment`, `output`, `mapping`, `caps`, `assumptions` are topics.',
  ]
}

function purposes(tree: Tree): Pair[] {
  return Object.entries(tree).map(([name, { purpose }]) => [name, purpose])
}

function optionPairs(options: OptionTable): Pair[] {
  const shown = Object.values<OptionSpec>(options).filter(({ hidden }) => !hidden)
  return shown.map(({ flags, purpose, choices, required }) => {
    const [, what = purpose, aside] = /^(.*) \(([^()]*)\)$/.exec(purpose) ?? []
    const extra = [choices && shownChoices(choices), aside, required && 'required'].filter(Boolean)
    const indent = flags.startsWith('--') ? `    ${flags}` : flags
    return [indent, extra.length > 0 ? `${what} (${extra.join('; ')})` : what]
  })
}

const CHOICES_SHOWN = 12

function shownChoices(choices: readonly string[]): string {
  return choices.length > CHOICES_SHOWN ? `${choices.slice(0, 3).join(', ')}, …` : choices.join(', ')
}

function pairLines(pairs: readonly Pair[], width: number): string[] {
  const left = Math.min(Math.max(0, ...pairs.map(([name]) => name.length)), 34)
  return pairs.flatMap(([name, text]) => {
    const [first = '', ...more] = wrapNarrow(text, Math.max(20, width - left - 4))
    const head = `  ${padNarrow(name, left)}  ${first}`.trimEnd()
    return [head, ...more.map((line) => ' '.repeat(left + 4) + line)]
  })
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines]
}
