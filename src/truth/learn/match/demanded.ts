import { CHECK_LIMITS } from '../../../contract/assumptions/overridable.js'
import type { OperationId } from '../../../contract/operations/index.js'
import type { Limits, ScalarShape } from '../evidence/shape.js'
import type { Pairing } from './forms.js'
import { plainName } from './lexicon.js'
import type { Leaf } from './match.js'
import { type Aim, aimOf } from './subjects.js'
import { wordFor, wordsOf } from './words.js'

type Demanding = Pick<Pairing, 'isDescribed' | 'isOfItem' | 'canFill' | 'demands'>

/** What a request must keep to that ours need not, and what it had better have. */
export function demandsOf(
  ours: Leaf,
  theirs: Leaf,
  { isDescribed, isOfItem = false, canFill = false, demands }: Demanding,
): Record<string, unknown> {
  const isAmong = (names: ReadonlySet<string> | undefined) =>
    theirs.path.length === 1 && names?.has(theirs.path[0]!) === true
  const isRequired = isDescribed ? theirs.required : isAmong(demands?.demanded)
  const isHabit = canFill && !isDescribed && isAmong(demands?.always)
  const required = ours.required ? {} : isRequired ? { required: true } : isHabit ? { sent: true } : {}
  if (!isDescribed) return required
  const limits = isOfItem ? {} : limitsOf(ours, theirs)
  return {
    ...required,
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  }
}

/** The limits that a description states, where ours are others. */
export function limitsOf(
  { shape: own }: Pick<Leaf, 'shape'>,
  { shape: their }: Pick<Leaf, 'shape'>,
): Record<string, number> {
  const type = own.kind === 'list' ? 'array' : own.kind === 'scalar' ? own.types[0]! : ''
  const isAlike =
    own.kind === 'list'
      ? their.kind === 'list' || their.kind === 'map'
      : their.kind === 'scalar' && their.types.join() === type
  if (!isAlike || own.kind === 'any' || !('limits' in their) || !their.limits) return {}
  const [known, described]: Limits[] = [('limits' in own && own.limits) || {}, their.limits]
  const stated = Object.entries(CHECK_LIMITS).flatMap(([name, { keyword, types }]) => {
    const value = described![keyword]
    const isOther = value !== undefined && value !== known![keyword]
    return isOther && (types as readonly string[]).includes(type) ? [[name, value] as const] : []
  })
  return Object.fromEntries(stated)
}

/** The values of members that must be there and may have no other, by their places. */
export function constantsOf(
  leaves: readonly Leaf[],
  asked: Pick<Pairing, 'isDescribed' | 'demands'> & { operation: OperationId },
): Record<string, unknown> {
  const aim = aimOf(asked.operation)
  const fixed = leaves.flatMap((leaf): [string, unknown][] => {
    const { path, shape } = leaf
    if (shape.kind !== 'scalar') return []
    const proven = provenFlag(leaf, asked)
    const aimed = leaf.required ? ((aim && valueOfAim(aim, path, shape)) ?? shape.words ?? []) : []
    const values = leaf.required && shape.constant !== undefined ? [shape.constant] : (proven ?? aimed)
    return values.length === 1 ? [[path.join('.'), values[0]]] : []
  })
  return Object.fromEntries(fixed)
}

/**
 * The one value of a flag that is demanded, in all requests that were taken. A text that all have may be what their sender had to say,
 * and other requests something else; and what was asked for as a trial is not done.
 */
function provenFlag(
  { path, required }: Leaf,
  { isDescribed, demands }: Pick<Pairing, 'isDescribed' | 'demands'>,
): unknown[] | undefined {
  const name = path.join('.')
  const value = demands?.constant.get(name)
  const isDemanded = demands?.demanded.has(name) || (isDescribed && required)
  return value !== undefined && isDemanded && !TRIAL.test(plainName(name)) ? [value] : undefined
}

/** Names of a flag that has an operation tried and not done. */
const TRIAL = /(^|_)(dry|preview|simulate|simulation|test|trial|validate|check)(_|$)/

/** What asks for that which an operation does: a flag, or the state that it leads to. */
function valueOfAim({ flag, isOfRequest, word }: Aim, path: Leaf['path'], shape: ScalarShape): unknown[] | undefined {
  const isFlag = flag.test(plainName(path.at(-1)!)) && (!isOfRequest || path.length === 1)
  if (isFlag && shape.types.join() === 'boolean' && !shape.seen.includes(false)) return [true]
  const state = word === undefined ? undefined : wordFor(word, wordsOf(shape))
  return state === undefined ? undefined : [state]
}
