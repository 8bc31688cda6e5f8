import table from './lexicon.tsv?raw'

/** What records are about. */
export type Entity =
  | 'group'
  | 'source'
  | 'question'
  | 'item'
  | 'analysis'
  | 'theme'
  | 'monitor'
  | 'task'
  | 'invite'
  | 'recipient'
  | 'report'
  | 'subscription'
  | 'key'
  | 'organisation'
  | 'variable'

const ROWS = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [kind: string, meaning: string, names: string])

function namesOfKind(kind: string): ReadonlyMap<string, readonly string[]> {
  return new Map(ROWS.filter((row) => row[0] === kind).map(([, meaning, names]) => [meaning, names.split(' ')]))
}

/**
 * What teams call the things of such a service (lexicon.tsv): records, what is said about them, and the values of enums. A name alone
 * proves little; beside type, place and values it decides. Names are lower-case words joined by `_`, the likeliest first.
 */
const RECORDS = namesOfKind('record')
const PROPERTIES = namesOfKind('property')
const VALUES = namesOfKind('value')
const ALSO = namesOfKind('also')
const LAST = namesOfKind('last')
const ACTIONS = namesOfKind('action')
const OTHERS = namesOfKind('other')

/** Names of what any service says, and none of our members means. */
export const OTHER_NAMES: readonly string[] = OTHERS.get('nothing')!

/** What becomes of mails besides what we count. */
export const OTHER_OUTCOMES: readonly string[] = OTHERS.get('outcome')!

/** Words for records, longest first, so that `survey_series_id` is not read as a survey's `series_id`. */
export const RECORD_WORDS: readonly { entity: Entity; word: string }[] = [...RECORDS]
  .flatMap(([entity, words]) => words.map((word) => ({ entity: entity as Entity, word })))
  .sort((a, b) => b.word.length - a.word.length)

/** What a property of a record may be called. */
export function namesOf(property: string): readonly string[] {
  return PROPERTIES.get(property) ?? []
}

/** What a value of an enum may be called; nothing if it goes by one name. */
export function valuesLike(word: string): readonly string[] {
  return VALUES.get(word) ?? []
}

/** What else in an enum says the same as one of its values: `partially_completed` beside `completed`. */
export function alsoLike(word: string): readonly string[] {
  return ALSO.get(word) ?? []
}

/** What a value may be called besides, where nothing else in its enum is left for it: a distribution of mails ends with `sent`. */
export function lastLike(word: string): readonly string[] {
  return LAST.get(word) ?? []
}

/** What an address may call an action; nothing if it goes by one name. */
export function actionsLike(word: string): readonly string[] {
  return ACTIONS.get(word) ?? []
}

const plain = new Map<string, string>()

/** A name as lower-case words joined by `_`: `createdAt` is `created_at`, and `filter[from]` of a query is `from`. */
export function plainName(name: string): string {
  const known = plain.get(name)
  if (known !== undefined) return known
  const made = madePlain(name)
  plain.set(name, made)
  return made
}

function madePlain(name: string): string {
  return name
    .replace(/^(?:filters?|where)\[([^\][]+)\]$/i, '$1')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
}
