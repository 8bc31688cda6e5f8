import { parseJson } from '../../base/parse-json.js'
import { isFlat } from '../../contract/facts/flat-mapping.js'
import type { Member, Shape } from './evidence/shape.js'
import { plainName } from './match/lexicon.js'
import { isOfFields } from './upload-columns.js'
import { formOfMapping, isMember, type MappingFact, pairsNamed, TEXT } from './upload-forms.js'

const HEADER = '(?:columns?|headers?)'
const MEMBER = '(?:members?|attributes?|propert(?:y|ies))'
const OF = '(?: of (?:the |a |an |each |its )?\\w+)?'
const HEADER_WORDS = `${HEADER}(?: (?:names?|headers?))?${OF}`
const MEMBER_WORDS = `${MEMBER}(?: names?)?${OF}`
const FIELD = '(?:fields?|questions?)'
const ID = '(?:ids?|identifiers?)'
const FIELD_WORDS = `(?:${FIELD}[ _]${ID}|${ID} of (?:the |a |an |each |its )?${FIELD})`
/** What stands beside fields: `id of a question, or external_id, rating`. */
const BESIDE = '(?:,? (?:or|and) [\\w, …]*?)?'
const TO = '\\s*(?:->|=>|→|:|to)\\s*(?:the |a |an |our |its )?'

/** Whether a word of an example may be a header: it is neither a member nor an id. */
const isLikeHeader = (name: string) => !isMember(name) && !/^([a-z]{1,8}_)?\d+$/.test(name)

/** The forms that a description shows: by an example, its schema, or in words such as `column header -> member`. */
export function describedForms(member: Member): MappingFact[] {
  const { about = '', shape } = member
  const seen = shape.kind === 'scalar' ? shape.seen : []
  const examples = [
    ...seen.map((each) => (typeof each === 'string' ? parseJson(each) : each)),
    parseJson((/\[\s*\{.*\}\s*\]/s.exec(about) ?? /\{.*\}/s.exec(about))?.[0] ?? ''),
  ]
  const shown = examples.flatMap((each) => {
    const form = formOfMapping(each, isLikeHeader)
    // Without a member beside them, the keys of an example may as well be numbers of columns.
    const isOpen = isFlat(form?.form ?? '') && !textsOf(each).some(isMember)
    return form === undefined || isOpen ? [] : [form]
  })
  // What stands in brackets says more of the word before it.
  const plain = about.replace(/\s*\([^()]*\)/g, '')
  const says = (from: string, to: string) => new RegExp(`\\b${from}${TO}${to}\\b`, 'i').test(plain)
  const words: MappingFact[] = [
    ...(says(HEADER_WORDS, MEMBER_WORDS) ? [{ form: 'columns' as const }] : []),
    ...(says(FIELD_WORDS + BESIDE, HEADER_WORDS) || isByField(plain) ? [{ form: 'flat' as const }] : []),
    ...(says(HEADER_WORDS, FIELD_WORDS) ? [{ form: 'flat-columns' as const }] : []),
    ...(says(MEMBER_WORDS, HEADER_WORDS) || isByMember(plain) ? [{ form: 'members' as const }] : []),
  ]
  const named = [...describedPair(shape), ...pairsOf(namedPair(about))]
  const pairs = [...named, ...explainedPair(about)]
  return [
    ...shapedForms(shape),
    ...(isOfFields(member) ? [{ form: 'fields' as const }] : []),
    ...shown,
    ...words,
    ...pairs,
  ]
}

