import { isPlainCount, isWhole } from './kinds.js'
import { plainName } from './lexicon.js'
import type { Leaf } from './match.js'
import { meaningOf } from './meanings.js'
import { wordsOf } from './words.js'

/** Theirs without what is no member of a record, though it may be called as one: labels of words, and what is said of the request. */
export function ofRecords(ours: readonly Leaf[], theirs: readonly Leaf[]): readonly Leaf[] {
  return withoutLabels(ours, theirs).filter(
    (leaf) => !OF_REQUEST.test(nameOf(leaf)) && !countsEntries(leaf, ours, theirs),
  )
}

/** How long a request took. */
const OF_REQUEST =
  /^(took|elapsed|latency|duration|(processing|response|request|execution|query)_(time|duration))(_(ms|s|us|millis|seconds))?$/

/**
 * Whether a plain count stands in an object around one list, beside figures alone: `themes: {total, items}` counts themes. It is no number of
 * the feedback that they are about; and `sentiment: {score, sides}` counts nothing.
 */
function countsEntries(leaf: Leaf, ours: readonly Leaf[], theirs: readonly Leaf[]): boolean {
  if (leaf.path.length < 2 || !isWhole(leaf.shape) || !isPlainCount(nameOf(leaf)) || !ours.some(isOfFeedback))
    return false
  const beside = theirs.filter((each) => each !== leaf && `${around(each)}.`.startsWith(`${around(leaf)}.`))
  const [list, another] = beside.filter((each) => !isFigure(each))
  return list !== undefined && !another && isRowsOfOthers(list)
}

const isFigure = ({ shape }: Leaf) =>
  shape.kind === 'scalar' && shape.types.some((type) => type === 'integer' || type === 'number')
const isOfFeedback = ({ path }: Leaf) =>
  path.length === 1 && meaningOf(path).of === 'item' && meaningOf(path).is === 'count'
const isRowsOfOthers = ({ path, shape }: Leaf) =>
  (shape.kind === 'list' || shape.kind === 'map') &&
  shape.entry.kind === 'object' &&
  !FEEDBACK.test(plainName(path.at(-2)!))

const FEEDBACK = /^(feedback|responses?|comments?|verbatims?|entries|reviews)$/

/** Names of a code for programs, and of the label beside it that people read. */
const WORD = /^(code|value|key|slug)$/
const LABEL = /^(label|title|text|name|caption|description|display(_(name|text|label|value))?)$/

/**
 * Of `kind: {code: "review", label: "Review"}` the label says again what the code says, and is no title of what is of this kind. A
 * word is known by its enum, or where all that were seen are words of ours.
 */
function withoutLabels(ours: readonly Leaf[], theirs: readonly Leaf[]): readonly Leaf[] {
  const enums = ours.flatMap(({ shape }) =>
    shape.kind === 'scalar' && shape.words ? [shape.words.map(plainName)] : [],
  )
  const isWord = ({ shape }: Leaf) => {
    if (shape.kind !== 'scalar') return false
    if (shape.words) return shape.words.length > 1
    const seen = wordsOf(shape).map(plainName)
    return seen.length > 0 && enums.some((words) => seen.every((word) => words.includes(word)))
  }
  const coded = theirs.filter((leaf) => leaf.path.length > 1 && WORD.test(nameOf(leaf)) && isWord(leaf)).map(around)
  return theirs.filter((leaf) => !(coded.includes(around(leaf)) && LABEL.test(nameOf(leaf))))
}

const around = ({ path }: Leaf) => path.slice(0, -1).join('.')
const nameOf = ({ path }: Leaf) => plainName(path.at(-1)!)
