import { settled } from './eliminate.js'
import { plainName } from './lexicon.js'
import type { Leaf, Matching } from './match.js'

/** What lists of all that matched are called. */
const OF_MATCHES =
  /^((match(ed|ing)?|hit)_)?(items?|feedback|responses?|records?|entries|match|hit)_ids?$|^(match(ed|ing)|hit)_(items|feedback|responses|records|entries|ids)$|^(matches|hits)$/
/** Some of them. */
const OF_SOME = /\b(newest|latest|recent|first|last|top|examples?|samples?|some|up to|at most)\b/i

/** Whether a number of ours is as many as a list of theirs has: the matches of a monitor, each by its identifier. */
export function isListedCount({ path }: Leaf, { shape }: Leaf): boolean {
  return path.at(-1) === 'match_count' && shape.kind === 'list'
}

/** The matching with a list of all that a monitor matched as their number, where no number is left that could be it. */
export function withListedCounts(matching: Matching): Matching {
  const open = [...matching.missing, ...matching.unclear.map(({ ours }) => ours)]
  const count = open.find(({ path }) => path.at(-1) === 'match_count')
  const [list, another] = matching.left.filter(isOfAll)
  if (!count || !list || another || matching.left.some(isNumber)) return matching
  return settled(matching, [{ ours: count, theirs: list, score: 0.8, by: 'name' }])
}

function isOfAll({ path, shape, about = '' }: Leaf): boolean {
  if (shape.kind !== 'list' || shape.limits?.maxItems !== undefined || OF_SOME.test(about)) return false
  const { entry } = shape
  const areIds = entry.kind === 'scalar' && !entry.seen.some((each) => /\s/.test(String(each)))
  return areIds && OF_MATCHES.test(plainName(path.at(-1)!))
}

const isNumber = ({ shape }: Leaf) =>
  shape.kind === 'scalar' && shape.types.some((type) => type === 'integer' || type === 'number')
