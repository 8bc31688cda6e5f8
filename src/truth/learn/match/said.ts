import { type Entity, plainName, RECORD_WORDS } from './lexicon.js'

/** What a sentence about a time, or about a number of things, may say; of one that says two nothing is known. */
const OF_TIMES: readonly (readonly [is: string, words: RegExp])[] = [
  ['published', /\b(published|(went|goes) live)\b/],
  ['completed', /\b(completed|finished|ended|over)\b/],
  ['updated', /\b(updated|changed|modified)\b/],
  ['analysed', /\b(analy[sz]ed|computed|calculated)\b/],
  ['occurred', /\bfeedback was (given|written|left)\b|\b(happened|occurred)\b/],
  ['created', /\b(created|added|received|stored|ingested)\b/],
]
const OF_COUNTS: readonly (readonly [is: string, words: RegExp])[] = [
  ['erased', /\b(erased|removed|deleted)\b/],
  ['duplicates', /\b(duplicates?|already (stored|known|there))\b/],
  ['bounced', /\bbounced?\b/],
  ['complained', /\b(complained|complaints?)\b/],
  ['delivered', /\bdelivered\b/],
  ['rowsRejected', /\brows\b.*\b(rejected|refused)\b/],
  ['rowsRead', /\brows\b.*\bread\b/],
  ['inserted', /(?<!already )\b(inserted|stored|saved)\b/],
]
/** What a sentence goes on with says when it is so, or what else may be. */
const GOES_ON = /[,;.:()]| (?:or|and|if|once|unless|until|when|while|without) /

/** Says in which form a number is a time, and not which time. */
const NUMBERED_TIME = /^(?:an? )?(?:(?:unix|posix|epoch)\b|(?:milli)?seconds since )/i

/** What words say of a member: of which kind its value is, and what it means, where they say that plainly. */
export interface Saying {
  kind: 'time' | 'count' | 'id'
  is?: string
  of?: Entity
}

/**
 * What a description says of a member in words: "When it was published", "How many items were erased", "Identifier of the data
 * source". Undefined where its words say nothing of the kind.
 */
export function sayingOf(about: string): Saying | undefined {
  if (NUMBERED_TIME.test(about)) return { kind: 'time' }
  const [, start = '', words = ''] =
    /^(when|time|moment|timestamp|how many|number of|count of)\b(.*)$/s.exec(about.toLowerCase()) ?? []
  const [clause = ''] = words.split(GOES_ON)
  const kind = /^(when|time|moment|timestamp)/.test(start) ? 'time' : 'count'
  if (start !== '') return { kind, ...plainly(kind === 'time' ? OF_TIMES : OF_COUNTS, clause) }
  const of = recordSaid(about.toLowerCase())
  return of && { kind: 'id', is: 'id', of }
}

/** The one thing that a clause says. */
function plainly(rows: typeof OF_TIMES, clause: string): { is?: string } {
  const [said, another] = /\b(not|no|never)\b/.test(clause) ? [] : rows.filter(([, words]) => words.test(clause))
  return said && !another ? { is: said[0] } : {}
}

/** The record that words say the identifier of. */
function recordSaid(text: string): Entity | undefined {
  const [, whose] = /^(?:the )?(?:unique )?(?:identifier|id) of (?:the|this|an?) ([a-z ]+)/.exec(text) ?? []
  if (whose !== undefined) return entityNamed(whose.trim())
  // What takes "The source to publish" takes which.
  const [, which = ''] = /^the ((?:[a-z]+ )?[a-z]+?)(?: to [a-z]+)?\.?$/.exec(text) ?? []
  return WITH_IDS.find((entity) => entity === entityNamed(which))
}

const WITH_IDS: readonly Entity[] = ['group', 'source', 'question']

/** The record that words name: `data source` is a source. */
function entityNamed(words: string): Entity | undefined {
  const name = plainName(words)
  return RECORD_WORDS.find(({ word }) => word === name || word === `${name}s`)?.entity
}
