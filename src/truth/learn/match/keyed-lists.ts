import type { ScalarShape, Shape } from '../evidence/shape.js'
import { namesOf, plainName, valuesLike } from './lexicon.js'
import type { Leaf, Matching, Pair } from './match.js'
import { wordsOf } from './words.js'

/** A list whose entries are told apart by a word (`[{label: "positive", count: 3}]`), as the members an object would have. */
export function expandKeyedList(leaf: Leaf): Leaf[] {
  if (leaf.shape.kind !== 'list' || leaf.shape.entry.kind !== 'object') return [leaf]
  const { members } = leaf.shape.entry
  const key = Object.entries(members).find(([, { shape }]) => isKey(shape))
  if (!key) return [leaf]
  const [name, { shape }] = key
  const words = wordsOf(shape as ScalarShape)
  const step = leaf.path.at(-1)!
  const inner = words.flatMap((word) =>
    Object.entries(members)
      .filter(([other]) => other !== name)
      .map(
        ([other, member]): Leaf => ({
          path: [...leaf.path.slice(0, -1), `${step}[${name}=${word}]`, other],
          ...member,
        }),
      ),
  )
  return [leaf, ...inner]
}

/** Whether a list has members of ours in its entries by a word: it says nothing else as a whole. */
export function isExpanded({ path }: Leaf, { pairs }: { pairs: readonly Pick<Pair, 'theirs'>[] }): boolean {
  const start = `${path.join('.')}[`
  return pairs.some(({ theirs }) => theirs.path.join('.').startsWith(start))
}

/** Whether a leaf is a member of the entries of a list that is one of ours as a whole. */
export function isInsideList({ path }: Leaf, { pairs }: Matching): boolean {
  return pairs.some(({ theirs }) => path.join('.').startsWith(`${theirs.path.join('.')}[`))
}

/** A word of which each says another side of one thing: positive, neutral and negative; or what happened to mails. */
function isKey(shape: Shape): boolean {
  if (shape.kind !== 'scalar') return false
  const words = wordsOf(shape).map(plainName)
  const isSide = ['positive', 'negative'].every((word) => words.some((each) => each.startsWith(word.slice(0, 3))))
  const isOfMails = ['sent', 'delivered'].some((kind) =>
    words.some((each) => [...namesOf(kind), ...valuesLike(kind)].includes(each)),
  )
  return isSide || (isOfMails && words.length > 1 && words.every((each) => COUNTED.includes(each)))
}

/** What mails are counted by. */
const COUNTED = ['total', 'sent', 'delivered', 'bounced', 'complained', 'queued', 'skipped', 'accepted'].flatMap(
  (each) => [each, ...namesOf(each), ...valuesLike(each)],
)
