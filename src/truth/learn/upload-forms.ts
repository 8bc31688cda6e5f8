import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { GUESSES, type Values } from '../../contract/assumptions/values.js'
import { UploadMapping } from '../../contract/operations/feedback.js'
import type { Member, Shape } from './evidence/shape.js'
import { plainName } from './match/lexicon.js'
import { fieldsIn, isOfFields, tableIn } from './upload-columns.js'

/** How the columns of an upload are named, as far as a fact says it. */
export type MappingFact = Partial<Values['upload-mapping']>

export const TEXT = 'text'
/** What a column of an upload may be. */
export const MEMBERS = [TEXT, ...Object.keys(UploadMapping.properties).filter((name) => name !== 'fields')]
const isMember = (name: unknown) => typeof name === 'string' && MEMBERS.includes(name)

/** The form of a mapping that was sent with its file: the side that are headers and no members, and that are members and no headers. */
export function seenForm(form: JsonObject, part: string): MappingFact | undefined {
  const mapping = form[part]
  const headers = tableIn(form).headers
  const isHeader = (name: string) => headers.includes(name)
  const fields = isObject(mapping) ? fieldsIn(mapping, isMember) : undefined
  if (isObject(mapping) && fields !== undefined) {
    const columns = Object.entries(mapping).flatMap(([name, each]) => (name === fields.name ? fields.columns : each))
    return columns.map(String).every(isHeader) ? { form: 'fields' } : undefined
  }
  return formOfMapping(mapping, isHeader)
}

type IsHeader = (name: string) => boolean

/** The form of a mapping: an object of members and headers, or a list of pairs of them. */
function formOfMapping(mapping: unknown, isHeader: IsHeader): MappingFact | undefined {
  if (isObject(mapping)) {
    if (isFlat(mapping, isHeader)) return { form: 'flat' }
    const side = memberSide(Object.entries(mapping), isHeader)
    return side === undefined ? undefined : { form: side === 0 ? 'members' : 'columns' }
  }
  if (!Array.isArray(mapping) || !mapping.every(isObject)) return undefined
  const [names = [], ...others] = mapping.map((pair) => Object.keys(pair))
  const [one, other] = names
  if (!one || !other || [names, ...others].some((each) => each.join() !== `${one},${other}`)) return undefined
  const side = memberSide(
    mapping.map((pair) => [String(pair[one]), pair[other]]),
    isHeader,
  )
  const [theirMember, theirColumn] = side === 0 ? [one, other] : [other, one]
  return side === undefined ? undefined : pairsNamed(theirColumn, theirMember)
}

/** Whether the headers of fields stand by their ids, beside those of members: what is no member is an id, and has a digit. */
function isFlat(mapping: JsonObject, isHeader: IsHeader): boolean {
  const fields = Object.keys(mapping).filter((name) => !isMember(name))
  const areIds = fields.length > 0 && fields.every((name) => /\d/.test(name) && !isHeader(name))
  return areIds && !(TEXT in mapping) && Object.values(mapping).every((each) => isHeader(String(each)))
}

/** Which side of each pair is the member; undefined where it may be either. */
function memberSide(pairs: readonly (readonly [string, unknown])[], isHeader: IsHeader): 0 | 1 | undefined {
  const sides = [pairs.map(([one]) => one), pairs.map(([, other]) => String(other))] as const
  const isMapped = (members: readonly string[], headers: readonly string[]) =>
    members.includes(TEXT) && members.every(isMember) && headers.every(isHeader)
  const isFirst = isMapped(sides[0], sides[1])
  if (isFirst === isMapped(sides[1], sides[0])) return undefined
  return isFirst ? 0 : 1
}

const HEADER = '(?:columns?|headers?)'
const MEMBER = '(?:members?|attributes?|propert(?:y|ies))'
const OF = '(?: of (?:the |a |an |each |its )?\\w+)?'
const HEADER_WORDS = `${HEADER}(?: (?:names?|headers?))?${OF}`
const MEMBER_WORDS = `${MEMBER}(?: names?)?${OF}`
const FIELD_WORDS = '(?:fields?|questions?)(?: ids?| identifiers?|_ids?)'
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
    const isOpen = form?.form === 'flat' && !Object.keys(each as object).some(isMember)
    return form === undefined || isOpen ? [] : [form]
  })
  const says = (from: string, to: string) => new RegExp(`\\b${from}${TO}${to}\\b`, 'i').test(about)
  const words: MappingFact[] = [
    ...(says(HEADER_WORDS, MEMBER_WORDS) ? [{ form: 'columns' as const }] : []),
    ...(says(FIELD_WORDS, HEADER_WORDS) ? [{ form: 'flat' as const }] : []),
    ...(says(MEMBER_WORDS, HEADER_WORDS) ? [{ form: 'members' as const }] : []),
  ]
  const pairs = [entryNames(shape), namedPair(about)].flatMap((names) => pairsOf(names) ?? [])
  return [...(isOfFields(member) ? [{ form: 'fields' as const }] : []), ...shown, ...words, ...pairs]
}

/** The members of the entries of a described list. */
function entryNames(shape: Shape): string[] {
  return shape.kind === 'list' && shape.entry.kind === 'object' ? Object.keys(shape.entry.members) : []
}

/** `a list of {column, member}`: the two names. */
function namedPair(about: string): string[] {
  const [, one, other] =
    /(?:\blists?\b|\barray\b|\[)[^{}]*\{\s*["'`]?(\w+)["'`]?\s*,\s*["'`]?(\w+)["'`]?\s*\}/i.exec(about) ?? []
  return one && other ? [one, other] : []
}

/** Pairs whose names tell which is which. */
function pairsOf(names: readonly string[]): MappingFact | undefined {
  const columns = names.filter((name) => COLUMN_NAME.test(plainName(name)))
  const members = names.filter((name) => MEMBER_NAME.test(plainName(name)))
  return names.length === 2 && columns.length === 1 && members.length === 1
    ? pairsNamed(columns[0]!, members[0]!)
    : undefined
}

const COLUMN_NAME = /^(column|col|header)(_(name|header))?$/
const MEMBER_NAME = /^(member|attribute|property)(_name)?$/

function pairsNamed(theirColumn: string, theirMember: string): MappingFact {
  const { column, member } = GUESSES['upload-mapping']
  return {
    form: 'pairs',
    ...(theirColumn === column ? {} : { column: theirColumn }),
    ...(theirMember === member ? {} : { member: theirMember }),
  }
}

/** Pairs by what their members are mostly called. */
export const COMMON_PAIRS: readonly MappingFact[] = [
  pairsNamed('column', 'member'),
  pairsNamed('column', 'field'),
  pairsNamed('header', 'field'),
  pairsNamed('source', 'target'),
  pairsNamed('from', 'to'),
]
