import { meantOrKnown } from '../base/nearest.js'
import { wrongUsage } from './failure.js'

/** A word of a list. Refuses any other as wrong usage, with the nearest, or with all of them under the name of the `list`. */
export function requireWord<W extends string>(word: string, words: readonly W[], what: string, list = plural(what)): W {
  if ((words as readonly string[]).includes(word)) return word as W
  throw wrongUsage(`unknown ${what} ${word}`, meantOrKnown(word, words, list))
}

function plural(what: string): string {
  return `${what[0]!.toUpperCase()}${what.slice(1)}s`
}
