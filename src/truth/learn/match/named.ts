import { SENTIMENTS } from '../../../contract/records.js'
import { namesOf, plainName } from './lexicon.js'

/** A member of the entry of a list that a word tells from the others. */
export const SELECTOR = /^(.*)\[(.+?)=(.*)\]$/

/** `distribution[label=positive]` says `distribution` and `positive`. */
export function namesInStep(step: string): string[] {
  const [, list, , word] = SELECTOR.exec(step) ?? []
  return list === undefined ? [step] : [list, word!]
}

/** Which side of a sentiment a path speaks of; none for most. */
export function sidesOf(path: readonly string[]): string {
  const words = path.flatMap(namesInStep).flatMap((step) => plainName(step).split('_'))
  return SENTIMENTS.filter((side) => words.some((word) => namesOf(side).includes(word))).join()
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
