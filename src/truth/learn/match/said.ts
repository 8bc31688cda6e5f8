import { type Entity, plainName, RECORD_WORDS } from './lexicon.js'
import type { Meaning } from './meanings.js'

/** What a description may say of a time, of a number of things, in the order in which they are looked for: "already stored" is no new one. */
const OF_TIMES: readonly (readonly [is: string, words: RegExp])[] = [
  ['published', /\b(published|(went|goes) live)\b/],
  ['completed', /\b(completed|finished|ended|over)\b/],
  ['updated', /\b(updated|changed|modified)\b/],
  ['analysed', /\b(analy[sz]ed|computed|calculated)\b/],
  ['occurred', /\bfeedback was (given|written|left)\b|\b(happened|occurred)\b/],
  ['created', /\b(created|added|received|stored|ingested)\b/],
]
const OF_COUNTS: readonly (readonly [is: string, words: RegExp])[] = [
  ['notFound', /\bnot found\b/],
  ['erased', /\b(erased|removed|deleted)\b/],
  ['duplicates', /\b(duplicates?|already (stored|known|there))\b/],
  ['bounced', /\bbounced?\b/],
  ['complained', /\b(complained|complaints?)\b/],
  ['delivered', /\bdelivered\b/],
  ['rowsRejected', /\brows\b.*\b(rejected|refused)\b/],
  ['rowsRead', /\brows\b.*\bread\b/],
  ['inserted', /\b(inserted|stored|saved)\b/],
  ['matches', /\bmatch(es|ed)?\b/],
]

/**
 * What the words of a description say that a member means, where they do so plainly: "When it was published", "How many items were
 * erased", "Identifier of the data source". Undefined where they don't.
 */
export function meaningSaid(about: string): Meaning | undefined {
  const text = about.toLowerCase()
  const said = (rows: typeof OF_TIMES) => {
    const is = rows.find(([, words]) => words.test(text))?.[0]
    return is === undefined ? undefined : { is }
  }
  if (/^(when|time|moment|timestamp)\b/.test(text)) return said(OF_TIMES)
  if (/^(how many|number of|count of)\b/.test(text)) return said(OF_COUNTS)
  const [, whose] = /^(?:the )?(?:unique )?(?:identifier|id) of (?:the|this|an?) ([a-z ]+)/.exec(text) ?? []
  // What takes "The source to publish" takes which.
  const [, which] = /^the ((?:[a-z]+ )?[a-z]+?)(?: to [a-z]+)?\.?$/.exec(text) ?? []
  const of =
    whose === undefined ? WITH_IDS.find((entity) => entity === entityNamed(which ?? '')) : entityNamed(whose.trim())
  return of && { is: 'id', of }
}

const WITH_IDS: readonly Entity[] = ['group', 'source', 'question']

/** The record that words name: `data source` is a source. */
function entityNamed(words: string): Entity | undefined {
  const name = plainName(words)
  return RECORD_WORDS.find(({ word }) => word === name || word === `${name}s`)?.entity
}
