import type { Order } from './play.js'
import type { Failing, Trial } from './trial.js'

/** What a receiver does wrong, as far as the fewest deliveries show it. */
export interface Pattern {
  kind: 'handled-twice' | 'assumes-order' | 'older-overwrites-newer' | 'gives-up'
  /** What the receiver does, without its subject. */
  sentence: string
  /** What the interface says about it. */
  says: string
  /** Rules of the interface. */
  rules: readonly string[]
}

const AT_LEAST_ONCE = {
  says: 'Delivery is at-least-once; receivers must tolerate redelivery.',
  rules: ['CLI-3'],
}
const NO_ORDER = { says: 'Ordering across events is not guaranteed.', rules: ['CLI-4'] }
const THREE_ATTEMPTS = {
  says: 'Ordering across events is not guaranteed, and a delivery has 3 attempts in total.',
  rules: ['CLI-4', 'DLV-14'],
}

type Name = (event: number) => string

/** Names the pattern behind a failing order that can't be made smaller. Plays its events one by one to distinguish patterns. */
export async function namePattern(trial: Trial, { order, played, found }: Failing): Promise<Pattern> {
  const name: Name = (event) => `\`${trial.subject.events[event]}\``
  const [lost] = played.lost
  if (lost !== undefined) return givesUp(order, lost, name)
  const repeated = order.find((event, index) => order.indexOf(event) !== index)
  if (repeated !== undefined) {
    const newer = order.slice(order.indexOf(repeated), order.lastIndexOf(repeated)).find((event) => event > repeated)
    if (newer !== undefined && (await trial.stateAfter([repeated])) === found) return overwrites(repeated, newer, name)
    return twice(order, repeated, name)
  }
  const [newer, older, ...more] = order as [number, number, ...number[]]
  if (more.length > 0) return assumesOrder([...order].sort((a, b) => a - b).map(name))
  const isOverwritten = (await trial.stateAfter([older])) === found && (await hasEffect(trial, newer))
  return isOverwritten ? overwrites(older, newer, name) : assumesOrder([name(older), name(newer)])
}

async function hasEffect(trial: Trial, event: number): Promise<boolean> {
  return (await trial.stateAfter([event])) !== (await trial.stateAfter([]))
}

function overwrites(older: number, newer: number, name: Name): Pattern {
  const which = name(older) === name(newer) ? `two of ${name(older)}` : `${name(older)} after ${name(newer)}`
  return {
    kind: 'older-overwrites-newer',
    sentence: `lets an older event overwrite a newer one (${which})`,
    ...NO_ORDER,
  }
}

function assumesOrder(names: readonly string[]): Pattern {
  const sentence =
    names.length === 2 ? `assumes ${names.join(' before ')}` : `assumes that events come in order: ${names.join(', ')}`
  return { kind: 'assumes-order', sentence, ...NO_ORDER }
}

function twice(order: Order, event: number, name: Name): Pattern {
  const times = order.filter((each) => each === event).length
  const others = (part: Order) => [...new Set(part.filter((each) => each !== event))].map(name).join(', ')
  const between = others(order.slice(order.indexOf(event), order.lastIndexOf(event)))
  const before = others(order.slice(order.lastIndexOf(event)))
  const where = between ? ` with ${between} in between` : before ? ` before ${before}` : ''
  const sentence = `handles ${name(event)} ${times === 2 ? 'twice' : `${times} times`}${where}`
  return { kind: 'handled-twice', sentence, ...AT_LEAST_ONCE }
}

function givesUp(order: Order, lost: number, name: Name): Pattern {
  const missing = order.find((event) => event !== lost)
  const until = missing === undefined ? '' : ` until ${name(missing)} has come`
  return { kind: 'gives-up', sentence: `refuses ${name(lost)}${until}, and so loses it`, ...THREE_ATTEMPTS }
}
