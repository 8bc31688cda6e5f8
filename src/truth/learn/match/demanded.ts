import { CHECK_LIMITS } from '../../../contract/assumptions/overridable.js'
import type { OperationId } from '../../../contract/operations/index.js'
import type { Limits, ScalarShape, Shape } from '../evidence/shape.js'
import type { Pairing } from './forms.js'
import { plainName } from './lexicon.js'
import { type Leaf, leavesOf } from './match.js'
import { type Aim, aimOf, confirms, REASON } from './subjects.js'
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

/**
 * The values of members that must be there and may have no other, by their places. That all requests have one value that were taken
 * is no proof: it may be the habit of their sender, who tried what others mean to be done. That nothing is rehearsed which was meant has to be
 * said, though, where it else is.
 */
export function constantsOf(
  leaves: readonly Leaf[],
  { operation, demands, theirs }: Pick<Pairing, 'demands'> & { operation: OperationId; theirs: Shape },
): Record<string, unknown> {
  const aim = aimOf(operation)
  const all = leavesOf(theirs)
  const fixed = leaves.flatMap(({ path, required, shape }): [string, unknown][] => {
    const place = path.join('.')
    if (isRehearsalElse(path, shape)) return [[place, false]]
    if (shape.kind !== 'scalar' || !(required || demands?.demanded.has(place))) return []
    const aimed = aim && valueOfAim(aim, path, shape, isOfRequest(path, all))
    const values = shape.constant === undefined ? (aimed ?? shape.words ?? []) : [shape.constant]
    return values.length === 1 ? [[place, values[0]]] : []
  })
  return Object.fromEntries(fixed)
}

/** Whether a flag makes a request a rehearsal where it is not sent: by its default, or, as far as was seen, it was always sent as false. */
function isRehearsalElse(path: Leaf['path'], shape: Shape): boolean {
  if (shape.kind !== 'scalar' || shape.types.join() !== 'boolean' || !REHEARSAL.test(plainName(path.at(-1)!)))
    return false
  return shape.default === true || (shape.seen.length > 0 && shape.seen.every((each) => each === false))
}

const REHEARSAL = /^(is_)?(dry_?run|simulat(e|ed|ion)|rehears(e|al)|preview(_only)?|validate_only|test_run)$/

/** Whether a member stands at the top of a body, or below what all of it is below: further down, it may be about something else. */
function isOfRequest(path: Leaf['path'], all: readonly Leaf[]): boolean {
  return all.every((leaf) => path.slice(0, -1).every((step, at) => leaf.path[at] === step))
}

/** What asks for that which an operation does: a flag of the request, or the state that it leads to. */
function valueOfAim(aim: Aim, path: Leaf['path'], shape: ScalarShape, isOfRequest: boolean): unknown[] | undefined {
  const { flag, word, reason } = aim
  const name = plainName(path.at(-1)!)
  const type = shape.types.join()
  const [text, ...others] = shape.words ? [] : shape.seen
  // One that says only that the request is meant does no harm where none has to.
  if (isOfRequest && others.length === 0 && typeof text === 'string' && confirms(aim, name, text)) return [text]
  if (isOfRequest && flag.test(name) && type === 'boolean' && !shape.seen.includes(false)) return [true]
  if (isOfRequest && reason?.test(name) && type === 'string' && takesAny(REASON, shape)) return [REASON]
  const state = word === undefined ? undefined : wordFor(word, wordsOf(shape))
  return state === undefined ? undefined : [state]
}

/** Whether nothing is said of a text but its length, and this one keeps to that. */
function takesAny(text: string, { words, format, isPatterned, limits = {} }: ScalarShape): boolean {
  const { minLength = 0, maxLength = Infinity } = limits
  return !words && !format && !isPatterned && text.length >= minLength && text.length <= maxLength
}
