import { SENTIMENTS } from '../../../contract/records.js'
import { namesOf, plainName } from './lexicon.js'

/** A member of the entry of a list that a word tells from the others. */
export const SELECTOR = /^(.*)\[(.+?)=(.*)\]$/

/** `distribution[label=positive]` says `distribution` and `positive`. */
export function namesInStep(step: string): string[] {
  const [, list, , word] = SELECTOR.exec(step) ?? []
  return list === undefined ? [step] : [list, word!]
}

/** A side of which only its place says that it is one. */
const UNKNOWN_SIDE = 'unknown'

/** What is no side, though it is in a sentiment and has figures. */
const WHOLE = ['all', 'overall', 'summary', 'sum', 'total', 'totals', 'values', 'counts', 'shares']

/** Which side of a sentiment a path speaks of; none for most. */
export function sidesOf(path: readonly string[]): string {
  const steps = path.flatMap(namesInStep).map(plainName)
  const words = steps.flatMap((step) => step.split('_'))
  const known = SENTIMENTS.filter((side) => words.some((word) => namesOf(side).includes(word))).join()
  return known === '' && isInSide(steps) ? UNKNOWN_SIDE : known
}

/** Whether it is a figure of one thing in a sentiment, by whatever word: `sentiment.critical.count` counts no other items. */
function isInSide(steps: readonly string[]): boolean {
  const [sentiment = '', side = '', figure = ''] = steps.slice(-3)
  if (!namesOf('sentiment').includes(sentiment)) return false
  const isFigure = ['count', 'share'].some((each) => namesOf(each).includes(figure))
  return isFigure && ![...WHOLE, ...['sentiment', 'count', 'share'].flatMap(namesOf)].includes(side)
}

/** A path with its text, by which scores are kept. */
export interface WithText {
  path: readonly string[]
  text: string
}

/** Returns a path with its text. */
export function withText(path: readonly string[]): WithText {
  return { path, text: path.join('.') }
}

/** A path with all that is asked of it beside every other one. */
export interface Named extends WithText {
  sides: string
}

/** Returns a path with its text and the sides of a sentiment that it speaks of. */
export function named(path: readonly string[]): Named {
  return { ...withText(path), sides: sidesOf(path) }
}

/** Whether a path speaks of another side of a sentiment than one of ours, so that it is none of it whatever its value. */
export function isOtherSide(ours: Named, wire: Named): boolean {
  return wire.sides !== ours.sides
}
