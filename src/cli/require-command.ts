import { didYouMean } from '../base/nearest.js'
import { wrongUsage } from '../terminal/failure.js'
import { isBranch, type Leaf, type Tree } from './command-tree.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import { asksForHelp, firstWord, type Located } from './locate.js'
import { suggestOption } from './parser-words.js'

const KNOWN = [
  ...['-h', '--help', '-V', '--version'],
  ...Object.values(GLOBAL_OPTIONS).flatMap(({ flags }) => flags.split(/, | /).filter((word) => word.startsWith('-'))),
]

/**
 * The command that was named; undefined if the words end at a branch, whose help is meant. Refuses an unknown word, with the
 * nearest one.
 */
export function requireExistingCommand({ node, path, rest, tree }: Located): Leaf | undefined {
  if (node && !isBranch(node)) return node
  const unknown = firstWord(rest)
  if (unknown === undefined) return node ? undefined : requireNoUnknownOption(rest)
  const names = Object.keys(node ? node.commands : tree)
  const parent = ['inpk', ...path].join(' ')
  const meant = synonymOf(unknown, names) ?? elsewhere(unknown, tree) ?? didYouMean(unknown, names)
  const known = path.length === 0 ? undefined : `Its commands: ${names.join(', ')}.`
  throw wrongUsage(
    path.length === 0 ? `unknown command ${unknown}` : `${parent} has no command ${unknown}`,
    [meant ?? known, `See \`${parent} --help\`.`].filter(Boolean).join(' '),
  )
}

/** What other tools call some of our commands. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  get: ['show'],
  view: ['show'],
  describe: ['show'],
  info: ['show', 'status'],
  ls: ['list'],
  add: ['create'],
  new: ['create'],
  edit: ['update', 'set'],
  rm: ['delete', 'remove', 'revoke', 'clear'],
  remove: ['delete', 'revoke', 'clear'],
  delete: ['remove', 'revoke', 'clear'],
}

function synonymOf(word: string, names: readonly string[]): string | undefined {
  if (!Object.hasOwn(SYNONYMS, word)) return undefined
  const found = SYNONYMS[word]!.find((name) => names.includes(name))
  return found === undefined ? undefined : `Did you mean \`${found}\`?`
}

/** The commands of exactly this name in the whole tree: a noun of the emulator is easily asked for without it. */
function elsewhere(word: string, tree: Tree): string | undefined {
  const found = pathsTo(word, tree).map((path) => `\`${['inpk', ...path].join(' ')}\``)
  return found.length === 0 || found.length > 3 ? undefined : `Did you mean ${found.join(' or ')}?`
}

function pathsTo(word: string, tree: Tree): string[][] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const below = isBranch(node) ? pathsTo(word, node.commands) : []
    return [...(name === word ? [[name]] : []), ...below.map((path) => [name, ...path])]
  })
}

/**
 * Where no command is named, help is meant, but by an option that is not one of those every command has. What follows an option
 * may be its value, which starts with no dash where the option is known.
 */
function requireNoUnknownOption(rest: readonly string[]): undefined {
  if (asksForHelp(rest)) return undefined
  const names = rest.map((word) => word.split('=', 1)[0]!)
  const unknown = names.find((name) => name.length > 1 && name.startsWith('-') && !KNOWN.includes(name))
  if (unknown === undefined || unknown === '--') return undefined
  throw wrongUsage(
    `unknown option ${unknown}`,
    [suggestOption(unknown, { options: {} }, ['help', 'version']), 'See `inpk --help`.'].filter(Boolean).join(' '),
  )
}
