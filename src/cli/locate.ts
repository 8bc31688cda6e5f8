import { type Branch, isBranch, type Leaf, type Tree } from './command-tree.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import type { OptionSpec } from './options.js'

export interface Located {
  /** The words that led there. */
  path: string[]
  /** Absent: the root. */
  node?: Leaf | Branch
  /** What is left of the command line. */
  rest: string[]
  /** Every command there is. */
  tree: Tree
}

const TAKES_VALUE = new Set(
  Object.values<OptionSpec>(GLOBAL_OPTIONS)
    .filter((option) => option.read)
    .flatMap((option) => option.flags.split(/, | /).filter((word) => word.startsWith('-'))),
)

/** Finds the command a command line names; global options may come before and between its words. */
export function locateCommand(tree: Tree, argv: readonly string[]): Located {
  const path: string[] = []
  const skipped: string[] = []
  let node: Leaf | Branch | undefined
  let index = 0
  while (index < argv.length) {
    const word = argv[index]!
    if (word.startsWith('-') && word.length > 1) {
      if (word === '--') break
      const width = TAKES_VALUE.has(word) ? 2 : 1
      skipped.push(...argv.slice(index, index + width))
      index += width
      continue
    }
    const children: Tree = node === undefined ? tree : isBranch(node) ? node.commands : {}
    if (!Object.hasOwn(children, word)) break
    node = children[word]!
    path.push(word)
    index += 1
  }
  return { path, ...(node ? { node } : {}), rest: [...skipped, ...argv.slice(index)], tree }
}

/** The first word of a rest that is neither an option nor the value of a global one. */
export function firstWord(rest: readonly string[]): string | undefined {
  return rest.find((word, index) => !word.startsWith('-') && !TAKES_VALUE.has(rest[index - 1] ?? ''))
}

/** Whether `--help` comes before any `--`. */
export function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--')
  const own = end === -1 ? rest : rest.slice(0, end)
  return own.includes('--help') || own.includes('-h')
}
