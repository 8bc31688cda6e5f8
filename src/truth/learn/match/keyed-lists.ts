import { OUTCOME_WORDS } from '../../../contract/alike-words.js'
import { SENTIMENTS } from '../../../contract/records.js'
import type { Member, ScalarShape, Shape } from '../evidence/shape.js'
import { namesOf, OTHER_OUTCOMES, plainName, valuesLike } from './lexicon.js'
import type { Leaf, Matching, Pair } from './match.js'
import { wordsOf } from './words.js'

/** A list whose entries are told apart by a word (`[{label: "positive", count: 3}]`), as the members an object would have. */
export function expandKeyedList(leaf: Leaf): Leaf[] {
  if (leaf.shape.kind !== 'list' || leaf.shape.entry.kind !== 'object') return [leaf]
  const { members } = leaf.shape.entry
  const step = leaf.path.at(-1)!
  const known = Object.entries(members).find(([name, { shape }]) => isKey(shape) || isOfPushed(name, members))
  const told = known ? undefined : keyOfTold(step, members)
  const key = known ?? told?.key
  if (!key || Object.entries(members).some(([name, { shape }]) => name !== key[0] && isOwn(name, shape, key[1].shape)))
    return [leaf]
  const [name, { shape }] = key
  const words = told ? told.words.map((word) => `~${word}`) : keyWords(shape as ScalarShape)
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

/**
 * Whether a member makes its entry a record of its own, of which the word says something: `{id: 7, name: "Delivery", sentiment: "negative"}`
 * is a theme. What calls the word once more does not: `{key: "negative", label: "Negative"}`.
 */
function isOwn(name: string, shape: Shape, key: Shape): boolean {
  if (/(^|_)(id|uuid)$/.test(plainName(name))) return true
  if (shape.kind !== 'scalar' || key.kind !== 'scalar') return false
  const words = keyWords(key).map((each) => each.toLowerCase())
  const texts = shape.seen.filter((each): each is string => typeof each === 'string' && /[a-z]/i.test(each))
  return (
    texts.length > 0 && !texts.some((each) => words.some((word) => each.toLowerCase().startsWith(word.slice(0, 3))))
  )
}

/** Whether a list has members of ours in its entries by a word: it says nothing else as a whole. */
export function isExpanded({ path }: Leaf, { pairs }: { pairs: readonly Pick<Pair, 'theirs'>[] }): boolean {
  const start = `${path.join('.')}[`
  return pairs.some(({ theirs }) => theirs.path.join('.').startsWith(start))
}

/**
 * Whether a leaf is a list, or a member of the entries of one, that was found both as a whole and by the words of its entries, and is less
 * surely this one of both: `sentiment: [{label: "positive", count: 3}]` is like a list of monitors, and more like sides of a sentiment.
 */
export function isLessSure(leaf: Leaf, { pairs }: Matching): boolean {
  const text = leaf.path.join('.')
  const sureOf = (isOne: (path: string) => boolean) =>
    Math.max(0, ...pairs.flatMap(({ theirs, score }) => (isOne(theirs.path.join('.')) ? [score] : [])))
  const inside = sureOf((path) => path.startsWith(`${text}[`))
  if (inside > 0) return inside > sureOf((path) => path === text)
  const around = pairs.filter(({ theirs }) => text.startsWith(`${theirs.path.join('.')}[`))
  return around.some(({ theirs, score }) => {
    const start = `${theirs.path.join('.')}[`
    return score >= sureOf((path) => path.startsWith(start))
  })
}

/** Whether a place is in the entry of a list whose word says what becomes of mails, and is none of what we count. */
export function isOfOtherOutcome(path: readonly string[]): boolean {
  const words = path.flatMap((step) => /\[[^=\]]+=([^\]]+)\]$/.exec(step)?.[1] ?? [])
  return words.some((word) => OTHER_OUTCOMES.includes(plainName(word)))
}

