import { wrongUsage } from './failure.js'
import type { Located } from './locate.js'
import { didYouMean } from './nearest.js'
import { TREE } from './tree.js'
import { isBranch, type Leaf } from './tree-types.js'

/** The command that was named; undefined where the words end at a branch, whose help is meant. Refuses an unknown word, with the nearest one. */
export function requireExistingCommand({ node, path, rest }: Located): Leaf | undefined {
  if (node && !isBranch(node)) return node
  const unknown = rest.find((word) => !word.startsWith('-'))
  if (unknown === undefined) return undefined
  const names = Object.keys(node ? node.commands : TREE)
  const parent = ['inpk', ...path].join(' ')
  throw wrongUsage(
    path.length === 0 ? `unknown command ${unknown}` : `${parent} has no command ${unknown}`,
    [didYouMean(unknown, names), `See \`${parent} --help\`.`].filter(Boolean).join(' '),
  )
}