/** `The header of each question by its question id`; not of a mapping that has them in an object of their own. */
function isByField(about: string): boolean {
  const isInside = /["'`]fields["'`]/i.test(about)
  return !isInside && new RegExp(`\\b${HEADER_WORDS} by (?:its |their |the )?${FIELD_WORDS}\\b`, 'i').test(about)
}

/** `Header of the column of each member`. */
function isByMember(about: string): boolean {
  return new RegExp(`\\bheaders?\\b[^.:]* (?:of|for|by) (?:each|every|its) ${MEMBER}\\b`, 'i').test(about)
}

/** `{"column": header, "field": question id or one of rating, …}`: what is said of both members of a pair. */
function explainedPair(about: string): MappingFact[] {
  const [, one, ofOne = '', other, ofOther = ''] =
    /\{\s*["'`]?(\w+)["'`]?\s*:\s*([^{}:]*?),\s*["'`]?(\w+)["'`]?\s*:\s*([^{}]*)\}/.exec(about) ?? []
  if (!one || !other) return []
  const isHeader = (text: string) => new RegExp(`\\b${HEADER}\\b`, 'i').test(text)
  const isOfField = (text: string) => new RegExp(`\\b${FIELD_WORDS}\\b`, 'i').test(text)
  const isOfMember = (text: string) => new RegExp(`["'\`]${TEXT}["'\`]|\\b${MEMBER}\\b`, 'i').test(text)
  const [column, member, said] = isHeader(ofOne) ? [one, other, ofOther] : [other, one, ofOne]
  if (isHeader(ofOne) === isHeader(ofOther) || isOfField(said) === isOfMember(said)) return []
  return [pairsNamed(column, member, isOfField(said) ? 'flat-pairs' : 'pairs')]
}

/** The texts of an example, its names among them. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(textsOf)]
}

/** The forms that a schema shows: which side has no other words than those of members. */
function shapedForms(shape: Shape): MappingFact[] {
  const areMembers = (each: Shape | undefined) =>
    each?.kind === 'scalar' && each.words?.includes(TEXT) === true && each.words.every(isMember)
  const isHeader = (each: Shape) => each.kind === 'scalar' && each.types.includes('string') && !each.words
  if (shape.kind === 'map') return areMembers(shape.entry) ? [{ form: 'columns' }] : []
  if (shape.kind === 'object') {
    const members = Object.entries(shape.members)
    const isMapping = shape.isListed && TEXT in shape.members && members.every(([name]) => isMember(name))
    return isMapping && members.every(([, each]) => isHeader(each.shape)) ? [{ form: 'members' }] : []
  }
  const entry = shape.kind === 'list' && shape.entry.kind === 'object' ? Object.entries(shape.entry.members) : []
  const [theirMember, another] = entry.filter(([, each]) => areMembers(each.shape))
  const [theirColumn, third] = entry.filter(([, each]) => isHeader(each.shape))
  return theirMember && theirColumn && !another && !third ? [pairsNamed(theirColumn[0], theirMember[0])] : []
}

/** The pair that the entries of a described list are; what is said of its member outranks how that is called. */
function describedPair(shape: Shape): MappingFact[] {
  const members = shape.kind === 'list' && shape.entry.kind === 'object' ? shape.entry.members : {}
  const [form] = pairsOf(Object.keys(members))
  if (!form) return []
  const said = Object.entries(members).filter(([name]) => MEMBER_NAME.test(plainName(name)))
  const isOfField = said.some(([, { about = '' }]) => new RegExp(`\\b${FIELD_WORDS}\\b`, 'i').test(about))
  return [isOfField ? { ...form, form: 'flat-pairs' } : form]
}

/** `a list of {column, member}`: the two names. */
function namedPair(about: string): string[] {
  const [, one, other] =
    /(?:\blists?\b|\barray\b|\[)[^{}]*\{\s*["'`]?(\w+)["'`]?\s*,\s*["'`]?(\w+)["'`]?\s*\}/i.exec(about) ?? []
  return one && other ? [one, other] : []
}

/** Pairs whose names tell which is which. */
function pairsOf(names: readonly string[]): MappingFact[] {
  const columns = names.filter((name) => COLUMN_NAME.test(plainName(name)))
  const members = names.filter((name) => MEMBER_NAME.test(plainName(name)))
  return names.length === 2 && columns.length === 1 && members.length === 1
    ? [pairsNamed(columns[0]!, members[0]!)]
    : []
}

const COLUMN_NAME = /^(column|col|header)(_(name|header))?$/
const MEMBER_NAME = /^(member|attribute|property)(_name)?$/
