import { sideOfWord } from '../../../contract/sides.js'
import { isExpanded } from './keyed-lists.js'
import type { Leaf, Pair } from './match.js'

/** A list of values that are distinguished by a word beside them, or of figures beside such a word, may hold any member. */
export function isOpenTable({ shape }: Pick<Leaf, 'shape'>): boolean {
  if (shape.kind !== 'list' || shape.entry.kind !== 'object') return false
  const members = Object.values(shape.entry.members)
  const isWord = ({ shape: each }: (typeof members)[number]) => each.kind === 'scalar' && each.types.includes('string')
  const isFigure = ({ shape: each }: (typeof members)[number]) =>
    each.kind === 'scalar' && each.types.every((type) => type === 'integer' || type === 'number')
  const words = members.filter(isWord)
  const isOfFigures =
    words.length === 1 && members.length > 1 && members.every((each) => isWord(each) || isFigure(each))
  return isOfFigures || (members.length === 2 && words.length > 0)
}

/**
 * Whether a list has members of ours in its entries by a word of which no description says all: it may have others another time. Sides
 * of a sentiment make a whole, so that there are no others.
 */
export function isOpenByWord(leaf: Leaf, pairs: readonly Pick<Pair, 'theirs'>[]): boolean {
  if (leaf.shape.kind !== 'list' || leaf.shape.entry.kind !== 'object' || !isExpanded(leaf, { pairs })) return false
  const { members } = leaf.shape.entry
  const start = `${leaf.path.join('.')}[`
  const keys = pairs.flatMap(({ theirs }) => {
    const path = theirs.path.join('.')
    const [, key, word] = path.startsWith(start) ? (/^([^=]+)=~?([^\]]+)\]/.exec(path.slice(start.length)) ?? []) : []
    return key === undefined || sideOfWord(word) ? [] : key
  })
  return keys.some((key) => {
    const shape = members[key]?.shape
    return shape?.kind !== 'scalar' || shape.words === undefined
  })
}
