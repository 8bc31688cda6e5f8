import type { ScalarShape } from '../evidence/shape.js'
import { plainName } from './lexicon.js'
import type { Leaf } from './match.js'
import type { Aim } from './subjects.js'
import { wordFor, wordsOf } from './words.js'

/** The values of members that must be there and may have no other, by their places; `aim`: what the operation does. */
export function constantsOf(leaves: readonly Leaf[], aim: Aim | undefined): Record<string, unknown> {
  const fixed = leaves.flatMap(({ path, required, shape }): [string, unknown][] => {
    if (!required || shape.kind !== 'scalar') return []
    const aimed = aim && valueOfAim(aim, path.at(-1)!, shape)
    const values = shape.constant === undefined ? (aimed ?? shape.words ?? []) : [shape.constant]
    return values.length === 1 ? [[path.join('.'), values[0]]] : []
  })
  return Object.fromEntries(fixed)
}

/** What asks for that which an operation does: a flag, or the state that it leads to. */
function valueOfAim({ flag, word }: Aim, name: string, shape: ScalarShape): unknown[] | undefined {
  if (flag.test(plainName(name)) && shape.types.join() === 'boolean' && !shape.seen.includes(false)) return [true]
  const state = wordFor(word, wordsOf(shape))
  return state === undefined ? undefined : [state]
}
