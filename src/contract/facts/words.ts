import type { TSchema } from '../schema.js'
import { type Node, onScalar, type Scalar, type WordMap, withoutNull } from './scalars.js'

/**
 * A scalar whose words are others on the wire. One that no fact names is ours as it is, or spelled alike: with `short_text` goes `mcq`.
 */
export function wordedScalar(words: WordMap, schema?: TSchema): Scalar {
  const all = Object.entries(words).map(([ours, theirs]) => [ours, Array.isArray(theirs) ? theirs : [theirs]] as const)
  const theirs = new Map<unknown, unknown>(all.map(([word, [first]]) => [word, first]))
  const ours = new Map<unknown, string>(all.flatMap(([word, given]) => given.map((each) => [each, word] as const)))
  const known = (map: ReadonlyMap<unknown, unknown>) => (value: unknown) => (map.has(value) ? map.get(value) : value)
  const { enum: own = [] } = (schema ? withoutNull(schema) : {}) as Node
  const open = new Map(own.flatMap((word) => (Object.hasOwn(words, String(word)) ? [] : [[plainWord(word), word]])))
  const isOwn = (value: unknown) => own.some((word) => word === value)
  const alike = (value: unknown) => (typeof value === 'string' && !isOwn(value) && open.get(plainWord(value))) || value
  const wordsOf = (word: unknown) => all.find(([each]) => each === word)?.[1] ?? [word]
  return {
    toWire: known(theirs),
    fromWire: (value) => (ours.has(value) ? ours.get(value) : alike(value)),
    schemaToWire: (given) =>
      onScalar(given, ({ enum: given = [], ...node }) => {
        const worded = given.flatMap(wordsOf)
        const types = [...new Set(worded.map((each) => typeof each))]
        return { ...node, type: (types.length === 1 ? types[0] : types) as string, enum: worded }
      }),
  }
}

const plainWord = (word: unknown) =>
  String(word)
    .toLowerCase()
    .replace(/[\s_-]/g, '')
