import type { Leaf } from './match.js'

/** Whether a number of ours may be how many there are in a list: the matches of a monitor, each by its identifier or whole. */
export function isListedCount({ path }: Leaf, { shape }: Leaf): boolean {
  return path.at(-1) === 'match_count' && shape.kind === 'list'
}
