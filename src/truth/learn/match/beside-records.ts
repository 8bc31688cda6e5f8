import { plainName } from './lexicon.js'
import type { Leaf } from './match.js'
import { wordsOf } from './words.js'

/** Theirs without what is no member of a record, though it may be called as one: labels of words, and what is said of the request. */
export function ofRecords(ours: readonly Leaf[], theirs: readonly Leaf[]): readonly Leaf[] {
  return withoutLabels(ours, theirs).filter(({ path }) => !OF_REQUEST.test(plainName(path.at(-1)!)))
}

/** How long a request took. */
const OF_REQUEST =
  /^(took|elapsed|latency|duration|(processing|response|request|execution|query)_(time|duration))(_(ms|s|us|millis|seconds))?$/

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