/** A word of which each says another side of one thing: positive, neutral and negative; or what happened to mails. */
function isKey(shape: Shape): boolean {
  if (shape.kind !== 'scalar') return false
  const words = keyWords(shape).map(plainName)
  const isSide = ['positive', 'negative'].every((word) => words.some((each) => each.startsWith(word.slice(0, 3))))
  const isOfMails = ['sent', 'delivered'].some((kind) =>
    words.some((each) => [...namesOf(kind), ...valuesLike(kind)].includes(each)),
  )
  return (
    isSide ||
    (isOfMails && words.length > 1 && words.every((each) => COUNTED.includes(each) || OTHER_OUTCOMES.includes(each)))
  )
}

/** Whether a text says what became of pushed items, each with how many: `{status: "inserted", count: 4}`. */
function isOfPushed(name: string, members: Readonly<Record<string, Member>>): boolean {
  const { shape } = members[name]!
  if (shape.kind !== 'scalar' || !shape.types.includes('string')) return false
  const others = Object.entries(members).filter(([other]) => other !== name)
  const areCounts = others.length > 0 && others.every(([other, each]) => isNumber(each) && isFigure(other))
  const words = keyWords(shape).map(plainName)
  const isAnyOf = (kinds: readonly string[]) => words.some((word) => kinds.some((kind) => namesOf(kind).includes(word)))
  const areKnown = words.every((word) => PUSHED.some((kind) => namesOf(kind).includes(word)))
  return areCounts && areKnown && isAnyOf(['inserted']) && isAnyOf(['duplicates', 'rowsRejected'])
}

const PUSHED = ['inserted', 'duplicates', 'rowsRejected', 'rowsAccepted', 'rowsRead', 'total']
const isFigure = (name: string) => ['value', 'number', ...MEASURES].includes(plainName(name))
const isNumber = ({ shape }: Member) =>
  shape.kind === 'scalar' && shape.types.every((type) => ['integer', 'number'].includes(type))

/** The words that entries are told apart by; those of an example are no placeholders where they mean what ours do. */
function keyWords(shape: ScalarShape): readonly string[] {
  const words = wordsOf(shape)
  return words.length > 0 ? words : wordsOf({ ...shape, seen: shape.examples ?? [] })
}

/**
 * The one text in the entries of a list that is called a sentiment, or outcomes, beside nothing but figures, of which nothing says the words: it
 * says which side, or which outcome, an entry is. With the words that it may have.
 */
function keyOfTold(name: string, members: Readonly<Record<string, Member>>) {
  const isOfSides = namesOf('sentiment').includes(plainName(name))
  if (!isOfSides && !OF_OUTCOMES.includes(plainName(name))) return undefined
  const [key, another] = Object.entries(members).filter(([, member]) => !isNumber(member))
  const shape = key?.[1].shape
  if (!key || another || shape?.kind !== 'scalar' || !shape.types.includes('string')) return undefined
  const isMeasured = Object.keys(members).some((each) => MEASURES.includes(plainName(each)))
  const isTold = isMeasured && !shape.format && keyWords(shape).length === 0
  return isTold ? { key, words: isOfSides ? SENTIMENTS : OUTCOME_WORDS } : undefined
}

/** Lists of what became of mails. */
const OF_OUTCOMES = [
  ...['counts', 'counts_by_status', 'by_status', 'status_breakdown', 'delivery_stats'],
  'outcomes',
  'outcome',
  'outcome_counts',
  'deliveries',
  'delivery',
  'delivery_counts',
  'status_counts',
]

const MEASURES = ['count', 'share'].flatMap((each) => [each, ...namesOf(each)])

/** What mails are counted by. */
const COUNTED = ['total', 'sent', 'delivered', 'bounced', 'complained', 'queued', 'skipped', 'accepted'].flatMap(
  (each) => [each, ...namesOf(each), ...valuesLike(each)],
)
