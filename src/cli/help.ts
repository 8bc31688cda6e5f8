import { padNarrow, wrapNarrow } from '../terminal/ascii-width.js'
import type { Command } from './command.js'
import { isBranch, type Tree } from './command-tree.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import type { Located } from './locate.js'
import type { OptionSpec } from './options.js'
import { OVERVIEW } from './overview.js'

type Pair = readonly [left: string, right: string]

/** The help of a command, a branch or the whole program. */
export async function helpFor({ node, path, tree }: Located, width: number): Promise<string[]> {
  if (!node) return rootHelp(width)
  if (isBranch(node)) return branchHelp(path, node.purpose, node.commands, width)
  const { COMMAND } = await node.load()
  return commandHelp(path, node.purpose, COMMAND, tree, width)
}

/** The summary, examples, usage, arguments, and the command's own options (cli.md section 1). */
function commandHelp(path: readonly string[], summary: string, command: Command, tree: Tree, width: number): string[] {
  const name = ['inpk', ...path].join(' ')
  const words = (command.arguments ?? []).map(({ name: word, required, variadic }) => {
    const shown = variadic ? `${word}…` : word
    return required ? `<${shown}>` : `[${shown}]`
  })
  const argumentPairs = (command.arguments ?? []).map((each): Pair => [each.name, each.purpose])
  return [
    ...wrapNarrow(summary, width),
    ...section(
      'Examples',
      command.examples.flatMap(([line, what]) => [
        ...(what ? wrapNarrow(`# ${what}`, width - 4).map((text, at) => (at === 0 ? `  ${text}` : `  # ${text}`)) : []),
        ...continuedLines(exampleLine(line, tree), width - 2).map((text) => `  ${text}`),
      ]),
    ),
    ...section('Usage', [`  ${[name, ...words, '[options]'].join(' ')}`]),
    ...section('Arguments', pairLines(argumentPairs, width)),
    ...optionSections(command, width),
    '',
    ...wrapNarrow(OTHER_OPTIONS, width),
  ]
}

const OTHER_OPTIONS = '`inpk help options` lists the options that every command takes.'

/** The command's own options, in its groups; all groups are aligned as one. */
function optionSections({ options, groups = {} }: Command, width: number): string[] {
  const grouped = new Set(Object.values(groups).flat())
  const ungrouped = Object.keys(options).filter((name) => !grouped.has(name))
  const sections = Object.entries({ ...groups, [grouped.size > 0 ? 'Other options' : 'Options']: ungrouped })
  const pairsOf = (names: readonly string[]) => optionPairs(names.map((name) => options[name]!))
  const left = leftWidth(optionPairs(Object.values(options)))
  return sections.flatMap(([title, names]) => section(title, pairLines(pairsOf(names), width, left)))
}

/** The options that every command takes, for the topic `options`. */
export function commonOptionLines(width: number): string[] {
  const builtIn: Pair[] = [
    ['-h, --help', 'show the help of a command'],
    ['-V, --version', 'show the version'],
  ]
  return pairLines([...optionPairs(Object.values(GLOBAL_OPTIONS)), ...builtIn], width)
}

/** An example as typed: one that starts with a command of inpk starts with `inpk`. */
export function exampleLine(line: string, tree: Tree): string {
  return Object.hasOwn(tree, line.split(' ', 1)[0]!) ? `inpk ${line}` : line
}

/** A command in lines of at most `width` columns, each but the last ended by a backslash, so that it can be pasted; quotes stay whole. */
export function continuedLines(line: string, width: number): string[] {
  // An option stays with its value.
  const words = line.match(/(?:(?:-\S+|>) (?=[^-]))?(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 3 <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : `  ${word}`)
  }
  return line.length <= width ? [line] : lines.map((text, at) => (at < lines.length - 1 ? `${text} \\` : text))
}

function branchHelp(path: readonly string[], summary: string, commands: Tree, width: number): string[] {
  const name = ['inpk', ...path].join(' ')
  return [
    ...wrapNarrow(summary, width),
    ...section('Usage', [`  ${name} <command> [options]`]),
    ...section(
      'Commands',
      pairLines(
        Object.entries(commands).map(([verb, { purpose }]) => [verb, purpose]),
        width,
      ),
    ),
    '',
    ...wrapNarrow(`\`${name} <command> --help\` shows examples and options.`, width),
  ]
}

/** The help of the whole program: 24 lines on a terminal of 80 columns; on a narrow one each title has a line of its own. */
export function rootHelp(width: number): string[] {
  const title = Math.max(...OVERVIEW.map(([name]) => name.length)) + 2
  const groups = OVERVIEW.map(
    ([name, lines]) => [name, lines.map(([commands, summary]): Pair => [commands.join(', '), summary])] as const,
  )
  const names = leftWidth(groups.flatMap(([, pairs]) => pairs))
  const narrow = width - title - names - 2 < READABLE
  return [
    ...wrapNarrow('Push customer feedback to the service, and run an emulator of it locally.', width),
    ...wrapNarrow('Usage: inpk <command> [options], or inpk help <command or topic>', width),
    '',
    ...groups.flatMap(([name, pairs]) =>
      narrow
        ? [name, ...pairLines(pairs, width)]
        : pairs.flatMap(([commands, summary], index) => {
            const head = `${padNarrow(index === 0 ? name : '', title)}${padNarrow(commands, names)}  `
            return beside(head, summary, width)
          }),
    ),
    '',
    ...wrapNarrow('Topics: options exit-codes environment output mapping caps languages facts assumptions', width),
  ]
}

function optionPairs(options: readonly OptionSpec[]): Pair[] {
  const shown = options.filter(({ hidden }) => !hidden)
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

const leftWidth = (pairs: readonly Pair[]) => Math.min(Math.max(0, ...pairs.map(([name]) => name.length)), 34)

function pairLines(pairs: readonly Pair[], width: number, left = leftWidth(pairs)): string[] {
  return pairs.flatMap(([name, text]) => {
    return beside(`  ${padNarrow(name, left)}  `, text, width)
  })
}

const READABLE = 20
const INDENT = 6

/** A text in a column of its own behind its head; below the head on a terminal too narrow for that. */
function beside(head: string, text: string, width: number): string[] {
  if (width - head.length < READABLE) {
    const below = text === '' ? [] : wrapNarrow(text, Math.max(READABLE, width) - INDENT)
    return [
      ...wrapNarrow(head.trim(), width - 2).map((line) => `  ${line}`),
      ...below.map((line) => ' '.repeat(INDENT) + line),
    ]
  }
  const [first = '', ...more] = wrapNarrow(text, width - head.length)
  return [(head + first).trimEnd(), ...more.map((line) => ' '.repeat(head.length) + line)]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines]
}
